import { describe, expect, it } from 'vitest';
import { openRecordingMux } from '../../src/mux/recording.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { everything } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };

describe('a role without a living relay', () => {
  function panes(...roles: string[]) {
    const dir = tempDir();
    mkdirSync(dir, { recursive: true });
    for (const role of roles) writeFileSync(`${dir}/${role}.jsonl`, '');
    const typed = (role: string): string[] =>
      readFileSync(`${dir}/${role}.jsonl`, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"paste"'));
    return { mux: openRecordingMux(dir), typed };
  }

  it('gets its nudge typed by the sender, and then by the deputy alone [R8 relay.send-message.2]', async () => {
    const { mux, typed } = panes('storm');
    const { join, clock, shared } = memoryArmy(undefined, mux);
    await join('inferno');
    const overlord = await join('overlord');
    const sent = overlord.relay.send('storm', hello);
    await pass(clock, 1000);
    expect((await sent).wake).toBe('typed');
    expect(typed('storm')).toHaveLength(1);
    await pass(clock, 4500);
    expect(typed('storm')).toHaveLength(2);
    await pass(clock, 12_000);
    expect(typed('storm')).toHaveLength(3);
    const rungs = shared.journal.filter(({ event }) => event === 'rung');
    expect(rungs.map((rung) => 'as' in rung && rung.as)).toEqual(['sender', 'deputy', 'deputy']);
  });

  it('gets nothing typed while its ritual is on its way, and by the deputy after that [R8]', async () => {
    const { mux, typed } = panes('storm');
    const { join, clock, outside } = memoryArmy(undefined, mux);
    await join('inferno');
    const overlord = await join('overlord');
    const now = () => new Date(clock.now()).toISOString();
    await outside.statuses.noteRitual('storm', { state: 'due', at: now() });
    const sent = overlord.relay.send('storm', hello);
    await pass(clock, 30_000);
    expect((await sent).wake).toBe('ringing');
    expect(typed('storm')).toEqual([]);
    await outside.statuses.noteRitual('storm', { state: 'given', at: now() });
    await pass(clock, 2_000);
    expect(typed('storm')).toHaveLength(1);
    // The process that was to type it is gone: the deputy does not wait for ever.
    await outside.statuses.noteRitual('storm', { state: 'due', at: now() });
    await pass(clock, 90_000);
    expect(typed('storm').length).toBeGreaterThan(1);
  });

  it('gets back the mail that its dead relay held, by the deputy [R8 R10]', async () => {
    const { mux, typed } = panes('storm');
    const { join, clock, outside } = memoryArmy(undefined, mux);
    const overlord = await join('overlord');
    const storm = await join('storm');
    await overlord.relay.send('storm', hello);
    await storm.relay.check(everything);
    storm.die();
    expect(await outside.mail.hasUnread('storm')).toBe(false);
    await pass(clock, 70_000);
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
    expect(typed('storm').length).toBeGreaterThanOrEqual(1);
  });

  it.each([true, false])(
    'that lost it before its ritual gets the relay back first, with mail: %s [C12]',
    async (mail) => {
      const { mux, typed } = panes('storm');
      const { join, clock, outside } = memoryArmy(undefined, mux);
      const overlord = await join('overlord');
      const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
      const storm = await join('storm', { agent });
      const at = new Date(clock.now()).toISOString();
      await outside.statuses.noteRitual('storm', { state: 'due', at });
      storm.die();
      if (mail) void overlord.relay.send('storm', hello);
      await pass(clock, mail ? 20_000 : 100_000);
      expect(typed('storm').length).toBeGreaterThan(0);
      expect(typed('storm').every((line) => line.includes('/mcp reconnect ovld-relay'))).toBe(true);
    },
  );

  it('whose agent lives is asked to restore its relay, and nothing else is typed [R8 C12]', async () => {
    const { mux, typed } = panes('storm');
    const { join, clock } = memoryArmy(undefined, mux);
    const overlord = await join('overlord');
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    const storm = await join('storm', { agent });
    storm.die();
    void overlord.relay.send('storm', hello);
    await pass(clock, 40_000);
    expect(typed('storm').length).toBeGreaterThan(1);
    expect(typed('storm').every((line) => line.includes('/mcp reconnect ovld-relay'))).toBe(true);
  });

  it('whose agent lives and has no mail gets its tools back all the same [R8 C12]', async () => {
    const { mux, typed } = panes('storm');
    const { join, clock, shared } = memoryArmy(undefined, mux);
    await join('overlord');
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    const storm = await join('storm', { agent });
    storm.die();
    await pass(clock, 100_000);
    expect(typed('storm').length).toBeGreaterThan(0);
    expect(typed('storm').every((line) => line.includes('/mcp reconnect ovld-relay'))).toBe(true);
    expect(shared.journal).toContainEqual(
      expect.objectContaining({ event: 'rung', to: 'storm', by: 'reconnect', as: 'deputy' }),
    );
    const before = typed('storm').length;
    await join('storm', { agent });
    await pass(clock, 100_000);
    expect(typed('storm')).toHaveLength(before);
  });

  it.each([true, false])(
    'includes one whose relay was started again and never asked for its tools, with mail: %s [R8 C12]',
    async (mail) => {
      const { mux, typed } = panes('storm');
      const { join, clock, shared } = memoryArmy(undefined, mux);
      const overlord = await join('overlord');
      const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
      (await join('storm', { agent })).die();
      const storm = await join('storm', { agent, readyAt: undefined as never });
      if (mail) void overlord.relay.send('storm', hello);
      await pass(clock, 4_000);
      expect(typed('storm')).toEqual([]);
      await pass(clock, 41_000);
      // A nudge, by whatever doorbell, would ask for a tool that the model has not got.
      expect(typed('storm').length).toBeGreaterThan(0);
      expect(typed('storm').every((line) => line.includes('/mcp reconnect ovld-relay'))).toBe(true);
      expect(storm.bell.rings).toEqual([]);
      // Asked after all: it is rung as ever.
      const before = typed('storm').length;
      await storm.relay.ready();
      expect(shared.journal).toContainEqual({ event: 'reconnected', to: 'storm' });
      if (!mail) void overlord.relay.send('storm', hello);
      await pass(clock, 150_000);
      expect(storm.bell.rings.length).toBeGreaterThan(0);
      expect(
        typed('storm')
          .slice(before)
          .some((line) => line.includes('reconnect')),
      ).toBe(false);
    },
  );

  it('is known to be back when that command has ended it and started another [C12]', async () => {
    const { join, shared } = memoryArmy();
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    (await join('storm', { agent })).die();
    const storm = await join('storm', { agent, readyAt: undefined as never });
    await storm.relay.stop();
    storm.die();
    await (await join('storm', { agent, readyAt: undefined as never })).relay.ready();
    expect(shared.journal).toContainEqual({ event: 'reconnected', to: 'storm' });
  });

  it('and without a pane has its mail stored, and the sender is told why, every time [relay.send-tool.1 relay.notify-unknown-role.1]', async () => {
    const { mux } = panes('inferno');
    const { join, outside } = memoryArmy(undefined, mux);
    const overlord = await join('overlord');
    for (const count of [1, 2]) {
      const { delivered, wake } = await overlord.relay.send('storm', hello);
      expect({ delivered, wake }).toEqual({ delivered: true, wake: { failed: 'no_pane' } });
      expect(await outside.mail.countUnread('storm')).toMatchObject({ count });
    }
  });
});
