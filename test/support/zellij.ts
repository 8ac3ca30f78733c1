import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LayoutPane, ArmyLayout, Mux } from '../../src/mux/mux.ts';
import type { MuxAddress } from '../../src/mux/open.ts';
import { openZellij } from '../../src/mux/zellij.ts';
import { waitFor } from './wait-for.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A person's terminal with the session in it. */
export interface ZellijClient {
  /** As tmux names keys. */
  keys(...keys: string[]): void;
  screen(): string;
  /** Whether its program still runs. */
  isOpen(): boolean;
}

/** Sockets, home and configuration of its own: nothing a person's Zellij could see. */
export interface ZellijWorld {
  dir: string;
  socketDir: string;
  env: Readonly<Record<string, string>>;
  address(session: string, more?: Partial<MuxAddress>): MuxAddress;
  open(session: string, more?: Partial<MuxAddress>): Mux;
  zellij(...args: string[]): Ran;
  /** A command in a terminal of its own. */
  terminal(argv: readonly string[], size?: { columns: number; rows: number }): ZellijClient;
  /** Attaches a terminal, and waits until Zellij has it. */
  attach(session: string, size?: { columns: number; rows: number }): Promise<ZellijClient>;
  /** Every process below the servers of this world. */
  processes(): number[];
  /** Ends all of it, by pid. */
  close(): Promise<void>;
}

const NOT_SENT = /There is no active session/;

/** Gone with the test, and everything that ran in it. */
export function zellijWorld(): ZellijWorld {
  const world = openZellijWorld();
  onTestFinished(() => world.close());
  return world;
}

