import { expect, it } from 'vitest';
import type { Pane } from '../../src/mux/mux.ts';
import { readStarts, type StartSight } from '../../src/summon/read-starts.ts';
import { ROLES, summonScene } from '../support/summon-scene.ts';

const pane = (role: string, alive: boolean): Pane => ({ id: `%${role}`, title: role, role, alive });

it('looks at no further screen once it is interrupted', async () => {
  const { parts, formation, store, mux } = summonScene();
  await store.init(formation);
  const stop = new AbortController();
  const looked: string[] = [];
  const screen = async (seen: string) => {
    looked.push(seen);
    stop.abort();
    return undefined;
  };
  const asking = { ...parts, isRunning: async () => true };
  await readStarts(asking, { formation, store, mux: { ...mux, screen } }, ROLES, stop.signal);
  expect(looked).toEqual(['%0']);
});

const left = ['Invalid API key', '', 'Pane is dead (status 1, Thu Nov 19 15:00:00 2026)', ''];
const ended = { ended: 'pane_dead', postpones: false, lastLine: 'Invalid API key' } as const;

it.each<[string, { running?: boolean; asker?: string; panes?: Pane[] }, StartSight | undefined]>([
  ['the program of its pane has ended', {}, ended],
  ['the same, and other roles start after it', { asker: 'one' }, { ...ended, postpones: true }],
  ['its pane looks dead, and its agent runs', { running: true }, undefined],
  [
    'its pane was closed',
    { panes: [pane('two', true), pane('mine', true), pane('yours', true)] },
    { ended: 'no_pane', postpones: false },
  ],
  ['the multiplexer shows no pane at all', { panes: [] }, undefined],
])('an agent has ended or not where %s [session.ended.1]', async (_, given, sight) => {
  const panes = given.panes ?? [pane('one', false), pane('two', true)];
  const { parts, formation, store, mux } = summonScene({ panes });
  await store.init(formation);
  if (given.asker !== undefined) await store.starts.postpone('one', given.asker);
  const screen = async () => ({ lines: left, copyMode: false });
  const looking = { ...parts, isRunning: async () => given.running === true };
  const seen = await readStarts(looking, { formation, store, mux: { ...mux, screen } }, ['one']);
  expect(seen.get('one')).toEqual(sight);
});
