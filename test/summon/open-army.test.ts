import { describe, expect, it } from 'vitest';
import type { Mux, Sight } from '../../src/mux/mux.ts';
import { openRecord } from '../../src/summon/open-army.ts';
import { awaitLife } from '../../src/summon/summon.ts';
import { summonScene } from '../support/summon-scene.ts';

const GONE: Sight = { state: 'none', life: undefined, panes: [] };
const LIVE: Sight = { state: 'live', life: 'ours', panes: [] };

/** A multiplexer that gives these sights one after the other, and whose server is of that life. */
function scene(sights: Sight[], life: string | undefined) {
  const { parts, mux, record } = summonScene();
  let looks = 0;
  const sight = async (): Promise<Sight> => sights[Math.min(looks++, sights.length - 1)] ?? GONE;
  const busy = { ...mux, sight, life: async () => life } as Mux;
  return {
    army: { ...record, life: 'ours' },
    mux: busy,
    parts: { ...parts, calm: async () => undefined, openMux: async () => busy },
    looks: () => looks,
  };
}

describe('an army whose session is not listed [Z19]', () => {
  it('is looked for again while its own server runs', async () => {
    const { parts, army } = scene([GONE, GONE, LIVE], 'ours');
    expect(await openRecord(parts, army)).toMatchObject({ standing: 'live' });
  });

  it('is gone where its server is gone, or is another', async () => {
    for (const life of [undefined, 'another']) {
      const { parts, army, looks } = scene([GONE, LIVE], life);
      expect(await openRecord(parts, army)).toMatchObject({ standing: 'gone' });
      expect(looks()).toBe(1);
    }
  });

  it('is not looked for without end', async () => {
    const { parts, army } = scene([GONE], 'ours');
    expect(await openRecord(parts, army)).toMatchObject({ standing: 'gone' });
  });
});

describe('a terminal that comes back before the life of the session is noted', () => {
  const back = AbortSignal.abort();

  it('costs the army nothing while its processes run: its client was thrown out', async () => {
    const { parts, army, mux } = scene([LIVE], 'ours');
    const lives = [undefined, undefined, 'ours'];
    const slow = { ...mux, life: async () => lives.shift() };
    const processes = { ...parts.processes, ofArmy: async () => [7] };
    expect(await awaitLife({ ...parts, processes }, { mux: slow, record: army }, back)).toBe(true);
  });

  it('is the end of an army without processes', async () => {
    const { parts, army, mux } = scene([GONE], undefined);
    expect(await awaitLife(parts, { mux, record: army }, back)).toBe(false);
  });
});
