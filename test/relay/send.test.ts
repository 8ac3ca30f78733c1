import { describe, expect, it } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { OvldError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { openReach } from '../../src/relay/reach.ts';
import { broadcast, send } from '../../src/relay/send.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { memoryArmy } from '../support/army.ts';
import { everything } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';

const letter = { subject: 's', body: 'b', priority: 'normal' as const };

describe('sending', () => {
  it('carries from every role to every other, whatever the chain of command [design.goal-any-to-any.1 design.topology.1]', async () => {
    const { join } = memoryArmy();
    const roles = rolesOf(overlordFormation);
    const army = await Promise.all(roles.map((role) => join(role)));
    for (const { relay } of army) {
      for (const to of roles) expect((await relay.send(to, letter)).delivered).toBe(true);
    }
    for (const { relay } of army) {
      const { messages } = await relay.check(everything);
      expect(messages.map(({ from }) => from).toSorted()).toEqual(roles.toSorted());
    }
  });

  it('claims no wake of an agent that comes up after an answer of the person', async () => {
    const { outside: store, clock } = memoryArmy();
    await store.init(overlordFormation);
    await store.starts.postpone('storm', 'inferno');
    const at = new Date(clock.now()).toISOString();
    await store.statuses.noteRitual('storm', { state: 'due', at });
    const formation = overlordFormation;
    const reach = {
      ...openReach({ store, clock, formation, nudgeText: () => 'x' }),
      obstacleTo: async () => undefined,
    };
    const { wake } = await send({ reach, formation, from: HUMAN }, 'storm', letter);
    expect(wake).toEqual({ failed: 'not_ready' });
  });

  it('refuses a role outside the formation [relay.unknown-role.1]', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('overlord');
    for (const to of ['nobody', '', '../storm', 'Storm', 'all']) {
      await expect(relay.send(to, letter)).rejects.toMatchObject({
        code: 'unknown_role',
        data: { role: to, roles: [...rolesOf(overlordFormation), HUMAN] },
      });
    }
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 0 });
  });

  it.each([
    ['a body of 32 KiB', { body: 'x'.repeat(32 * 1024) }, undefined],
    ['a byte more', { body: 'x'.repeat(32 * 1024 + 1) }, 'body_too_long'],
    ['32 KiB of three-byte letters', { body: '王'.repeat(10_923) }, 'body_too_long'],
    ['quotes that double on the wire', { body: '"'.repeat(30 * 1024) }, 'body_encoded_too_long'],
    [
      'control characters that grow sixfold',
      { body: '\u0001'.repeat(10 * 1024) },
      'body_encoded_too_long',
    ],
    ['a subject of 200 emoji', { subject: '😈'.repeat(200) }, undefined],
    ['a subject of 201', { subject: 'x'.repeat(201) }, 'subject_too_long'],
  ])(
    'takes or refuses %s, with the limit in the error [R9 design.goal-tokens.2]',
    async (_what, part, code) => {
      const { join, outside } = memoryArmy();
      const { relay } = await join('overlord');
      const sending = relay.send('storm', { ...letter, ...part });
      if (code === undefined) expect((await sending).delivered).toBe(true);
      else
        await expect(sending).rejects.toMatchObject({ code, data: { limit: expect.any(Number) } });
      expect((await outside.mail.countUnread('storm')).count).toBe(code === undefined ? 1 : 0);
    },
  );

  it('a broadcast reaches the other five, and a failing one hides none of them [relay.broadcast.1 relay.broadcast-tool.1]', async () => {
    const shared = sharedMemory();
    const memory = openMemoryStore(shared);
    await memory.init(overlordFormation);
    const store: Store = {
      ...memory,
      mail: {
        ...memory.mail,
        deliver: (message) =>
          message.to === 'glacier'
            ? Promise.reject(new OvldError('store_busy', { path: 'x', reason: 'EIO' }))
            : memory.mail.deliver(message),
      },
    };
    const outcomes = await broadcast(sendingOn(store), letter);
    expect(outcomes.map(({ to, delivered }) => [to, delivered])).toEqual([
      ['strategist', true],
      ['inferno', true],
      ['glacier', false],
      ['shadow', true],
      ['storm', true],
    ]);
    expect(await memory.mail.countUnread('overlord')).toMatchObject({ count: 0 });
  });

  it('succeeds once the message is stored: no later step fails it [R1]', async () => {
    const memory = openMemoryStore(sharedMemory());
    await memory.init(overlordFormation);
    const store: Store = {
      ...memory,
      mail: { ...memory.mail, raiseFlag: () => Promise.reject(new Error('disk full')) },
    };
    expect(await send(sendingOn(store), 'storm', letter)).toMatchObject({
      delivered: true,
      wake: { failed: 'flag_failed' },
    });
  });
});

function sendingOn(store: Store) {
  const formation = overlordFormation;
  const reach = openReach({ store, clock: fakeClock(), formation, nudgeText: () => 'x' });
  return { reach, formation, from: 'overlord' };
}
