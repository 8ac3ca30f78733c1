import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import type { Store } from '../../src/store/store.ts';
import { OVLD } from './relay-process.ts';
import { tempDir } from './temp.ts';

export interface CliArmy {
  home: string;
  dir: string;
  store: Store;
  env: Record<string, string>;
}

/** A home with one registered army, for commands that ask no multiplexer. */
export async function cliArmy(more: Record<string, string> = {}): Promise<CliArmy> {
  const home = tempDir();
  const armies = join(home, '.config/ovld/armies');
  const dir = join(home, '.config/ovld/relay');
  mkdirSync(armies, { recursive: true });
  const store = openFileStore(dir);
  const formation = { ...overlordFormation, mux: 'tmux' as const, folder: home };
  await store.init(formation);
  await store.writeOutfit(formation, []);
  const record = { session: 'overlord', folder: home, formation: 'overlord', mux: 'tmux' };
  const document = { ...record, relay_dir: dir, started_at: new Date().toISOString() };
  writeFileSync(join(armies, 'overlord.json'), JSON.stringify(document));
  const env = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', ...more };
  return { home, dir, store, env };
}

/** A home with an army of which something runs: a program that was started as the agent of storm. */
export async function runningArmy(more?: Record<string, string>): Promise<CliArmy> {
  const army = await cliArmy(more);
  const config = join(army.dir, 'mcp', 'storm.json');
  const idle = ['-e', 'setInterval(() => undefined, 1000)', '--', '--mcp-config', config];
  const child = spawn(process.execPath, idle, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return army;
}

export interface Running {
  child: ChildProcess;
  out(): string;
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** `ovld …` in the army's folder; ended with the test by its pid. */
export function startOvld({ env, home }: CliArmy, args: readonly string[]): Running {
  const child = spawn(process.execPath, [OVLD, ...args], { env, cwd: home });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<Awaited<Running['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, out: () => stdout, ended };
}

export const ovld = (army: CliArmy, ...args: string[]): Running['ended'] =>
  startOvld(army, args).ended;
