import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Mux } from '../../src/mux/mux.ts';
import type { ArmyWorld, Terminal } from './army-world.ts';
import { paneOf } from './mux-world.ts';
import { recorder } from './zellij.ts';
import { waitFor } from './wait-for.ts';

/** What a person does to an army's panes, by commands of its multiplexer. */
export interface Person {
  renames(pane: string, title: string): Promise<void>;
  moves(pane: string): Promise<void>;
  floats(pane: string): Promise<void>;
  /** Into a tab of its own, at that terminal. */
  breaksOut(pane: string, terminal: Terminal): Promise<void>;
  /** A pane of that title, which writes down what is typed into it. */
  adds(title: string, file: string): Promise<void>;
  closes(pane: string): Promise<void>;
  /** Denies what a dialog asks. */
  pressesEscape(pane: string): Promise<void>;
  /** What every client looks at: tab and pane. */
  looksAt(clients: number): Promise<string>;
}

/** Attaches a terminal, and waits until the multiplexer has it. */
export async function attachPerson(
  world: ArmyWorld,
  person: Person,
  nth: number,
): Promise<Terminal> {
  const terminal = world.terminal();
  await terminal.attaches(() => person.looksAt(nth));
  return terminal;
}

export function personOf(world: ArmyWorld, session = 'overlord'): Person {
  return world.kind === 'zellij' ? zellijPerson(world, session) : tmuxPerson(world, session);
}

/** One role in `ovld status --json`. */
export interface Seen {
  role: string;
  pane: string | { missing: string };
  observed: { agent: string; relay: string; unread: number };
  waits_behind?: string;
}

export async function seats(world: Pick<ArmyWorld, 'ovld'>): Promise<Map<string, Seen>> {
  const { code, stdout } = await world.ovld(['status', '--json']);
  expect(code).toBe(0);
  const { armies } = JSON.parse(stdout) as { armies: { roles: Seen[] }[] };
  return new Map(armies[0]?.roles.map((seat) => [seat.role, seat]));
}

export const seatedPane = (found: Map<string, Seen>, role: string): string => {
  const pane = found.get(role)?.pane;
  if (typeof pane !== 'string') throw new Error(`${role} has no pane`);
  return pane;
};

/** A person's keys in the role's pane, in the multiplexer's own words: no paste, no gate. */
export async function personTypes(
  world: ArmyWorld,
  mux: Mux,
  role: string,
  keys: string,
): Promise<void> {
  const { id } = await paneOf(mux, role);
  const bytes = [...Buffer.from(keys)];
  if (world.kind === 'tmux') {
    world.mux('send-keys', '-t', id, '-H', ...bytes.map((byte) => byte.toString(16)));
  } else {
    const action = ['--session', mux.session, 'action', 'write', '--pane-id', id];
    world.mux(...action, ...bytes.map(String));
  }
}

function zellijPerson({ kind, env }: ArmyWorld, session: string): Person {
  // Beside the relays' actions one of ours may be lost, and says so or answers nothing (Z3, Z4).
  const act = (...words: string[]): Promise<string> =>
    waitFor(
      () => {
        const args = ['--session', session, 'action', ...words];
        const { status, stdout, stderr } = spawnSync(kind, args, { env, encoding: 'utf8' });
        return status === 0 && stderr === '' && { stdout };
      },
      `zellij action ${words.join(' ')}`,
    ).then(({ stdout }) => stdout);
  const clients = (): Promise<string> => act('list-clients');
  return {
    renames: async (pane, title) => void (await act('rename-pane', '--pane-id', pane, title)),
    moves: async (pane) => void (await act('move-pane', '--pane-id', pane, 'up')),
    floats: async (pane) => void (await act('toggle-pane-embed-or-floating', '--pane-id', pane)),
    async breaksOut(pane, terminal) {
      const tabs = async (): Promise<number> =>
        (await act('query-tab-names')).trim().split('\n').length;
      const before = await tabs();
      await act('focus-pane-id', pane);
      terminal.keys('C-t');
      terminal.keys('b');
      await waitFor(async () => (await tabs()) > before, 'a tab of its own');
    },
    adds: async (title, file) =>
      void (await act('new-pane', '--name', title, '--', ...recorder(file))),
    closes: async (pane) => void (await act('close-pane', '--pane-id', pane)),
    pressesEscape: async (pane) => void (await act('write', '--pane-id', pane, '27')),
    looksAt: (wanted) =>
      waitFor(async () => {
        const lines = (await clients()).trim().split('\n').slice(1);
        return lines.length === wanted && lines.join('\n').replaceAll(/ +/g, ' ');
      }, `${wanted} clients`),
  };
}

function tmuxPerson(world: ArmyWorld, session: string): Person {
  const act = async (...words: string[]): Promise<void> => void world.mux(...words);
  return {
    renames: (pane, title) => act('select-pane', '-t', pane, '-T', title),
    moves: (pane) => act('swap-pane', '-d', '-U', '-t', pane),
    // tmux has no floating panes: the pane is moved to another window.
    floats: (pane) => act('join-pane', '-d', '-s', pane, '-t', `${session}:0`),
    breaksOut: (pane) => act('break-pane', '-d', '-s', pane),
    async adds(title, file) {
      const made = ['split-window', '-d', '-P', '-F', '#{pane_id}', '-t', session];
      const id = world.mux(...made, ...recorder(file)).trim();
      world.mux('select-pane', '-t', id, '-T', title);
    },
    closes: (pane) => act('kill-pane', '-t', pane),
    pressesEscape: (pane) => act('send-keys', '-t', pane, 'Escape'),
    looksAt: (wanted) =>
      waitFor(() => {
        const format = '#{client_name} #{session_name} #{window_id} #{pane_id}';
        const lines = world.mux('list-clients', '-F', format).trim().split('\n');
        return lines.filter((line) => line !== '').length === wanted && lines.join('\n');
      }, `${wanted} clients`),
  };
}