export function openZellijWorld(): ZellijWorld {
  // Short: with the session's name it must fit into the path of a socket (Z23).
  const dir = mkdtempSync(join(tmpdir(), 'oz-'));
  const socketDir = join(dir, 's');
  const terminals = join(dir, 'tmux');
  for (const name of ['s', 'home', 'config', 'army', 'tmp']) mkdirSync(join(dir, name));
  // Zellij opens scrollback in it; it stays until it is ended.
  writeFileSync(join(dir, 'editor'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o700 });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(dir, 'home'),
    TMPDIR: join(dir, 'tmp'),
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    EDITOR: join(dir, 'editor'),
    TERM: 'xterm-256color',
    ZELLIJ_SOCKET_DIR: socketDir,
    ZELLIJ_CONFIG_DIR: join(dir, 'config'),
  };
  const run = (program: string, args: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      env,
      cwd: dir,
      encoding: 'utf8',
      timeout: 20_000,
    });
    return { code: status, stdout, stderr };
  };
  const tmux = (...args: string[]): Ran =>
    run('tmux', ['-S', terminals, '-f', '/dev/null', ...args]);
  /** An action that met others' and was not carried out (Z3), or a list that came back empty (Z4), again. */
  function zellij(...args: string[]): Ran {
    const isList = args.some((word) => word.startsWith('list-'));
    for (let attempt = 1; ; attempt += 1) {
      const ran = run('zellij', args);
      const unread = isList && ran.code === 0 && ran.stdout.trim() === '';
      if (attempt === 5 || !(unread || NOT_SENT.test(ran.stderr))) return ran;
    }
  }
  const address = (session: string, more: Partial<MuxAddress> = {}): MuxAddress => ({
    kind: 'zellij',
    session,
    targeting: 'pane',
    tabs: [],
    dir: join(dir, 'army'),
    env,
    ...more,
  });
  const clients = (session: string): number =>
    zellij('--session', session, 'action', 'list-clients').stdout.trim().split('\n').length - 1;

  let seats = 0;
  function terminal(argv: readonly string[], size = { columns: 200, rows: 60 }): ZellijClient {
    const name = `seat${(seats += 1)}`;
    const cells = ['-x', String(size.columns), '-y', String(size.rows)];
    // Its server stays when the last terminal is closed: the next one may come at that moment.
    const stays = [';', 'set-option', '-g', 'exit-empty', 'off'];
    const { code, stderr } = tmux('new-session', '-d', '-s', name, ...cells, ...argv, ...stays);
    if (code !== 0) throw new Error(`no terminal: ${stderr}`);
    return {
      keys: (...keys) => void tmux('send-keys', '-t', name, ...keys),
      screen: () => tmux('capture-pane', '-p', '-t', name).stdout,
      isOpen: () => tmux('has-session', '-t', `=${name}`).code === 0,
    };
  }

  return {
    dir,
    socketDir,
    env,
    address,
    open: (session, more) => openZellij(address(session, more)),
    zellij,
    terminal,
    async attach(session, size) {
      const before = clients(session);
      for (let attempt = 1; ; attempt += 1) {
        const client = terminal(['zellij', 'attach', session], size);
        const isIn = (): 'in' | 'out' | undefined =>
          clients(session) > before ? 'in' : client.isOpen() ? undefined : 'out';
        const how = await waitFor(isIn, 'a client').catch((error: unknown) => {
          throw new Error(`${String(error)}, beside ${before}:\n${client.screen()}`);
        });
        // On a busy machine Zellij may throw its own client out: "lost connection to the zellij server".
        if (how === 'in') return client;
        if (attempt === 3) throw new Error(`thrown out of ${session} ${attempt} times`);
      }
    },
    processes: () => descendants(socketDir),
    async close() {
      const pids = descendants(socketDir);
      tmux('kill-server');
      for (const pid of pids) kill(pid);
      await waitFor(() => descendants(socketDir).length === 0, 'every process of the world to end');
      await waitFor(() => !pids.some(isRunning), 'every pane of the world to end');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** An army of one tab: a pane each, in this order. */
export const oneTab = (
  panes: readonly (Pick<LayoutPane, 'role' | 'argv'> & Partial<LayoutPane>)[],
  more: Partial<ArmyLayout> = {},
): ArmyLayout => ({
  session: 'army',
  env: {},
  tabs: [
    {
      name: 'command',
      focus: true,
      split: 'columns',
      panes: panes.map((pane) => ({
        size: Math.floor(100 / panes.length),
        focus: false,
        cwd: '/',
        ...pane,
      })),
    },
  ],
  ...more,
});

/** Asks for bracketed pastes, and writes down every byte its terminal gives it. */
export const recorder = (file: string): string[] => [
  'sh',
  '-c',
  'stty raw -echo; printf "\\033[?2004hready"; exec cat >"$0"',
  file,
];

export const bytesIn = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8') : '';

export const screenShows = (mux: Mux, pane: string, text: string): Promise<boolean> =>
  waitFor(
    async () => (await mux.screen(pane))?.lines.some((line) => line.includes(text)),
    `${text} on the screen`,
  );

interface Process {
  pid: number;
  parent: number;
  words: string[];
}

function descendants(socketDir: string): number[] {
  const all = processes();
  const servers = all.filter(
    ({ words }) => words.includes('--server') && words.some((word) => word.startsWith(socketDir)),
  );
  const found = new Set(servers.map(({ pid }) => pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return [{ pid: Number(name), parent: Number(parent), words }];
    } catch {
      return [];
    }
  });
}

const isRunning = (pid: number): boolean => processes().some((process) => process.pid === pid);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

/** A PATH on which Zellij says it is 0.43.1, and is today's in everything else. */
export function oldZellij({ dir, env }: ZellijWorld): string {
  const bin = join(dir, 'old');
  mkdirSync(bin);
  const script = `#!/bin/sh
[ "$1" = --version ] && { echo 'zellij 0.43.1'; exit; }
PATH='${env['PATH']}' exec zellij "$@"
`;
  writeFileSync(join(bin, 'zellij'), script, { mode: 0o700 });
  return `${bin}:${env['PATH']}`;
}
