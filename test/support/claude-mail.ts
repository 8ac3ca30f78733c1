import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComposer } from '../../src/agent/composer.ts';
import type { RoleReport } from '../../src/relay/report.ts';
import type { SeatReport } from '../../src/summon/army-report.ts';
import type { ClaudeWorld } from './claude-world.ts';
import { paneOf } from './mux-world.ts';
import type { Event } from './post.ts';
import { shakeHands } from '../../src/mock-agent/mcp-client.ts';
import { relayEnv, startRelayProcess } from './relay-process.ts';
import { waitFor } from './wait-for.ts';

/** Sends in the overlord's name, at a moment the test chooses: a second relay of it, without a model. */
export async function postOffice(
  world: ClaudeWorld,
  from = 'overlord',
): Promise<(to: string) => Promise<string>> {
  const relay = startRelayProcess({ ...relayEnv(world.relayDir(), from), ...world.env });
  await shakeHands(relay);
  return async (to) => {
    const letter = { to, subject: 'post', body: 'read this' };
    const { isError, text, data } = await relay.call('send_message', letter);
    if (isError) throw new Error(text);
    return String(data['id']);
  };
}

type RingEvent = Event & { as?: string; ms?: number };

/** The evidence about one role; the last line may still be on its way. */
export function journalOf(world: Pick<ClaudeWorld, 'relayDir'>, role: string): RingEvent[] {
  const path = join(world.relayDir(), 'journal.jsonl');
  const lines = (existsSync(path) ? readFileSync(path, 'utf8') : '').split('\n');
  return lines
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as RingEvent)
    .filter(({ to }) => to === role);
}

/** Every ring for a role, also those that were refused, as `by` or `by:code`. */
export const ringsOf = (world: Pick<ClaudeWorld, 'relayDir'>, role: string): RingEvent[] =>
  journalOf(world, role).filter(({ event }) => event === 'rung' || event === 'ring_failed');

export const asWords = ({ by, code }: RingEvent): string =>
  code === undefined ? by : `${by}:${code}`;

/** A role in `ovld status --json`. */
export async function seatOf(world: ClaudeWorld, role: string): Promise<SeatReport> {
  const { stdout } = await world.ovld(['status', '--json']);
  const { armies } = JSON.parse(stdout) as { armies: { roles: SeatReport[] }[] };
  const seat = armies[0]?.roles.find((one) => one.role === role);
  if (seat === undefined) throw new Error(`no ${role} in ${stdout}`);
  return seat;
}

type AgentState = RoleReport['observed']['agent'];

/** `ovld status` comes to say so. */
export const isSaidToBe = (
  world: ClaudeWorld,
  role: string,
  state: AgentState,
  patienceMs?: number,
): Promise<unknown> =>
  waitFor(
    async () => (await seatOf(world, role)).observed.agent === state,
    `status to call ${role} ${state}`,
    patienceMs,
  );

/** As its hooks have written it down. */
export const stateOf = (world: ClaudeWorld, role: string): string | undefined =>
  /"state":"(\w+)"/.exec(readFileSync(join(world.relayDir(), 'state', role), 'utf8'))?.[1];

/** What stands unsubmitted in the role's composer; undefined where there is none to be seen. */
export async function composerOf(world: ClaudeWorld, role: string): Promise<string | undefined> {
  const mux = await world.open();
  const screen = await mux.screen((await paneOf(mux, role)).id);
  const seen = screen === undefined ? undefined : readComposer(screen);
  return seen?.state === 'ready' ? seen.text : undefined;
}

/** The model has ended the last turn of the role, and nothing more was asked. */
export const restsAtModel = (world: ClaudeWorld, role: string): boolean => {
  const turns = world.model.entries(role).filter(({ request }) => request.isMain);
  const last = turns.at(-1);
  if (last === undefined || last.answeredAt === undefined) return false;
  return 'say' in last.reply && last.reply.calls.length === 0;
};

export const pidOf = (world: ClaudeWorld, role: string): number => {
  const found = [...world.claudes()].find(([, name]) => name === role)?.[0];
  if (found === undefined) throw new Error(`${role} has no claude`);
  return found;
};
