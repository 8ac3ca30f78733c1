import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { orderMock, readRecord } from '../support/mock-agent.ts';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

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

it.each([
  ['is not there', '/nowhere/ovld'],
  ['ends at once', 'true'],
])('a relay that %s does not stop the agent; the end of its input does', async (_what, command) => {
  const dir = tempDir();
  const config = join(dir, 'mcp.json');
  const record = join(dir, 'record.jsonl');
  writeFileSync(config, JSON.stringify({ mcpServers: { 'ovld-relay': { ...server, command } } }));
  const args = [OVLD, 'mock-agent', '--mcp-config', config, '--record', record];
  const agent = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => agent.on('close', resolve));
  let complaints = '';
  agent.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const happened = (event: string): boolean =>
    readRecord(record).some((entry) => entry.event === event);
  await waitFor(() => happened('no-relay'), 'a failed connection');
  agent.stdin.write('still here\r');
  await waitFor(() => happened('rest'), 'a turn');
  agent.stdin.end();
  expect(await exited).toBe(0);
  expect(complaints).toBe('');
});

it('the mock agent exits with the code it was ordered', async () => {
  const dir = mkdtempSync('/tmp/ovld-mock-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const config = join(dir, 'mcp.json');
  writeFileSync(config, good);
  const args = [OVLD, 'mock-agent', '--mcp-config', config, '--control', dir];
  const agent = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => agent.on('close', resolve));
  const socket = join(dir, 'storm.sock');
  await waitFor(() => existsSync(socket), 'its socket');
  expect(await orderMock(socket, { do: 'exit', code: 7 })).toEqual({ ok: true });
  expect(await exited).toBe(7);
});

it('a scripted agent without a part in a play speaks the language of its environment', async () => {
  const dir = tempDir();
  const [config, script] = [join(dir, 'mcp.json'), join(dir, 'script.json')];
  writeFileSync(config, good);
  writeFileSync(script, JSON.stringify({ rules: [], start: ['work 60000'] }));
  const args = [OVLD, 'mock-agent', '--mcp-config', config, '--script', script];
  const env = { ...process.env, OVLD_LANG: 'ja' };
  const agent = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  let shown = '';
  agent.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  await waitFor(() => shown.includes('作業中…'), 'a turn, in Japanese');
  expect(shown).not.toMatch(/[A-Za-z]{4,} [a-z]{2,}/);
});

it.each([
  ['en', 'Press Ctrl-C again to exit'],
  ['ja', 'もう一度 Ctrl-C で終了'],
])('Ctrl-C that comes as a signal ends no agent the first time: %s', async (language, again) => {
  const dir = tempDir();
  const [config, part] = [join(dir, 'mcp.json'), join(dir, 'play.json')];
  writeFileSync(config, good);
  const play = { language, mux: 'tmux', top: 'storm', number: 0, below: [] };
  writeFileSync(part, JSON.stringify({ play }));
  const args = [OVLD, 'mock-agent', '--mcp-config', config, '--play', part];
  const agent = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => agent.on('close', resolve));
  let shown = '';
  agent.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  await waitFor(() => shown.includes('❯'), 'its composer');
  agent.kill('SIGINT');
  await waitFor(() => shown.includes(again), 'what a second one does');
  agent.stdin.write('still here\r');
  await waitFor(() => shown.includes('> still here'), 'it to take what is typed');
  agent.kill('SIGINT');
  expect(await exited).toBe(0);
});
