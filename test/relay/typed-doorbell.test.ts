import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { RECONNECT } from '../../src/agent/relay-config.ts';
import type { Panes } from '../../src/mux/mux.ts';
import { openRecordingMux, parsePane, replay, type PaneEvent } from '../../src/mux/recording.ts';
import { typedDoorbell } from '../../src/relay/typed-doorbell.ts';
import { sharedMemory, openMemoryStore } from '../support/memory-store.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { seatOf } from '../support/backends.ts';
import { tempDir } from '../support/temp.ts';

const { signal } = new AbortController();
const nudge = {
  signal,
  to: 'storm',
  mark: 'ab.1',
  text: '[MESSAGE from overlord] call check_inbox. (#ab.1)',
};

async function ground(during?: { before: 'paste' | 'press' | 'second look'; event: PaneEvent }) {
  const dir = `${tempDir()}/panes`;
  mkdirSync(dir);
  writeFileSync(`${dir}/storm.jsonl`, '');
  const happen = (event: PaneEvent): void =>
    appendFileSync(`${dir}/storm.jsonl`, `\n${JSON.stringify(event)}`);
  const real = openRecordingMux(dir);
  let looks = 0;
  const mux: Panes = {
    ...real,
    async screen(pane) {
      looks += 1;
      if (looks === 2 && during?.before === 'second look') happen(during.event);
      return real.screen(pane);
    },
    async paste(pane, text) {
      if (during?.before === 'paste') happen(during.event);
      return real.paste(pane, text);
    },
  };
  const store = openMemoryStore(sharedMemory());
  await store.init(overlordFormation);
  const events = (): PaneEvent[] => parsePane(readFileSync(`${dir}/storm.jsonl`, 'utf8'));
  const presses = (): number => events().filter((event) => 'press' in event).length;
  const bell = typedDoorbell({
    panes: mux,
    agentOf: () => mockAgent,
    seats: store.seats,
    clock: systemClock,
    roles: rolesOf(overlordFormation),
    pauses: { enter: 5 },
  });
  return { bell, happen, events, presses, store, dir };
}

describe('typing a nudge', () => {
  it('pastes the text and presses Enter by itself; the agent takes it', async () => {
    const { bell, events } = await ground();
    const outcome = await bell.ring(nudge);
    expect(events()).toEqual([{ paste: nudge.text }, { press: 'Enter' }]);
    expect(outcome.sent && (await outcome.confirm?.())).toBe(true);
  });

  it.each([
    ['a dialog', { dialog: true }, 'dialog_open'],
    ['a draft', { draft: 'half a sent' }, 'draft_present'],
    ['a dead program', { dead: true }, 'pane_dead'],
  ])('types nothing at all over %s', async (_what, set, code) => {
    const { bell, happen, events } = await ground();
    happen({ set });
    expect(await bell.ring(nudge)).toEqual({ sent: false, code });
    expect(events()).toEqual([{ set }]);
  });

  it.each([
    ['paste', { dialog: true }, 'dialog_open'],
    ['second look', { dialog: true }, 'dialog_open'],
    ['second look', { draft: `${nudge.text} and` }, 'draft_present'],
    ['paste', { copyMode: true }, 'not_shown'],
  ] as const)('presses no Enter when before the %s there appears %j', async (before, set, code) => {
    const { bell, presses, events } = await ground({ before, event: { set } });
    expect(await bell.ring(nudge)).toEqual({ sent: false, code });
    expect(presses()).toBe(0);
    expect(replay(events()).approved).toBe(0);
  });

  it('submits a nudge of its own that an earlier ring had to leave standing', async () => {
    const { bell, happen, events } = await ground();
    happen({ set: { draft: '[MESSAGE from shadow] call check_inbox. (#zz.3)' } });
    expect(await bell.ring(nudge)).toMatchObject({ sent: true });
    expect(events().slice(1)).toEqual([{ press: 'Enter' }]);
  });

  it('submits its own reconnect that an earlier ring had to leave standing, too', async () => {
    const { bell, happen, events } = await ground();
    happen({ set: { draft: RECONNECT } });
    expect(await bell.ring(nudge)).toMatchObject({ sent: true });
    expect(events().slice(1)).toEqual([{ press: 'Enter' }]);
  });

  it('types and presses nothing after its caller stopped waiting', async () => {
    const { bell, events } = await ground();
    const patience = new AbortController();
    patience.abort();
    const outcome = await bell.ring({ ...nudge, signal: patience.signal });
    expect(outcome).toEqual({ sent: false, code: 'ring_timeout' });
    expect(events()).toEqual([]);
  });

  it('has no pane for a role that was never seen', async () => {
    const { bell } = await ground();
    expect(await bell.ring({ ...nudge, to: 'shadow' })).toEqual({ sent: false, code: 'no_pane' });
  });

  it('prefers the pane the relay registered over the one of that name', async () => {
    const { bell, store, dir, events } = await ground();
    writeFileSync(`${dir}/other.jsonl`, '');
    await store.seats.add('storm', { ...seatOf(process.pid), pane: 'other' });
    expect(await bell.ring(nudge)).toMatchObject({ sent: true });
    expect(events()).toEqual([]);
    expect(readFileSync(`${dir}/other.jsonl`, 'utf8')).toContain('paste');
  });
});
