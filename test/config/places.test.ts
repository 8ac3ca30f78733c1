import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userCacheDir, userConfigDir } from '../../src/config/env.ts';
import { allDirs, shippedDir } from '../../src/config/places.ts';
import { tempDir } from '../support/temp.ts';

it('what ships is found from a bundle, a chunk and the source alike', () => {
  const root = tempDir();
  // A folder called formations alone is not ovld's.
  for (const dir of ['formations', 'rituals', 'dist/chunks', 'src/config', 'dist/formations']) {
    mkdirSync(join(root, dir), { recursive: true });
  }
  for (const from of ['dist', 'dist/chunks', 'src/config', '.']) {
    expect(shippedDir(join(root, from))).toBe(root);
  }
  expect(() => shippedDir('/')).toThrow(/missing/);
});

it('the project comes before the user, and the user before what ships', () => {
  const places = { folder: '/p', user: '/u/.config/ovld' };
  expect(allDirs(places).map(({ dir }) => dir)).toEqual([
    '/p/.ovld',
    '/u/.config/ovld',
    shippedDir(),
  ]);
  expect(allDirs({ ...places, user: undefined }).map(({ place }) => place)).toEqual([
    'project',
    'shipped',
  ]);
});

it.each([
  [{ HOME: '/home/u' }, '/home/u/.config/ovld'],
  [{ HOME: '' }, undefined],
  [{ HOME: 'relative' }, undefined],
  [{}, undefined],
])('the files of a user with %j are in %s', (env, dir) => {
  expect(userConfigDir(env)).toBe(dir);
});

it.each([
  [{ HOME: '/home/u' }, '/home/u/.cache/ovld'],
  [{ HOME: '/home/u', XDG_CACHE_HOME: '/var/c' }, '/var/c/ovld'],
  [{ HOME: '/home/u', XDG_CACHE_HOME: 'here' }, '/home/u/.cache/ovld'],
  [{ HOME: '' }, undefined],
  [{}, undefined],
])('what can be made again is kept, by %j, in %s', (env, dir) => {
  expect(userCacheDir(env)).toBe(dir);
});
