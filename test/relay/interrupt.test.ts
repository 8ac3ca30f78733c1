import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import type { Panes } from '../../src/mux/mux.ts';
import { openRecordingMux, parsePane, replay, type PaneEvent } from '../../src/mux/recording.ts';
import { interruptTurn } from '../../src/relay/interrupt.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { tempDir } from '../support/temp.ts';

const hurried: Clock = { ...systemClock, after: (_ms, then) => systemClock.after(0, then) };
const busy = (sign: string): PaneEvent => ({ set: { busy: sign } });

/** Storm's pane, in which these things happen, each before the look of its number. */
async function interruptIn(looks: Record<number, PaneEvent>, role = 'storm', agent = mockAgent) {
  const dir = `${tempDir()}/panes`;
  mkdirSync(dir);
  for (const one of ['storm', 'shadow']) writeFileSync(`${dir}/${one}.jsonl`, '');
  const store = openMemoryStore(sharedMemory(), { isAlive: () => true });
  await store.init(overlordFormation);
  const real = openRecordingMux(dir);
  let count = 0;
  const panes: Panes = {
    ...real,
    async screen(pane) {
      count += 1;
      const event = looks[count];
      if (event) appendFileSync(`${dir}/storm.jsonl`, `\n${JSON.stringify(event)}`);
      return real.screen(pane);
    },
  };
  const outcome = await interruptTurn(
    {
      panes,
      agentOf: () => agent,
      seats: store.seats,
      clock: hurried,
      roles: rolesOf(overlordFormation),
      pauses: { enter: 1 },
    },
    role,
  );
  const eventsOf = (one: string) => parsePane(readFileSync(`${dir}/${one}.jsonl`, 'utf8'));
  const keys = eventsOf('storm').flatMap((event) => ('press' in event ? [event.press] : []));
  expect(eventsOf('shadow')).toEqual([]);
  return { outcome, keys, left: replay(eventsOf('storm')) };
}

describe('a running turn', () => {
  it('is interrupted by one Escape, and a draft stays [R15]', async () => {
    const { outcome, keys, left } = await interruptIn({
      1: { set: { busy: '1s', draft: 'half a thought' } },
      2: busy('2s'),
      3: busy('3s'),
    });
    expect({ outcome, keys }).toEqual({ outcome: 'interrupted', keys: ['Escape'] });
    expect(left).toMatchObject({ busy: '', text: 'half a thought', denied: 0 });
  });

  it('that follows by itself, as a queued nudge makes one, is interrupted too', async () => {
    const { outcome, keys } = await interruptIn({
      1: busy('1s'),
      2: busy('2s'),
      3: busy('3s'),
      4: busy('0s'),
      5: busy('1s'),
      6: busy('2s'),
    });
    expect({ outcome, keys }).toEqual({ outcome: 'interrupted', keys: ['Escape', 'Escape'] });
  });

  it('that no key ends is reported, after a bounded number of keys', async () => {
    const looks = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [i + 1, busy(`${i}s`)] as const),
    );
    const { outcome, keys } = await interruptIn(looks);
    expect(outcome).toEqual({ failed: 'agent_busy' });
    expect(keys.length).toBeLessThan(20);
  });
});

describe('no key is pressed', () => {
  // [R15 C1]
  it.each<[string, Record<number, PaneEvent>, unknown]>([
    ['where no turn runs', {}, 'idle'],
    ['where a sign of a turn stands still: it was printed', { 1: busy('1s') }, 'idle'],
    ['into a dialog', { 1: { set: { dialog: true } } }, { failed: 'dialog_open' }],
    [
      'into a dialog that opens just before the key',
      { 1: busy('1s'), 2: busy('2s'), 3: { set: { busy: '3s', dialog: true } } },
      { failed: 'dialog_open' },
    ],
    [
      'where the turn ends just before the key',
      { 1: busy('1s'), 2: busy('2s'), 3: busy('') },
      'idle',
    ],
  ])('%s', async (_what, looks, expected) => {
    const { outcome, keys, left } = await interruptIn(looks);
    expect({ outcome, keys, denied: left.denied }).toEqual({
      outcome: expected,
      keys: [],
      denied: 0,
    });
  });

  const sparing = { ...mockAgent, sparesDraft: true } as const;
  it.each<[string, Record<number, PaneEvent>]>([
    ['stands', { 1: { set: { busy: '1s', draft: 'half' } }, 2: busy('2s'), 3: busy('3s') }],
    [
      'is begun just before the key',
      { 1: busy('1s'), 2: busy('2s'), 3: { set: { busy: '3s', draft: 'h' } }, 4: busy('4s') },
    ],
  ])('by an agent whose key is for its draft, where one %s [C2]', async (_where, looks) => {
    const { outcome, keys } = await interruptIn({ ...looks, 5: busy('5s') }, 'storm', sparing);
    expect({ outcome, keys }).toEqual({ outcome: { failed: 'draft_present' }, keys: [] });
  });

  it('twice, where what was asked comes back as a draft', async () => {
    const { outcome, keys } = await interruptIn(
      {
        1: busy('1s'),
        2: busy('2s'),
        3: busy('3s'),
        4: { set: { busy: '4s', draft: 'what was asked' } },
        5: busy('5s'),
        6: busy(''),
      },
      'storm',
      sparing,
    );
    expect({ outcome, keys }).toEqual({ outcome: 'interrupted', keys: ['Escape'] });
  });

  it('for a role without a pane', async () => {
    expect(await interruptIn({}, 'glacier')).toMatchObject({
      outcome: { failed: 'no_pane' },
      keys: [],
    });
  });
});
