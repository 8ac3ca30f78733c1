import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ROLES, type ArmyWorld } from './army-world.ts';
import type { Recorded } from './mock-agent.ts';
import { waitFor } from './wait-for.ts';

/** One line of the journal, whatever it is about. */
export interface Event {
  event: string;
  at: string;
  to: string;
  id: string;
  by: string;
  nonce: string;
  code: string;
  redelivered?: number;
}

export function journal(world: ArmyWorld, session?: string): Event[] {
  const path = join(world.relayDir(session), 'journal.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // The last line may still be on its way.
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as Event);
}

/** The attempts to wake the role, each with the reason why nothing was typed. */
export const rings = (world: ArmyWorld, role: string): Event[] =>
  journal(world).filter(
    ({ event, to }) => to === role && (event === 'rung' || event === 'ring_failed'),
  );

/** The role was left alone, for that reason. */
export const refused = (world: ArmyWorld, role: string, code: string): Promise<unknown> =>
  waitFor(
    () => rings(world, role).some((ring) => ring.code === code),
    `${role} to be left alone: ${code}`,
    30_000,
  );

export interface Letter {
  to: string;
  subject?: string;
  body?: string;
  priority?: 'normal' | 'urgent';
}

interface Posted {
  id: string;
  wake: string;
  code?: string;
}

/** Makes the agent of a role call the tool; what the relay acknowledged. */
export async function post(world: ArmyWorld, from: string, letter: Letter): Promise<Posted> {
  const { data, isError, text } = await world.tell(from, {
    do: 'call',
    tool: 'send_message',
    arguments: { subject: 'post', body: 'read this', ...letter },
  });
  expect({ isError, text }).toMatchObject({ isError: false });
  return data as Posted;
}

/** From whichever other role; the message's id. */
export async function sendTo(world: ArmyWorld, role: string): Promise<string> {
  const from = ROLES.find((other) => other !== role) ?? '';
  return (await post(world, from, { to: role })).id;
}

export async function proclaim(
  world: ArmyWorld,
  from: string,
  letter: Omit<Letter, 'to'>,
): Promise<(Posted & { to: string })[]> {
  const { data, isError } = await world.tell(from, {
    do: 'call',
    tool: 'broadcast',
    arguments: { subject: 'post', body: 'read this', ...letter },
  });
  expect(isError).toBe(false);
  return (data as { results: (Posted & { to: string })[] }).results;
}

/** The ids a role's model was given, each time it was. */
export const readBy = (world: ArmyWorld, role: string): string[] =>
  readIn(world.record(role)).flatMap(({ ids }) => ids);

const readIn = (record: readonly Recorded[]): { at: string; ids: string[] }[] =>
  record.flatMap(({ event, name, ids, at }) =>
    event === 'tool' && name === 'check_inbox' ? { at, ids: ids as string[] } : [],
  );

export const isRead = (world: ArmyWorld, role: string, id: string): Promise<unknown> =>
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

export const NUDGE =
  /^\[MESSAGE from [a-z]+\] You have mail: call check_inbox\. \(#([0-9a-z]+)\.(\d+)\)$/;

export interface NudgeSeen {
  /** The last part of the flag's nonce. */
  flag: string;
  attempt: number;
}

/** A text that is exactly one nudge, or a failure of the test. */
export function nudgeIn(text: string): NudgeSeen {
  const [, flag = '', attempt] = NUDGE.exec(text) ?? [];
  expect(text).toMatch(NUDGE);
  return { flag, attempt: Number(attempt) };
}

/**
 * Every byte of a role's terminal must belong to a nudge: one bracketed paste, one Enter. Returns
 * the nudges; anything else in there fails the test.
 */
export function nudgesTyped(
  world: ArmyWorld,
  role: string,
  typed = world.typed(role),
): NudgeSeen[] {
  const pieces = typed.split('\r');
  expect(pieces.pop(), `after the last Enter to ${role}`).toBe('');
  return pieces.map((piece) => {
    const [, text = ''] = /^\u001b\[200~([^\u001b]*)\u001b\[201~$/.exec(piece) ?? [];
    expect(piece, `typed to ${role}`).toBe(`\u001b[200~${text}\u001b[201~`);
    return nudgeIn(text);
  });
}

/** Rings of a role's flags, or attempts at one, by their nonces' last parts. */
const flagsOf = (world: ArmyWorld, role: string): string[] =>
  rings(world, role).map(({ nonce }) => nonce.split('-').at(-1) ?? '');

/**
 * What must hold of an army's post at any time: no byte in a terminal that is no nudge, no nudge for
 * a flag of another role, no mark submitted twice, and every submission exactly one nudge.
 */
export async function expectCleanPost(world: ArmyWorld): Promise<void> {
  // The last Enter may still be on its way; what is wrong stays wrong.
  await vi.waitFor(() => checkPost(world), { timeout: 5000 });
}

function checkPost(world: ArmyWorld): void {
  const flags = new Map(ROLES.map((role) => [role, new Set(flagsOf(world, role))]));
  for (const role of ROLES) {
    const seen = nudgesTyped(world, role);
    const marks = seen.map(({ flag, attempt }) => `${flag}.${attempt}`);
    expect(new Set(marks).size, `marks typed to ${role}: ${marks.join(' ')}`).toBe(marks.length);
    for (const { flag } of seen) expect(flags.get(role), `${role} has ${flag}`).toContain(flag);
    const submitted = world.submissions(role).map(nudgeIn);
    expect(submitted, `submitted by ${role}`).toEqual(seen);
  }
}

/** From the store to the Enter that was for it, in milliseconds; mail that shared one has none. */
export function latencies(world: ArmyWorld): number[] {
  const stored = journal(world).filter(({ event }) => event === 'stored');
  return ROLES.flatMap((role) => {
    const record = world.record(role);
    return stored
      .filter(({ to }) => to === role)
      .flatMap(({ id, at }) => {
        const read = readIn(record).find(({ ids }) => ids.includes(id))?.at;
        const since = record.findLast(
          (one) => one.event === 'submitted' && one.at >= at && one.at <= (read ?? ''),
        );
        return since === undefined ? [] : Date.parse(since.at) - Date.parse(at);
      });
  });
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
