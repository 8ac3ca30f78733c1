import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { keyOf } from '../../src/demo/figures.ts';
import { narrate } from '../../src/demo/narration.ts';
import { overlordStory } from '../../src/demo/stories.ts';
import { askAgents } from '../../src/demo/witness.ts';
import { demoTexts } from '../../src/i18n/demo.ts';
import { paints } from '../../src/kit/paint.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import type { Message } from '../../src/message/message.ts';
import type { JournalEvent, JournalRecord } from '../../src/store/store.ts';
import { tempDir } from '../support/temp.ts';

const BEGAN = Date.UTC(2026, 0, 1);
const at = (ms: number): string => new Date(BEGAN + ms).toISOString();
const record = (ms: number, event: JournalEvent): JournalRecord => ({ at: at(ms), ...event });
const texts = demoTexts.en;
const roles = rolesOf(overlordFormation);

interface Told {
  lines: string[];
  /** Whether the last record told was the end of the story. */
  over: boolean;
}

/** The log of these records, where `letters` are in the store and `relays` are active, one per question. */
async function told(
  letters: readonly Pick<Message, 'from' | 'to' | 'id' | 'subject'>[],
  records: readonly JournalRecord[],
  relays: (number | undefined)[] = [],
): Promise<Told> {
  const lines: string[] = [];
  const stored = new Map(letters.map((one) => [keyOf(one), one]));
  const narrating = narrate({
    story: overlordStory(texts, 0),
    texts,
    roles,
    beganMs: BEGAN,
    write: (line) => void lines.push(line),
    paint: paints(false),
    logLine: ({ event }) => `as in ovld log: ${event}`,
    readLetter: async (to, id) => {
      const letter = stored.get(keyOf({ to, id }));
      return letter && { body: '', priority: 'normal', timestamp: at(0), ...letter };
    },
    findRelay: async () => relays.shift(),
  });
  if (records[0]?.event === 'confirmed') {
    narrating.ready(new Map(roles.map((role) => [role, 12])), BEGAN);
  }
  let over = false;
  for (const one of records) over = await narrating.take(one);
  return { lines, over };
}

const stored = (ms: number, from: string, to: string, id: string): JournalRecord =>
  record(ms, { event: 'stored', from, to, id, priority: 'normal' });
const fetched = (ms: number, to: string, id: string, redelivered?: number): JournalRecord =>
  record(ms, {
    event: 'fetched',
    to,
    id,
    incarnation: 'i',
    ...(redelivered !== undefined && { redelivered }),
  });
const confirmed = record(0, { event: 'confirmed', to: 'storm', by: 'typed', nonce: 'n', ms: 1 });

it('each event is one line, headings come once, and a message that all read is one line', async () => {
  const { order, news } = texts.letters;
  const five = roles.filter((role) => role !== 'strategist');
  const letters = [
    ...['1', '2'].map((id) => ({ ...order, id, from: 'overlord', to: 'strategist' })),
    ...five.map((to) => ({ ...news, id: to, from: 'strategist', to })),
  ];
  const { lines } = await told(
    letters,
    [
      confirmed,
      stored(500, 'overlord', 'strategist', '1'),
      fetched(700, 'strategist', '1'),
      fetched(800, 'strategist', '1', 1),
      stored(900, 'overlord', 'strategist', '2'),
      ...five.map((role) => stored(1000, 'strategist', role, role)),
      ...five.map((role) => fetched(1200, role, role)),
      record(1300, { event: 'put_back', to: 'storm', id: 'storm', why: 'died' }),
      record(1350, { event: 'rung', to: 'storm', by: 'typed', nonce: 'n', as: 'deputy' }),
      fetched(1400, 'strategist', '2'),
      record(1450, { event: 'unreachable', to: 'storm', nonce: 'n', failed: ['no_pane'] }),
    ],
    // The dead relay, then none, then the one that takes its place.
    [12, undefined, 13],
  );
  expect(lines).toEqual([
    '  0.00s  ovld        6 relays are ready, each a process of its own',
    '',
    'A plan',
    '  0.50s  overlord    → strategist  "Plan the login page"',
    '  0.70s  strategist  woken, reads "Plan the login page"',
    '  0.80s  strategist  woken, reads "Plan the login page" again, redelivered: 1',
    '  0.90s  overlord    → strategist  "Plan the login page"',
    '  1.00s  strategist  → 5 roles     "We are live: stand down"',
    '  1.20s  5 roles     woken, read "We are live: stand down"',
    '  1.30s  storm       relay 12 killed by SIGKILL: nothing acknowledged yet',
    '  1.40s  strategist  woken, reads "Plan the login page"',
    '  1.45s  storm       relay 13 takes its place; nothing is sent again',
    'as in ovld log: unreachable',
  ]);
  expect(lines.filter((line) => columnsOf(line) > 79)).toEqual([]);
});

describe('a letter that was read before its sender wrote down that it is sent', () => {
  const { report } = texts.letters;
  const letter = { ...report, id: '7', from: 'overlord', to: 'human' };
  const thanks = { id: '8', from: 'human', to: 'storm', subject: 'Thanks' };
  const reads = fetched(300, 'human', '7');
  const answers = stored(301, 'human', 'storm', '8');
  const sends = stored(304, 'overlord', 'human', '7');

  it('is narrated as sent, then as read, then its result', async () => {
    const { lines } = await told([letter, thanks], [reads, answers, sends]);
    expect(lines).toEqual([
      '  0.30s  overlord    → human       "Your login page is live"',
      '  0.30s  human       reads "Your login page is live"',
      '  0.30s  human       → storm       "Thanks"',
    ]);
    const inOrder = await told(
      [letter, thanks],
      [stored(300, 'overlord', 'human', '7'), reads, answers],
    );
    expect(inOrder.lines).toEqual(lines);
  });

  it('is narrated even when its sender never records it, and the story ends', async () => {
    expect(await told([letter], [reads])).toEqual({
      lines: [
        '  0.30s  overlord    → human       "Your login page is live"',
        '  0.30s  human       reads "Your login page is live"',
      ],
      over: true,
    });
  });

  it('delays no other line when the message is gone', async () => {
    const { lines } = await told([thanks], [reads, answers]);
    expect(lines).toEqual(['  0.30s  human       → storm       "Thanks"']);
  });
});

it("the agents' records are read, and an entry that has come only in part is skipped [N3]", () => {
  const dir = tempDir();
  const person = { sent: new Set(['storm/0']), read: new Set<string>() };
  const entry = (more = {}): string => JSON.stringify({ at: at(0), event: 'tool', ...more });
  const place = (role: string): string => join(dir, `${role}.jsonl`);
  const sent = entry({ sent: [{ to: 'shadow', id: '1' }] });
  writeFileSync(place('storm'), `\n${entry()}\n{"raw":"eA=="}\n${sent.slice(0, 20)}`);
  writeFileSync(
    place('shadow'),
    `\n${entry({ read: [{ id: '1', from: 'storm', subject: 's' }] })}`,
  );
  const read = new Set(['shadow/1']);
  expect(askAgents(dir, person)).toEqual({ sent: new Set(['storm/0']), read });
  appendFileSync(place('storm'), sent.slice(20));
  expect(askAgents(dir, person)).toEqual({ sent: new Set(['storm/0', 'shadow/1']), read });
});
