import { describe, expect, it } from 'vitest';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import type { Panes } from '../../src/mux/mux.ts';
import { typeInto } from '../../src/relay/typing.ts';
import { seatOf } from '../support/backends.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';

const hurried: Clock = { ...systemClock, after: (_ms, then) => systemClock.after(0, then) };
const rule = '─'.repeat(30);

/** What is done to a pane with that footer, whose screen never changes. */
async function typedUnder(footer: string) {
  const done: string[] = [];
  const panes = {
    panes: async () => [{ id: '%1', title: 'storm', alive: true }],
    screen: async () => ({ lines: [rule, '❯', rule, footer], copyMode: false }),
    paste: async () => void done.push('paste'),
    press: async () => false,
    thaw: async () => undefined,
  } as unknown as Panes;
  const store = openMemoryStore(sharedMemory(), { isAlive: () => true });
  await store.init(overlordFormation);
  await store.seats.add('storm', { ...seatOf(process.pid), pane: '%1' });
  const typing = {
    panes,
    agentOf: () => copilotAgent,
    seats: store.seats,
    clock: hurried,
    roles: rolesOf(overlordFormation),
    pauses: { enter: 1 },
  };
  const outcome = await typeInto(typing, 'storm', 'a nudge', new AbortController().signal);
  return { outcome, done };
}

describe('the sign of a turn that stands still', () => {
  it('is one where only the agent itself can have drawn it [C1]', async () => {
    const { outcome, done } = await typedUnder('   esc esc interrupt');
    expect({ outcome, done }).toEqual({ outcome: { sent: false, code: 'agent_busy' }, done: [] });
  });

  it('is none elsewhere: a person’s own status line may look like one', async () => {
    const { done } = await typedUnder(' ● 3 issues');
    expect(done).toEqual(['paste']);
  });
});
