import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

it.each([
  'unsummon',
  'unsummon --force',
  'unsummon --all',
  'unsummon --all --force',
  'unsummon --session overlord --force',
  'inject',
  'status',
])('"%s" without any army says so and creates nothing', (line) => {
  const home = tempDir();
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  // No multiplexer either: none is asked. What Node keeps compiled goes elsewhere.
  const env = { HOME: home, PATH: join(home, 'none'), XDG_CACHE_HOME: tempDir() };
  const { status, stdout, stderr } = spawnSync(process.execPath, [OVLD, ...line.split(' ')], {
    cwd,
    env,
    input: '',
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toMatch(/^ovld: .*no army .*\n {2}→ /);
  expect(readdirSync(home)).toEqual(['project']);
  expect(readdirSync(cwd)).toEqual([]);
});
