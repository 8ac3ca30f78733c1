import fs from 'node:fs';
import { identify, isAlive } from './process-identity.ts';

export interface RunningProcess {
  pid: number;
  argv: readonly string[];
  /** Read when it is asked for: there are many processes, and few of them matter. */
  env: () => readonly string[];
  /** What its standard input is, by its path; undefined where unknown. */
  stdin: () => string | undefined;
}

/**
 * The processes this user may look into. Without `/proc` there is `ps`, which parts words by spaces,
 * whatever was in them, and tells nothing of the environment.
 */
export function listProcesses(): RunningProcess[] {
  if (process.platform !== 'linux') return listProcessesByPs();
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const argv = readWords(`/proc/${name}/cmdline`);
      let words: string[] | undefined;
      const env = (): string[] => (words ??= readWords(`/proc/${name}/environ`));
      const stdin = (): string | undefined => readLink(`/proc/${name}/fd/0`);
      return argv.length === 0 ? [] : [{ pid: Number(name), argv, env, stdin }];
    });
}

const PS_LINE = /^\s*(\d+)\s+(.*)$/;

function listProcessesByPs(): RunningProcess[] {
  // Loaded only where there is no /proc: it is not cheap.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, args = ''] = PS_LINE.exec(line) ?? [];
    if (pid === undefined) return [];
    const stdin = (): undefined => undefined;
    return [{ pid: Number(pid), argv: args.split(' '), env: () => [], stdin }];
  });
}

/** Empty where the process has ended, or is another user's. */
function readWords(path: string): string[] {
  try {
    return fs.readFileSync(path, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

function readLink(path: string): string | undefined {
  try {
    return fs.readlinkSync(path);
  } catch {
    return undefined;
  }
}

const GENERATIONS = 64;

export interface Ancestor {
  pid: number;
  name: string;
}

/** The programs a process descends from, nearest first; none where unknown. */
export function ancestorsOf(pid: number): Ancestor[] {
  const found: Ancestor[] = [];
  for (let at = readProcess(pid)?.parent ?? 0; at > 1 && found.length < GENERATIONS;) {
    const own = readProcess(at);
    if (own === undefined) break;
    found.push({ pid: at, name: own.name });
    at = own.parent;
  }
  return found;
}

/** Of this process. */
export const ancestorNames = (): string[] => ancestorsOf(process.pid).map(({ name }) => name);

interface ProcessLine {
  name: string;
  parent: number;
}

function readProcess(pid: number): ProcessLine | undefined {
  if (process.platform !== 'linux') return readProcessByPs(pid);
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets.
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { name, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
}

/** Here a program's name may be its whole path. */
export function readProcessByPs(pid: number): ProcessLine | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const asked = ['-o', 'ppid=,comm=', '-p', String(pid)];
  const { stdout } = spawnSync('ps', asked, { encoding: 'utf8' });
  const [, parent, name = ''] = PS_LINE.exec((stdout ?? '').trimEnd()) ?? [];
  return parent === undefined
    ? undefined
    : { name: name.slice(name.lastIndexOf('/') + 1), parent: Number(parent) };
}

const POLITE_MS = 2_000;
const FORCED_MS = 1_000;
const LOOK_MS = 20;

/** Sends SIGTERM, then SIGKILL, always to the same process; returns the pids that are left. */
export async function endProcesses(pids: readonly number[]): Promise<number[]> {
  let left = pids.flatMap((pid) => identify(pid) ?? []);
  for (const [signal, patienceMs] of [
    ['SIGTERM', POLITE_MS],
    ['SIGKILL', FORCED_MS],
  ] as const) {
    for (const one of left) {
      if (isAlive(one)) sendSignal(one.pid, signal);
    }
    const until = Date.now() + patienceMs;
    left = left.filter(isAlive);
    while (left.length > 0 && Date.now() < until) {
      await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
      left = left.filter(isAlive);
    }
  }
  return left.map(({ pid }) => pid);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or not ours to end: the caller looks at what is left.
  }
}
