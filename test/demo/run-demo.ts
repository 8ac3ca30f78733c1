import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

export interface DemoRun {
  /** Its TMPDIR: what is in here is what the demo left behind. */
  tmp: string;
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its stdout is not read any more, as after `| head`. */
  hangUp(): void;
  exited: Promise<number | null>;
}

/** A real `ovld demo`, with a TMPDIR of its own and nothing of the person who runs the tests. */
export function startDemo(args: readonly string[], env: Record<string, string> = {}): DemoRun {
  const tmp = tempDir();
  const child = spawn(process.execPath, [OVLD, 'demo', ...args], {
    env: { PATH: '/usr/bin:/bin', TMPDIR: tmp, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    tmp,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    hangUp: () => void child.stdout.destroy(),
    exited: new Promise((resolve) => child.on('close', resolve)),
  };
}

/** Pids of the relays that work in a demo's TMPDIR, by the environment they were started with. */
export function relaysIn(tmp: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(`OVLD_RELAY_DIR=${tmp}`))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // gone meanwhile, or not ours
  }
}
