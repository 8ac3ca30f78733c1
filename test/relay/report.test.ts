import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { RingOutcome } from '../../src/agent/agent.ts';
import { getStatus } from '../../src/mcp/tools/get-status.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { everything } from '../support/letters.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };

describe('the last ring in status', () => {
  const outcomes: [string, () => Promise<RingOutcome>][] = [
    ['rung', async () => ({ sent: true })],
    ['draft_present', async () => ({ sent: false, code: 'draft_present' })],
    ['dialog_open', async () => ({ sent: false, code: 'dialog_open' })],
    ['ring_failed', () => Promise.reject(new Error('broken'))],
  ];
  it.each(outcomes)(
    'is shown to every role as %s while the mail waits',
    async (outcome, answer) => {
      const { join } = memoryArmy();
      const overlord = await join('overlord');
      const { bell } = await join('storm');
      bell.answer = answer;
      await overlord.relay.send('storm', hello);
      await settle();
      const [storm] = await overlord.relay.report('storm');
      expect(storm?.observed.last_ring).toEqual({
        at: expect.stringMatching(/^2026-11-15T/),
        by: 'native',
        outcome,
      });
    },
  );

  it('is forgotten once the mail is collected, and for the next flag', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'dialog_open' });
    await overlord.relay.send('storm', hello);
    await settle();
    await relay.check(everything);
    expect((await relay.report('storm'))[0]?.observed).not.toHaveProperty('last_ring');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    await settle();
    expect((await relay.report('storm'))[0]?.observed).toMatchObject({ unread: 1 });
    expect((await relay.report('storm'))[0]?.observed).not.toHaveProperty('last_ring');
  });

  it('is optional: a note that cannot be written fails no ring', async () => {
    const { join, clock, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    const desk = shared.desks?.get('storm');
    if (desk === undefined) throw new Error('no desk');
    Object.defineProperty(desk, 'rung', {
      set() {
        throw new Error('disk full');
      },
    });
    await overlord.relay.send('storm', hello);
    await pass(clock, 6000);
    expect(bell.rings).toHaveLength(2);
  });

  it('of an agent behind a question of its start is waiting; its relay lets the others start [session.trust.4]', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('overlord');
    for (const role of ['strategist', 'storm']) await outside.starts.postpone(role, 'strategist');
    const stateOf = async (role: string) => (await relay.report(role))[0]?.observed.agent;
    expect([await stateOf('strategist'), await stateOf('storm')]).toEqual(['waiting', 'waiting']);
    expect(await stateOf('glacier')).toBe('gone');
    const coming = { readyAt: undefined as never };
    await (await join('strategist', coming)).relay.ready();
    expect((await outside.starts.listPostponed()).size).toBe(0);
    expect(await stateOf('storm')).toBe('gone');
  });

  it('distinguishes a lost relay from a lost agent by one look at the seats', async () => {
    const { join } = memoryArmy();
    const overlord = await join('overlord');
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    const storm = await join('storm', { agent });
    storm.die();
    expect((await overlord.relay.report('storm'))[0]?.observed).toMatchObject({
      relay: 'gone',
      agent: 'deaf',
    });
  });

  it("fits the tool’s own schema, whatever the agent's state", async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    (await join('storm', { agent })).die();
    const inferno = await join('inferno');
    await overlord.relay.send('inferno', { subject: 's', body: 'b', priority: 'normal' });
    await settle();
    await inferno.relay.check(everything);
    await pass(clock, 100);
    await outside.statuses.observe('inferno', { state: 'waiting' });
    const statuses = await overlord.relay.report('all');
    const seen = Object.fromEntries(statuses.map(({ role, observed }) => [role, observed]));
    expect(seen).toMatchObject({
      storm: { agent: 'deaf' },
      inferno: { agent: 'waiting', last_wake: { by: 'native' } },
    });
    expect(z.safeParse(getStatus(['storm']).output, { statuses }).success).toBe(true);
  });

  it('shows a dialog that has stood for an hour as waiting for its person', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    await join('storm');
    await outside.statuses.observe('storm', { state: 'waiting' });
    await pass(clock, 60 * 60_000);
    expect((await overlord.relay.report('storm'))[0]?.observed.agent).toBe('waiting');
  });

  it('shows a dead agent as gone, whatever it last reported and while its relay lives', async () => {
    const { join, kill, outside } = memoryArmy();
    const overlord = await join('overlord');
    await join('storm', { agent: { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } } });
    await outside.statuses.observe('storm', { state: 'busy' });
    const seen = async () => (await overlord.relay.report('storm'))[0]?.observed;
    expect(await seen()).toMatchObject({ relay: 'alive', agent: 'busy' });
    kill(9);
    expect(await seen()).toMatchObject({ relay: 'alive', agent: 'gone' });
  });
});
