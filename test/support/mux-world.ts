import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { MuxKind } from '../../src/army/formation.ts';
import type { Mux, Pane } from '../../src/mux/mux.ts';
import { openMux } from '../../src/mux/open.ts';
import { attachedClient, type Client } from './tmux.ts';
import { waitFor } from './wait-for.ts';

export const ECHO_PANE = fileURLToPath(new URL('./echo-pane.mjs', import.meta.url));

export interface Started {
  argv: string[];
  cwd: string;
  pid: number;
  child?: number;
  marker?: string;
}

/** A machine of its own for a multiplexer: home, sockets, sessions. All of it ends with the test. */
export interface MuxWorld {
  dir: string;
  env: Readonly<Record<string, string>>;
  open(session: string): Promise<Mux>;
  /** What a person does, with the multiplexer's own words. */
  person(mux: Mux): Person;
  /** A session ovld knows nothing of. */
  foreign(name: string): Promise<void>;
  sessions(): Promise<string>;
  attach(mux: Mux): Promise<Client>;
}

interface Person {
  closes(pane: Pane): Promise<unknown>;
  renames(pane: Pane, title: string, tab: string): Promise<unknown>;
}

type Run = (args: readonly string[]) => Promise<string>;

interface Words {
  env(dir: string): Record<string, string>;
  foreign(name: string): string[];
  sessions: string[];
  closes(session: string, pane: string): string[];
  renames(session: string, pane: string, title: string, tab: string): string[][];
  /** Ends every session of this world, whatever became of them. */
  over(run: Run): Promise<unknown>;
}

const words: Record<MuxKind, Words> = {
  tmux: {
    env: (dir) => ({ TMUX_TMPDIR: dir }),
    foreign: (name) => ['new-session', '-d', '-s', name, 'sleep', '1000'],
    sessions: ['list-sessions', '-F', '#{session_name}'],
    closes: (_, pane) => ['kill-pane', '-t', pane],
    renames: (_, pane, title, tab) => [
      ['select-pane', '-t', pane, '-T', title],
      ['rename-window', '-t', pane, tab],
    ],
    over: (run) => run(['kill-server']),
  },
  zellij: {
    env: (dir) => ({ ZELLIJ_SOCKET_DIR: join(dir, 's') }),
    foreign: (name) => ['attach', '--create-background', name],
    sessions: ['list-sessions', '--short'],
    closes: (session, pane) => ['--session', session, 'action', 'close-pane', '--pane-id', pane],
    renames: (session, pane, title) => [
      ['--session', session, 'action', 'rename-pane', '--pane-id', pane, title],
    ],
    over: async (run) => {
      await run(['kill-all-sessions', '--yes']);
      await run(['delete-all-sessions', '--yes', '--force']);
    },
  },
};

export function muxWorld(kind: MuxKind, tune: (dir: string) => void = () => undefined): MuxWorld {
  // Short: a socket's path may have 107 bytes with the session's name in it (Z23).
  const dir = mkdtempSync('/tmp/ow-');
  const own = words[kind];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
    OVLD_WORLD: dir,
    ...own.env(dir),
  };
  const run: Run = (args) => tell(kind, args, env);
  onTestFinished(async () => {
    await own.over(run).catch(() => undefined);
    const left = (await gone(dir)).map((pid) => `${pid} ${argvOf(pid).join(' ')}`);
    if (left.length > 0) await killAll(() => inhabitants(dir));
    rmSync(dir, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`still running after the test:\n${left.join('\n')}`);
  });
  tune(dir);
  return {
    dir,
    env,
    open(session) {
      const place = join(dir, `run-${session}`);
      mkdirSync(place, { recursive: true });
      return openMux({ kind, session, targeting: 'pane', tabs: [], dir: place, env });
    },
    person: ({ session }) => ({
      closes: ({ id }) => run(own.closes(session, id)),
      async renames({ id }, title, tab) {
        for (const args of own.renames(session, id, title, tab)) await run(args);
      },
    }),
    foreign: async (name) => void (await run(own.foreign(name))),
    sessions: () => run(own.sessions).catch(() => ''),
    attach: (mux) => attachedClient(dir, env, mux.attach(undefined)),
  };
}

const tell = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(program, [...args], { env, timeout: 20_000 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });

/** Nothing of this world may outlive it: every process of it carries the world's name. */
async function gone(dir: string): Promise<number[]> {
  const quiet = () => inhabitants(dir).length === 0;
  await waitFor(quiet, 'every process of the test to end', 5_000).catch(() => undefined);
  return inhabitants(dir);
}

export function inhabitants(dir: string): number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => environment(pid).includes(`OVLD_WORLD=${dir}\0`))
    .map(Number);
}

/** None where it has ended meanwhile. */
export const argvOf = (pid: number): string[] => read(`/proc/${pid}/cmdline`).split('\0');

/** Nothing of a world is left; what is, is named. */
export const allEnded = ({ running }: { running: () => number[] }): Promise<unknown> =>
  waitFor(() => running().length === 0, 'every process to end').catch((error: unknown) => {
    const left = running().map((pid) => `${pid} ${argvOf(pid).join(' ')}`);
    throw new Error([String(error), ...left].join('\n'));
  });

/**
 * As in a crash of the machine: everything at once, without a signal that could be handled, the multiplexer last.
 * A process may start another between the look and its own end: that one is killed at the next look.
 */
export async function killAll(running: () => number[]): Promise<void> {
  const isMux = (pid: number): boolean => /(?:^|\/)(?:zellij|tmux)/.test(argvOf(pid)[0] ?? '');
  await waitFor(() => {
    const all = running();
    for (const pid of [...all.filter((one) => !isMux(one)), ...all.filter(isMux)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with one of the others.
      }
    }
    return all.length === 0;
  }, 'every process to end');
}

const environment = (pid: string): string => read(`/proc/${pid}/environ`);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** How the program of a pane was started, once it was. */
export const started = (out: string): Promise<Started> =>
  waitFor(
    () =>
      existsSync(`${out}.start`) && (JSON.parse(readFileSync(`${out}.start`, 'utf8')) as Started),
    `the program of ${out} to start`,
  );

/** The role's pane, as a relay would look for it. */
export async function paneOf(mux: Mux, role: string): Promise<Pane> {
  const panes = await mux.panes();
  const found = panes.find((pane) => pane.role === role) ?? panes.find((p) => p.title === role);
  if (found === undefined) throw new Error(`${role} has no pane in ${JSON.stringify(panes)}`);
  return found;
}
