import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaudeWorld } from './claude-world.ts';
import { isRunning } from './mock-agent.ts';
import { argvOf } from './mux-world.ts';
import type { Event } from './post.ts';
import { waitFor } from './wait-for.ts';

/** The agents in the seats of an army of real claudes, and how to end one of them without a word. */

export const claudeOf = (world: ClaudeWorld, role: string): number | undefined =>
  [...world.claudes()].find(([, name]) => name === role)?.[0];

/** The relay that is the child of the role's claude. */
export function relayOf(world: ClaudeWorld, role: string): number | undefined {
  const claude = claudeOf(world, role);
  if (claude === undefined) return undefined;
  return world
    .running()
    .find((pid) => argvOf(pid).includes('relay') && parentOf(pid) === String(claude));
}

/** The process that gets that relay back. */
export function keeperOf(world: ClaudeWorld, role: string): number | undefined {
  const relay = String(relayOf(world, role));
  const isKeeper = (pid: number): boolean => argvOf(pid).includes('ovld-keeper');
  return world.running().find((pid) => isKeeper(pid) && parentOf(pid) === relay);
}

/** Its keeper too: only the deputy, or a sender, is left to get the relay back. */
export async function killedWithKeeper(world: ClaudeWorld, role: string): Promise<void> {
  const keeper = keeperOf(world, role);
  if (keeper === undefined) throw new Error(`the relay of ${role} has no keeper`);
  // Stopped, it can do nothing between the two.
  process.kill(keeper, 'SIGSTOP');
  await killed(relayOf(world, role), `the relay of ${role}`);
  await killed(keeper, `the keeper of ${role}`);
}

function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}

/** As in a crash: at once, without a signal that could be handled. */
export async function killed(pid: number | undefined, who: string): Promise<void> {
  if (pid === undefined) throw new Error(`${who} does not run`);
  process.kill(pid, 'SIGKILL');
  await waitFor(() => !isRunning(pid), `${who} to be dead`);
}

export interface SeatSeen {
  role: string;
  pane: unknown;
  ritual?: { state: string };
  waits_behind?: string;
  observed: { agent: string; relay: string; unread: number; last_wake?: { by: string } };
}

/** One role in `ovld status --json`. */
export async function seatSeen(world: ClaudeWorld, role: string): Promise<SeatSeen | undefined> {
  const { stdout } = await world.ovld(['status', '--json']);
  const [army] = (JSON.parse(stdout) as { armies: { roles: SeatSeen[] }[] }).armies;
  return army?.roles.find((one) => one.role === role);
}

export const seenAs = (
  world: ClaudeWorld,
  role: string,
  agent: string,
  patienceMs?: number,
): Promise<SeatSeen> =>
  waitFor(
    async () => {
      const seen = await seatSeen(world, role);
      return seen?.observed.agent === agent && seen;
    },
    `${role} to be seen ${agent}`,
    patienceMs,
  );

/** What the journal holds, from that byte on. What a kill has torn is skipped (N3). */
export function journalFrom(world: ClaudeWorld, from = 0): { events: Event[]; next: number } {
  const path = join(world.relayDir(), 'journal.jsonl');
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const events = bytes.subarray(from).toString('utf8').split('\n').flatMap(parsed);
  return { events, next: bytes.length };
}

function parsed(line: string): Event[] {
  try {
    return [JSON.parse(line) as Event];
  } catch {
    return [];
  }
}
