import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateFile } from '../../src/mock-agent/state-file.ts';
import { tempDir } from '../support/temp.ts';

function relayDir(): { dir: string; state: () => unknown } {
  const dir = tempDir();
  for (const name of ['state', 'tmp']) mkdirSync(join(dir, name));
  return { dir, state: () => JSON.parse(readFileSync(join(dir, 'state', 'storm'), 'utf8')) };
}

it('counts the turns that ended by themselves, and only those [R12]', () => {
  const { dir, state } = relayDir();
  const observe = stateFile(dir, 'storm');
  observe('busy');
  expect(state()).toEqual({ state: 'busy', turns: '000000', tells: false });
  observe('idle', true);
  observe('busy');
  observe('waiting');
  observe('idle', false);
  expect(state()).toEqual({ state: 'idle', turns: '000001', tells: false });
});

it.each([
  ['counts on from the agent before', '{"state":"busy"   ,"turns":"000041"}\n', '000042'],
  ['starts anew when its count is not a number', '{"state":"idle","turns":"many"}\n', '000001'],
])('the state file %s', (_, before, turns) => {
  const { dir, state } = relayDir();
  writeFileSync(join(dir, 'state', 'storm'), before);
  stateFile(dir, 'storm')('idle', true);
  expect(state()).toMatchObject({ turns });
});

it('a relay directory that is gone is no error', () => {
  const { dir } = relayDir();
  const observe = stateFile(dir, 'storm');
  rmSync(dir, { recursive: true });
  expect(() => observe('idle', true)).not.toThrow();
});
