import { describe, expect, it } from 'vitest';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import type { Key, Panes, Screen } from '../../src/mux/mux.ts';
import { interruptTurn } from '../../src/relay/interrupt.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { seatOf } from '../support/backends.ts';

const hurried: Clock = { ...systemClock, after: (_ms, then) => systemClock.after(0, then) };
const rule = '─'.repeat(80);

/** A turn that ends by a second Escape, where it is still asked for when that comes. */
async function interruptIn({ asksFor }: { asksFor: number }) {
  const keys: Key[] = [];
  let [looks, asked, runs] = [0, 0, true];
  const screen = async (): Promise<Screen> => {
    looks += 1;
    asked -= 1;
    const hint = asked > 0 ? 'esc again to interrupt' : 'esc esc interrupt';
    const footer = runs ? ` ● Working · ${looks} B ${hint}` : ' Interactive';
    return { lines: [rule, '❯ half a thought', rule, footer], copyMode: false };
  };
  const pane = { id: '%1', title: 'storm', alive: true };
  const panes = {
    panes: async () => [pane],
    screen,
    async press(_pane: string, key: Key, sure?: (seen: Screen) => boolean) {
      if (sure?.(await screen()) === false) return false;
      keys.push(key);
      if (asked > 0) runs = false;
      asked = asksFor;
      return true;
    },
    thaw: async () => undefined,
  } as unknown as Panes;
  const store = openMemoryStore(sharedMemory(), { isAlive: () => true });
  await store.init(overlordFormation);
  await store.seats.add('storm', { ...seatOf(process.pid), pane: '%1' });
  const outcome = await interruptTurn(
    {
      panes,
      agentOf: () => copilotAgent,
      seats: store.seats,
      clock: hurried,
      roles: rolesOf(overlordFormation),
      pauses: { enter: 1 },
    },
    'storm',
  );
  return { outcome, keys };
}

describe('a turn that ends by a second Escape', () => {
  it('is given it as soon as it is asked for [R15]', async () => {
    const { outcome, keys } = await interruptIn({ asksFor: 3 });
    expect({ outcome, keys }).toEqual({ outcome: 'interrupted', keys: ['Escape', 'Escape'] });
  });

  it('is given no second one where it is not asked for any more', async () => {
    const { outcome, keys } = await interruptIn({ asksFor: 0 });
    expect(outcome).toEqual({ failed: 'agent_busy' });
    expect(keys.length).toBeGreaterThan(1);
  });
});
