import fs from 'node:fs';
import { isErrno } from './errno.ts';

/** Tells one process from a later one with the same pid, on this boot or the next. */
export interface ProcessIdentity {
  pid: number;
  start: string;
  boot: string;
}

export function identify(pid: number): ProcessIdentity | undefined {
  const start = readStart(pid);
  return start === undefined || start === 'dead' ? undefined : { pid, start, boot: bootId() };
}

/** False only when that is certain: an unknown process counts as alive (R10). */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.boot !== bootId()) return false;
  const start = readStart(identity.pid);
  if (start === 'dead') return false;
  return start === undefined || identity.start === '' || start === identity.start;
}

let boot: string | undefined;

export function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  if (process.platform === 'linux') {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  }
  return (run('sysctl', ['-n', 'kern.boottime']) ?? 'unknown').trim();
}

/** The start time of a live process, 'dead', or undefined where it cannot be told. */
function readStart(pid: number): string | 'dead' | undefined {
  if (process.platform !== 'linux') return readStartByPs(pid);
  const stat = readStat(pid);
  return stat === undefined || stat === 'dead' ? stat : stat.start;
}

/** In the kernel's flags of a process: it is being torn down. */
const PF_EXITING = 0x4;

/**
 * Whether it is ending or has ended. The kernel closes its files before it gives its children another parent, and
 * on a busy machine there is time between the two. False where that cannot be told.
 */
export function isEnding(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readStat(pid);
  return stat === 'dead' || (stat !== undefined && (stat.flags & PF_EXITING) !== 0);
}

function readStat(pid: number): { flags: number; start: string | undefined } | 'dead' | undefined {
  let stat: string;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ESRCH') ? 'dead' : undefined;
  }
  // The command name may hold spaces and brackets: count fields after its last ')'.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? 'dead' : { flags: Number(fields[6]), start: fields[19] };
}

function readStartByPs(pid: number): string | 'dead' | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return 'dead';
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)])?.trim() || undefined;
}

function run(command: string, args: string[]): string | undefined {
  try {
    // Loaded only where there is no /proc: it is not cheap, and Linux never needs it here.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    return execFileSync(command, args, {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
