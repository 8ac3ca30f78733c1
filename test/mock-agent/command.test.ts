import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

const server = { command: 'true', args: [], env: { OVLD_ROLE: 'storm' } };
const good = JSON.stringify({ mcpServers: { 'ovld-relay': server } });

it.each([
  ['without a configuration', undefined, []],
  ['with one that is no JSON', '{', []],
  ['with two servers', JSON.stringify({ mcpServers: { a: server, b: server } }), []],
  ['with a flag it does not know', good, ['--dance']],
  ['with a time that is none', good, ['--boot-ms', 'soon']],
  ['with a script that is not there', good, ['--script', '/nowhere.json']],
])('ovld mock-agent %s is a usage error', (_what, document, flags) => {
  const config = join(tempDir(), 'mcp.json');
  if (document !== undefined) writeFileSync(config, document);
  const args = document === undefined ? [] : ['--mcp-config', config];
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [OVLD, 'mock-agent', ...args, ...flags],
    { encoding: 'utf8', input: '', timeout: 20_000 },
  );
  expect(stderr).toMatch(/^ovld: /);
  expect(status).toBe(2);
  expect(stdout).toBe('');
});
