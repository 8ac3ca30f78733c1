import fs from 'node:fs';
import { identify, isAlive } from './process-identity.ts';

export interface RunningProcess {
  pid: number;
  argv: readonly string[];
  /** Read when it is asked for: there are many processes, and few of them matter. */
  env: () => readonly string[];
}

/**
 * The processes this user may look into. Without `/proc` there is `ps`, which parts words by spaces,
 * whatever was in them, and tells nothing of the environment.
 */
export function runningProcesses(): RunningProcess[] {
  if (process.platform !== 'linux') return processesByPs();
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const argv = wordsIn(`/proc/${name}/cmdline`);
      const env = (): string[] => wordsIn(`/proc/${name}/environ`);
      return argv.length === 0 ? [] : [{ pid: Number(name), argv, env }];
    });
}

const PS_LINE = /^\s*(\d+)\s+(.*)$/;

function processesByPs(): RunningProcess[] {
  // Loaded only where there is no /proc: it is not cheap.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, args = ''] = PS_LINE.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), argv: args.split(' '), env: () => [] }];
  });
}

/** None where it has ended meanwhile, or is another's. */
function wordsIn(path: string): string[] {
  try {
    return fs.readFileSync(path, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

const GENERATIONS = 64;

/** The names of the programs this process descends from, nearest first; none where unknown. */
export function ancestorNames(): string[] {
  const names: string[] = [];
  for (let pid = process.ppid; pid > 1 && names.length < GENERATIONS;) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      names.push(stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')));
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      break;
    }
  }
  return names;
}

const POLITE_MS = 2_000;
const FORCED_MS = 1_000;
const LOOK_MS = 20;

/** Asks each to end, then ends it, always the very process that was asked; who is left. */
export async function endProcesses(pids: readonly number[]): Promise<number[]> {
  let left = pids.flatMap((pid) => identify(pid) ?? []);
  for (const [signal, patience] of [
    ['SIGTERM', POLITE_MS],
    ['SIGKILL', FORCED_MS],
  ] as const) {
    for (const one of left) {
      if (isAlive(one)) signalTo(one.pid, signal);
    }
    const until = Date.now() + patience;
    left = left.filter(isAlive);
    while (left.length > 0 && Date.now() < until) {
      await new Promise((resolve) => void setTimeout(resolve, LOOK_MS));
      left = left.filter(isAlive);
    }
  }
  return left.map(({ pid }) => pid);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or not ours to end: the caller looks who is left.
  }
}
