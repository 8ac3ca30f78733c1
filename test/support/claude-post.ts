import { expect } from 'vitest';
import type { ClaudeWorld } from './claude-world.ts';
import { call, relayCall } from './model/reply.ts';
import type { ModelRequest } from './model/request.ts';
import type { Rule } from './model/server.ts';
import type { Event } from './post.ts';
import { waitFor } from './wait-for.ts';

/** One line of `ovld log --json`. */
export interface Logged extends Event {
  from: string;
  as: string;
  ms: number;
}

export async function log(world: ClaudeWorld, ...more: string[]): Promise<Logged[]> {
  const { code, stdout, stderr } = await world.ovld(['log', '--json', ...more]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Logged);
}

/** The first record, now or later, of which it is true. */
export async function logged(
  world: ClaudeWorld,
  what: string,
  predicate: (record: Logged) => boolean,
): Promise<Logged> {
  let last: Logged[] = [];
  const look = async (): Promise<Logged | undefined> => {
    last = await log(world);
    return last.find(predicate);
  };
  return waitFor(look, what, 40_000).catch((error: unknown) => {
    const lines = last.map((record) => JSON.stringify(record)).join('\n');
    throw new Error(`${String(error)} in the journal:\n${lines}\n${world.model.transcript()}`);
  });
}

/** Told by a person, the overlord sends that word to the strategist. */
export const sendsWords: Rule = ({ isMain, role, lastUserText, toolResults }) => {
  const [, subject] = /now send (\w+)/.exec(lastUserText) ?? [];
  if (!isMain || role !== 'overlord' || subject === undefined) return undefined;
  if (toolResults.length > 0) return undefined;
  const letter = { to: 'strategist', subject, body: `about ${subject}` };
  return call([relayCall('send_message', letter)]);
};

/** The overlord's model sends it, at a person's word: the message's id. */
export async function tell(world: ClaudeWorld, word: string): Promise<string> {
  const before = new Set(world.model.requests('overlord').map(({ n }) => n));
  await world.line('overlord', `now send ${word}`);
  const sent = await world.model.waitFor(
    ({ n, role, toolResults }) => !before.has(n) && role === 'overlord' && toolResults.length > 0,
    `${word} to be sent`,
  );
  const [result] = sent.toolResults;
  expect(result?.isError).toBe(false);
  const { id } = JSON.parse(result?.text ?? '') as { id: string };
  return id;
}

const MARK = /\(#([0-9a-z]+)(?:\.\d+)?\)/g;

/** How often the models of a role were told of each flag, by the last part of its nonce. */
export function announcements(requests: readonly ModelRequest[]): Map<string, number> {
  const told = new Map<string, number>();
  for (const { news } of requests) {
    for (const block of news) {
      if (block.type !== 'text') continue;
      for (const [, flag = ''] of block.text.matchAll(MARK)) {
        told.set(flag, (told.get(flag) ?? 0) + 1);
      }
    }
  }
  return told;
}

export const flagOf = ({ nonce }: Pick<Logged, 'nonce'>): string => nonce.split('-').at(-1) ?? '';
