import { describe, expect, it } from 'vitest';
import { assertGone } from '../../src/summon/assert-gone.ts';
import { muster } from '../../src/summon/summon.ts';
import { fakeClock } from '../support/time.ts';
import { pass } from '../support/army.ts';
import { summonScene } from '../support/summon-scene.ts';

const SERVER = 7;

/** A session of which nothing is seen; `inside`: what of it lives in a multiplexer, look by look. */
function hidden(...inside: number[][]) {
  const scene = summonScene();
  const clock = fakeClock();
  const { parts } = scene;
  parts.armies.list = async () => [scene.record];
  parts.processes.seated = async () => (inside.length > 1 ? inside.shift() : inside[0]) ?? [];
  parts.processes.muxAbove = (pids) => (pids.length > 0 ? SERVER : undefined);
  return { ...scene, clock, parts: { ...parts, clock } };
}

describe('an army without a visible session', () => {
  it('that lives in a multiplexer is neither started again nor ended', async () => {
    const { parts, order, clock, done } = hidden([41, 42]);
    const raised = muster(parts, order).catch((error: unknown) => error);
    await pass(clock, 6_000);
    expect(await raised).toMatchObject({
      code: 'army_hidden',
      data: { session: 'pair', mux: 'tmux', running: 2, server: SERVER },
    });
    expect(done.filter((one) => !one.startsWith('ask'))).toEqual([]);
  });

  it('is waited for while it ends', async () => {
    const { parts, record, clock } = hidden([41, 42], [42], []);
    const gone = assertGone(parts, record);
    await pass(clock, 300);
    await expect(gone).resolves.toBeUndefined();
  });

  it.each([
    ['there', '2026-11-16T00:00:00.000Z', 'army_elsewhere'],
    ['there', '2026-11-14T00:00:00.000Z', undefined],
    ['here', '2026-11-16T00:00:00.000Z', undefined],
  ])('that was started on a machine %s and seen last at %s gives %s', async (boot, seen, code) => {
    const { parts, order, store, formation, clock } = hidden([]);
    await store.init(formation);
    await store.writeOutfit(formation, []);
    await store.seats.add('one', {
      relay: { pid: 1, start: '2', boot },
      agent: { kind: 'mock' },
      doorbells: [],
    });
    const observed = { state: 'idle', ageMs: 0, at: Date.parse(seen) } as const;
    store.statuses.readObserved = async () => observed;
    parts.processes.bootedAt = () => Date.parse('2026-11-15T12:00:00.000Z');
    const raised = muster(parts, order).catch((error: unknown) => error);
    await pass(clock, 100);
    expect(await raised).toMatchObject(code === undefined ? { running: false } : { code });
  });

  it('and without a record, but with running relays, counts as started by hand', async () => {
    const { parts, order } = hidden([41]);
    parts.armies.list = async () => [];
    parts.processes.muxAbove = () => undefined;
    const named = muster(parts, { ...order, session: 'pair' });
    await expect(named).rejects.toMatchObject({ code: 'session_taken' });
  });

  it('is gone when its remaining processes live in no multiplexer', async () => {
    const { parts, order } = hidden([41]);
    parts.processes.muxAbove = () => undefined;
    expect((await muster(parts, order)).running).toBe(false);
  });
});
