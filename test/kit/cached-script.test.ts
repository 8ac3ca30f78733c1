import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCached } from '../../src/kit/cached-script.ts';
import { tempDir } from '../support/temp.ts';

const enable = vi.fn((directory: string): { directory?: string } => ({ directory }));
// Node 20 has none.
const had = Object.getOwnPropertyDescriptor(module, 'enableCompileCache');

beforeEach(() => {
  enable.mockReset().mockImplementation((directory) => ({ directory }));
  Object.defineProperty(module, 'enableCompileCache', { value: enable, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(module, 'enableCompileCache');
  if (had) Object.defineProperty(module, 'enableCompileCache', had);
});

function scene() {
  const dir = tempDir();
  const file = join(dir, 'bundle.cjs');
  writeFileSync(file, 'exports.here = __dirname;');
  const load = (cache?: string): unknown => loadCached<{ here: string }>(file, cache).here;
  return { dir, file, load, cache: join(dir, 'home', 'ovld') };
}

describe('a bundle without a cache of the build', () => {
  it('is kept compiled by Node, in a directory of the user alone', () => {
    const { dir, load, cache } = scene();
    expect(load(cache)).toBe(dir);
    expect(enable).toHaveBeenCalledExactlyOnceWith(cache);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  });

  it.each<[string, (cache: string) => void]>([
    ['others may read', (cache) => mkdirSync(cache, { recursive: true, mode: 0o755 })],
    [
      'is a link',
      (cache) => {
        mkdirSync(join(cache, '..', 'private'), { recursive: true, mode: 0o700 });
        symlinkSync('private', cache);
      },
    ],
    ['cannot be made', (cache) => writeFileSync(join(cache, '..'), '')],
  ])('is compiled as usual where that directory %s', (_, make) => {
    const { dir, load, cache } = scene();
    make(cache);
    expect(load(cache)).toBe(dir);
    expect(enable).not.toHaveBeenCalled();
  });

  it.each<[string, () => { directory?: string }]>([
    ['says no', () => ({})],
    [
      'fails',
      () => {
        throw new Error('no');
      },
    ],
  ])('is compiled as usual where Node %s', (_, answer) => {
    const { dir, load, cache } = scene();
    enable.mockImplementation(answer);
    expect(load(cache)).toBe(dir);
  });

  it('is compiled as usual where there is no place for it, or Node is too old', () => {
    const { dir, load, cache } = scene();
    expect(load()).toBe(dir);
    expect(enable).not.toHaveBeenCalled();
    Reflect.deleteProperty(module, 'enableCompileCache');
    expect(load(cache)).toBe(dir);
    expect(existsSync(cache)).toBe(false);
  });
});

it('a cache of the build comes first, even one that V8 refuses', () => {
  const { dir, file, load, cache } = scene();
  writeFileSync(`${file}.${process.versions.v8}-${process.arch}.cache`, 'none of V8');
  expect(load(cache)).toBe(dir);
  expect(enable).not.toHaveBeenCalled();
});
