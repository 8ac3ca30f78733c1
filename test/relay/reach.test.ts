import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rfc3339 } from '../../src/kit/clock.ts';
import { openRecordingMux } from '../../src/mux/recording.ts';
import { openReach, typingFor } from '../../src/relay/reach.ts';
import { memoryArmy, recordingDoorbell } from '../support/army.ts';
import { tempDir } from '../support/temp.ts';

type ReachParts = Parameters<typeof openReach>[0];

/** An army in which `storm` has lost its relay, `shadow` awaits its ritual, and `glacier` has no pane. */
async function scene() {
  const dir = tempDir();
  for (const role of ['storm', 'shadow', 'inferno']) writeFileSync(`${dir}/${role}.jsonl`, '');
  const panes = openRecordingMux(dir);
  const { join, clock, outside: store } = memoryArmy(undefined, panes);
  const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
  (await join('storm', { agent })).die();
  const due = { state: 'due', at: rfc3339(clock.now()) } as const;
  for (const role of ['storm', 'shadow']) await store.statuses.noteRitual(role, due);
  const formation = overlordFormation;
  const typing = typingFor({ store, formation, panes, clock, agentOf: () => mockAgent });
  const open = (parts: Partial<ReachParts> = {}) =>
    openReach({ store, clock, formation, nudgeText: () => 'x', ...parts });
  const names = async (reach: ReturnType<typeof open>, role: string) =>
    (await reach.doorbellsFor(role)).map(({ name }) => name);
  return { clock, open, names, panes: { openTyping: async () => typing } };
}

describe('a reach', () => {
  it('without panes has no doorbell, and says that there is no multiplexer', async () => {
    const { open, names } = await scene();
    expect(await names(open(), 'inferno')).toEqual([]);
    expect(await open().obstacleTo('inferno')).toBe('no_mux');
    expect(await open().isScreenIdle('inferno')).toBe(false);
  });

  it('types to other roles, after their ritual, and says which cannot be typed to [R8]', async () => {
    const { open, names, panes } = await scene();
    const reach = open(panes);
    expect(await names(reach, 'inferno')).toEqual(['typed']);
    expect(await reach.ringDelayMs('inferno')).toBe(0);
    expect(await reach.ringDelayMs('shadow')).toBeGreaterThan(0);
    expect(await reach.obstacleTo('inferno')).toBeUndefined();
    expect(await reach.obstacleTo('glacier')).toBe('no_pane');
  });

  it('first restores a dead relay, at once [R8 C12]', async () => {
    const { open, names, panes } = await scene();
    expect(await names(open(panes), 'storm')).toEqual(['reconnect']);
    expect(await open(panes).ringDelayMs('storm')).toBe(0);
  });

  it('that asks no relay back types, and waits for the ritual all the same [R8]', async () => {
    const { open, names, panes } = await scene();
    const reach = open({ ...panes, reconnects: false });
    expect(await names(reach, 'storm')).toEqual(['typed']);
    expect(await reach.ringDelayMs('storm')).toBeGreaterThan(0);
  });

  it('of a relay has native doorbells for its own agent alone, once that has its tools [R7 C4]', async () => {
    const { clock, open, names, panes } = await scene();
    let ready = false;
    const own = {
      role: 'inferno',
      since: clock.monotonic(),
      back: false,
      isReady: () => ready,
      doorbells: [recordingDoorbell()],
    };
    const reach = open({ ...panes, own });
    expect(await names(reach, 'inferno')).toEqual(['native', 'typed']);
    expect(await names(reach, 'shadow')).toEqual(['typed']);
    expect(await reach.ringDelayMs('inferno')).toBe(20_000);
    ready = true;
    expect(await reach.ringDelayMs('inferno')).toBe(0);
  });

  it('of a relay that came back and was not asked for its tools has only `reconnect` [R8 C12]', async () => {
    const { clock, open, names, panes } = await scene();
    const doorbells = [recordingDoorbell()];
    const own = { role: 'inferno', since: clock.monotonic(), back: true, isReady: () => false };
    const reach = open({ ...panes, own: { ...own, doorbells } });
    expect(await names(reach, 'inferno')).toEqual(['native', 'typed']);
    clock.advance(5_000);
    expect(await names(reach, 'inferno')).toEqual(['reconnect']);
  });
});
