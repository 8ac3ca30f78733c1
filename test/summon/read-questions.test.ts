import { expect, it } from 'vitest';
import { readQuestions } from '../../src/summon/read-questions.ts';
import { ROLES, summonScene } from '../support/summon-scene.ts';

it('looks at no further screen once it is interrupted', async () => {
  const { parts, formation, store, mux } = summonScene();
  await store.init(formation);
  const stop = new AbortController();
  const looked: string[] = [];
  const screen = async (pane: string) => {
    looked.push(pane);
    stop.abort();
    return undefined;
  };
  await readQuestions(parts, { formation, store, mux: { ...mux, screen } }, ROLES, stop.signal);
  expect(looked).toEqual(['%0']);
});
