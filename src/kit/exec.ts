import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { isErrno } from './errno.ts';

export interface Execution {
  program: string;
  args: readonly string[];
  stdin?: string | undefined;
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string | undefined>>;
}

export interface Outcome {
  /** Null where it was ended by a signal, or never started. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** There is no such program, or it may not be run. */
  missing: boolean;
  timedOut: boolean;
}

const MEGABYTES_16 = 16 * 1024 * 1024;

/**
 * Runs a program to its end. A failing program is an outcome, not an exception; one that outlives
 * `timeoutMs`, or prints more than 16 MB, is killed. `aside`: this process does not stay alive for it.
 */
export function exec(
  { program, args, stdin, env }: Execution,
  { timeoutMs, aside = false }: { timeoutMs: number; aside?: boolean },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const said = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let timedOut = false;
    let settled = false;
    let timer: NodeJS.Timeout | undefined;

    const settle = (end: Pick<Outcome, 'code' | 'signal' | 'missing'>, trouble = ''): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const stdout = Buffer.concat(said.stdout).toString('utf8');
      const stderr = Buffer.concat(said.stderr).toString('utf8') + trouble;
      resolve({ ...end, stdout, stderr, timedOut });
    };

    let child: ChildProcessWithoutNullStreams;
    try {
      // Loaded with the first program: most processes of ours start none, and it is not cheap.
      const { spawn } = process.getBuiltinModule('node:child_process');
      // Detached: Ctrl-C at the terminal is for this process, which lets a program finish what it does.
      child = spawn(program, args, { env: { ...env }, stdio: 'pipe', detached: true });
    } catch (error) {
      // Arguments the system refuses (too long, a NUL in them) are thrown, not emitted.
      settle({ code: null, signal: null, missing: false }, String(error));
      return;
    }
    child.on('error', (error) => {
      const missing = isErrno(error, 'ENOENT', 'EACCES');
      settle({ code: null, signal: null, missing }, error.message);
    });
    // No descriptor was left for its pipes: there are none, and the error comes by itself.
    if ((child.stdin as unknown) === undefined) return;
    const kill = (): void => {
      child.kill('SIGKILL');
      // A grandchild may hold the pipes open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);

    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MEGABYTES_16) kill();
        else said[stream].push(chunk);
      });
    }
    child.on('close', (code, signal) => settle({ code, signal, missing: false }));
    // The program may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin ?? '');
    if (!aside) return;
    const pipes = [child.stdin, child.stdout, child.stderr] as Socket[];
    for (const held of [timer, child, ...pipes]) held.unref();
  });
}
