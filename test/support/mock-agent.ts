import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { isErrno } from '../../src/kit/errno.ts';
import { identify } from '../../src/kit/process-identity.ts';
import type { Screen } from '../../src/mux/mux.ts';
import { OVLD } from './relay-process.ts';
import { launchArmy, launchWords } from './launch-words.ts';
import { waitFor } from './wait-for.ts';

/** A line of a mock agent's record: a raw chunk from its terminal, or what it made of it. */
export interface Recorded {
  at: string;
  /** Base64. */
  raw?: string;
  event?: string;
  [more: string]: unknown;
}

export function readRecord(path: string): Recorded[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Recorded);
}

/** Every byte the terminal gave the agent, in order. */
export const rawBytes = (record: readonly Recorded[]): Buffer =>
  Buffer.concat(record.flatMap(({ raw }) => (raw === undefined ? [] : Buffer.from(raw, 'base64'))));

/** What the terminal gave it in one piece. */
export const rawOf = ({ raw }: Recorded): string =>
  raw === undefined ? '' : Buffer.from(raw, 'base64').toString('utf8');

export const isNudge = (line: Recorded): boolean => rawOf(line).includes('[MESSAGE from');

export const submissions = (record: readonly Recorded[]): string[] =>
  record.flatMap(({ event, text }) => (event === 'submitted' ? String(text) : []));

/**
 * Makes a mock agent do something (src/mock-agent/control.ts); its answer. The socket exists a moment
 * before the agent listens: then the order is repeated.
 */
export const orderMock = (socket: string, order: object): Promise<Record<string, unknown>> =>
  waitFor(
    () =>
      orderOnce(socket, order).catch((error: unknown) => {
        if (isErrno(error, 'ECONNREFUSED')) return undefined;
        throw error;
      }),
    'the mock agent to listen',
  );

function orderOnce(socket: string, order: object): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const client = connect(socket, () => client.write(`${JSON.stringify(order)}\n`));
    let held = '';
    client.setEncoding('utf8').on('data', (chunk: string) => {
      held += chunk;
      if (!held.includes('\n')) return;
      client.end();
      resolve(JSON.parse(held) as Record<string, unknown>);
    });
    client.on('error', reject).on('close', () => reject(new Error('no answer')));
  });
}

/** A zombie that was not reaped yet does not run. */
export const isRunning = (pid: number): boolean => identify(pid) !== undefined;

export interface MockPane {
  dir: string;
  relayDir: string;
  tmux(...args: string[]): string;
  keys(...keys: string[]): void;
  type(text: string): void;
  paste(text: string): void;
  screen(): Screen;
  record(): Recorded[];
  /** The n-th event of that name, once it has happened. */
  event(name: string, n?: number): Promise<Recorded>;
  events(name: string): Recorded[];
  order(order: object): Promise<Record<string, unknown>>;
  state(): string | undefined;
}

interface PaneOptions {
  role?: string;
  columns?: number;
  rows?: number;
  args?: readonly string[];
  /** False where its start is what the test looks at. */
  ready?: boolean;
}

/**
 * A real mock agent with a real relay, in a real pane of a tmux server of its own. With the test both
 * are ended, and it fails if one of them is still there afterwards.
 */
export async function startMockPane(options: PaneOptions = {}): Promise<MockPane> {
  const { role = 'storm', columns = 80, rows = 24, args = [], ready = true } = options;
  // A socket's path may have 107 bytes, so the directory is not below a long TMPDIR.
  const dir = mkdtempSync('/tmp/ovld-mock-');
  const relayDir = join(dir, 'relay');
  const [mcpPath, settings] = [join(dir, 'mcp.json'), join(dir, 'settings.json')];
  const paths = {
    mcp: mcpPath,
    settings,
    hooks: join(dir, 'hooks.sh'),
    ritual: join(dir, 'r.md'),
    files: join(dir, 'files'),
  };
  const own = ['--record', join(dir, 'record'), '--control', join(dir, 'control'), ...args];
  for (const made of ['record', 'control']) mkdirSync(join(dir, made));
  const { argv, mcp } = mockAgent.launch({
    role,
    session: 'overlord',
    relayDir,
    paths,
    args: own,
    env: {},
    words: launchWords,
    army: launchArmy,
    ovld: [process.execPath, OVLD],
  });
  writeFileSync(paths.mcp, JSON.stringify(mcp));

  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, TMUX_TMPDIR: dir, LC_ALL: 'C.UTF-8' };
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-L', 'mock', '-f', '/dev/null', ...words], {
      env: { ...env, TERM: 'xterm-256color' },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const record = (): Recorded[] => readRecord(join(dir, 'record', `${role}.jsonl`));
  const events = (name: string): Recorded[] => record().filter(({ event }) => event === name);

  onTestFinished(async () => {
    try {
      tmux('kill-server');
    } catch {
      // Ended by the test itself.
    }
    const pids = record().flatMap(({ pid }) => (typeof pid === 'number' ? pid : []));
    await waitFor(() => !pids.some(isRunning), `the processes ${pids.join(', ')} to end`);
    rmSync(dir, { recursive: true, force: true });
  });
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, '-s', 'a', ...argv);
  tmux('set-option', '-t', 'a', 'remain-on-exit', 'on');

  const pane: MockPane = {
    dir,
    relayDir,
    tmux,
    keys: (...keys) => void tmux('send-keys', '-t', 'a', ...keys),
    type: (text) => void tmux('send-keys', '-t', 'a', '-l', text),
    paste(text) {
      const file = join(dir, 'paste');
      writeFileSync(file, text);
      tmux('load-buffer', file);
      tmux('paste-buffer', '-p', '-d', '-t', 'a');
    },
    screen() {
      const [column, row] = tmux('display', '-p', '-t', 'a', '#{cursor_x} #{cursor_y}').split(' ');
      return {
        lines: tmux('capture-pane', '-p', '-t', 'a').split('\n'),
        styled: tmux('capture-pane', '-p', '-e', '-t', 'a').split('\n'),
        cursor: { row: Number(row), column: Number(column) },
        copyMode: false,
      };
    },
    record,
    events,
    event: (name, n = 1) => waitFor(() => events(name)[n - 1], `event ${name} number ${n}`),
    order: (order) => orderMock(join(dir, 'control', `${role}.sock`), order),
    state() {
      const file = join(relayDir, 'state', role);
      if (!existsSync(file)) return undefined;
      return (JSON.parse(readFileSync(file, 'utf8')) as { state: string }).state;
    },
  };
  if (ready) {
    await pane.event('ready');
    await waitFor(() => mockAgent.read(pane.screen()).state === 'ready', 'a composer');
  }
  return pane;
}
