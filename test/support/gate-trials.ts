import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mux } from '../../src/mux/mux.ts';
import { ROLES, type ArmyWorld } from './army-world.ts';
import type { Recorded } from './mock-agent.ts';
import { paneOf } from './mux-world.ts';
import { waitFor } from './wait-for.ts';

export interface JournalLine {
  event: string;
  to?: string;
  code?: string;
  [more: string]: unknown;
}

export function journal(world: ArmyWorld): JournalLine[] {
  const path = join(world.relayDir(), 'journal.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as JournalLine);
}

/** How often somebody tried to wake the role, and why it was not typed. */
export const rings = (world: ArmyWorld, role: string): JournalLine[] =>
  journal(world).filter(
    ({ event, to }) => to === role && (event === 'rung' || event === 'ring_failed'),
  );

/** Sends through the real relay of another role; the message's id. */
export async function sendTo(world: ArmyWorld, role: string, body = 'Read this.'): Promise<string> {
  const from = ROLES.find((other) => other !== role) ?? '';
  const args = { to: role, subject: 'a trial', body };
  const reply = await world.tell(from, { do: 'call', tool: 'send_message', arguments: args });
  const { id } = reply['data'] as { id: string };
  return id;
}

/** The ids the agent was handed by its relay, one for each time. */
export const readBy = (world: ArmyWorld, role: string): string[] =>
  world
    .record(role)
    .filter(({ event, name }) => event === 'tool' && name === 'check_inbox')
    .flatMap(({ ids }) => ids as string[]);

export const arrives = (world: ArmyWorld, role: string, id: string): Promise<unknown> =>
  waitFor(() => readBy(world, role).includes(id), `${role} to read ${id}`, 60_000);

/** Nothing runs in the agent, and nothing stands in its composer. */
export const rests = (world: ArmyWorld, role: string): Promise<unknown> =>
  waitFor(
    async () => {
      const { busy, queued, draft } = await world.tell(role, { do: 'look' });
      return busy === false && queued === 0 && draft === '';
    },
    `${role} to rest`,
    30_000,
  );

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

/** What keeps the role's mail waiting, as a person is told. */
export async function waitsBehind(world: ArmyWorld, role: string): Promise<string | undefined> {
  const { stdout } = await world.ovld(['status', '--json']);
  const { armies } = JSON.parse(stdout) as { armies: { roles: SeatTold[] }[] };
  return armies.flatMap(({ roles }) => roles).find((one) => one.role === role)?.waits_behind;
}

interface SeatTold {
  role: string;
  waits_behind?: string;
}

/** The code of the role's last ring, once it was refused. */
export const refused = (world: ArmyWorld, role: string, code: string): Promise<unknown> =>
  waitFor(
    () => rings(world, role).some((ring) => ring.code === code),
    `${role} to be left alone: ${code}`,
    30_000,
  );

const rawOf = ({ raw }: Recorded): string =>
  raw === undefined ? '' : Buffer.from(raw, 'base64').toString('utf8');

export const isNudge = (line: Recorded): boolean => rawOf(line).includes('[MESSAGE from');

/** What happened to an agent, one word a line of its record. */
export const story = (record: readonly Recorded[]): string[] =>
  record.flatMap((line) => {
    if (isNudge(line)) return ['paste'];
    if (rawOf(line).includes('\r')) return ['enter'];
    return line.event === undefined ? [] : [line.event];
  });

/** Dialogs that opened while a nudge stood pasted and not yet submitted: what Enter would approve. */
export function caughtBetween(record: readonly Recorded[]): number {
  let standing = false;
  let caught = 0;
  for (const word of story(record)) {
    if (word === 'paste') standing = true;
    else if (word === 'submitted') standing = false;
    else if (word === 'dialog' && standing) {
      caught += 1;
      standing = false;
    }
  }
  return caught;
}
