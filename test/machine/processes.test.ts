import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { composeArmy } from '../../src/compose/army.ts';
import { identify } from '../../src/kit/process-identity.ts';
import { openFileStore } from '../../src/store/files.ts';
import { requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';

/** Waits for nothing in particular, under whatever name and with whatever words. */
function running(argv0: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const program = ['-e', 'setInterval(() => undefined, 1000)'];
  const child: ChildProcess = spawn(process.execPath, [...program, '--', ...words], {
    argv0,
    env,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

/** One that waits for its input, with no words but flags: what a person types at. */
function shell(): number {
  const child = spawn('sh', ['-s'], { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

it('the processes of an army are its agents and relays, never a host, another army or itself [T7 Z20]', async (context) => {
  requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'there is no /proc');
  const home = tempDir();
  const parts = await composeArmy({ HOME: home });
  const [dir, other] = [parts.relayDir('overlord'), parts.relayDir('other')];
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const config = (place: string): string[] => ['--mcp-config', join(place, 'mcp', 'storm.json')];

  const ofShadow = ['--mcp-config', join(dir, 'mcp', 'shadow.json')];
  const agent = running('claude', config(dir));
  const shadow = running('claude', ofShadow);
  const relay = running('node', ['relay'], { OVLD_RELAY_DIR: dir, OVLD_ROLE: 'storm' });
  const shadows = running('node', ['relay'], { OVLD_RELAY_DIR: dir, OVLD_ROLE: 'shadow' });
  const ritual = running('node', ['inject', 'storm'], { OVLD_RELAY_DIR: dir });
  for (const host of ['tmux', '/usr/bin/tmux', 'zellij']) running(host, config(dir));
  running('claude', config(other));
  running('node', ['relay'], { OVLD_RELAY_DIR: other, OVLD_ROLE: 'storm' });
  running('node', ['relay', 'tail'], { OVLD_RELAY_DIR: dir });
  running('claude', [join(dir, 'mcp', 'storm.json')]);

  const store = openFileStore(dir, {});
  await store.init(overlordFormation);
  await store.writeOutfit(overlordFormation, []);
  const seat = async (role: string, relayPid: number, agentPid: number): Promise<void> => {
    const [relayLife, process] = [identify(relayPid), identify(agentPid)];
    if (relayLife === undefined || process === undefined) throw new Error('it has ended');
    const taken = { relay: relayLife, agent: { kind: 'mock', process }, doorbells: [] };
    await store.seats.add(role, taken);
  };
  // Started by hand: the relay is one of the army, its parent is a person's editor or shell.
  const byHand = running('node', []);
  await seat('storm', byHand, running('node', []));
  await seat('shadow', process.pid, shell());

  const found = await parts.processes.ofArmy(dir);
  expect(new Set(found)).toEqual(new Set([agent, shadow, relay, shadows, ritual, byHand]));
  // In its session, and not at the terminal of its summons.
  const seated = await parts.processes.seated(dir);
  expect(new Set(seated)).toEqual(new Set([agent, shadow, relay, shadows, byHand]));
  // For one role only its own, and not the process that types several rituals.
  const ofRole = async (role: string) => new Set(await parts.processes.ofRole(dir, role));
  expect(await ofRole('storm')).toEqual(new Set([agent, relay, byHand]));
  expect(await ofRole('shadow')).toEqual(new Set([shadow, shadows]));
  expect(await ofRole('glacier')).toEqual(new Set());
});
