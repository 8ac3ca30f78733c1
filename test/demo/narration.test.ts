import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { narrate } from '../../src/demo/narration.ts';
import { paints } from '../../src/demo/narrator.ts';
import { overlordPlay } from '../../src/demo/plays.ts';
import { noteIn, recordFile, watchRecords, type Seen } from '../../src/demo/records.ts';
import { demoTexts } from '../../src/i18n/demo.ts';
import { displayWidth } from '../../src/kit/width.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const seen = (role: string, ms: number, event: string, more: object = {}): Seen => ({
  role,
  at: at(ms),
  event,
  sent: [],
  read: [],
  ...more,
});
const texts = demoTexts.en;
const roles = rolesOf(overlordFormation);

function told(events: readonly Seen[]): string[] {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const play = overlordPlay(texts, 0);
  const tell = narrate({ play, texts, roles, write, paint: paints(false) });
  for (const event of events) tell(event);
  return lines;
}

it('tells an event a line, headings once, and what everybody read in one', () => {
  const { order, news } = texts.letters;
  const letter = { id: '1', from: 'overlord', subject: order.subject, redelivered: 0 };
  const sent = [{ to: 'strategist', id: '1' }];
  const sends = { name: 'send_message', to: 'strategist', sent };
  const five = roles.filter((role) => role !== 'strategist');
  const lines = told([
    ...roles.map((role) => seen(role, 0, 'ready')),
    seen('overlord', 500, 'tool', { ...sends, ...order }),
    seen('strategist', 700, 'tool', { name: 'check_inbox', read: [letter] }),
    seen('strategist', 800, 'tool', { name: 'check_inbox', read: [{ ...letter, redelivered: 1 }] }),
    seen('overlord', 900, 'tool', { ...sends, ...order }),
    seen('strategist', 1000, 'tool', {
      name: 'broadcast',
      subject: news.subject,
      sent: five.map((to) => ({ to, id: to })),
    }),
    ...five.map((role) =>
      seen(role, 1200, 'tool', {
        name: 'check_inbox',
        read: [{ id: role, from: 'strategist', subject: news.subject, redelivered: 0 }],
      }),
    ),
    seen('storm', 1300, 'relay-lost', { pid: 12 }),
    seen('storm', 1400, 'tool', { name: 'send_message', error: 'refused\nfor a reason' }),
  ]);
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
    '  1.40s  storm       refused',
  ]);
  expect(lines.filter((line) => displayWidth(line) > 79)).toEqual([]);
});

describe('a letter that was read before its sender wrote down that it is sent', () => {
  const { report } = texts.letters;
  const letter = { id: '7', from: 'overlord', subject: report.subject, redelivered: 0 };
  const reads = seen('human', 300, 'tool', { name: 'check_inbox', read: [letter] });
  const thanks = seen('human', 301, 'tool', {
    name: 'send_message',
    to: 'storm',
    subject: 'Thanks',
  });
  const sends = seen('overlord', 304, 'tool', {
    name: 'send_message',
    to: 'human',
    sent: [{ to: 'human', id: '7' }],
    ...report,
  });
  const began = seen('overlord', 0, 'started');

  it('is told as sent, then as read, then what came of it', () => {
    const lines = told([began, reads, thanks, sends]);
    expect(lines).toEqual([
      '  0.30s  overlord    → human       "Your login page is live"',
      '  0.30s  human       reads "Your login page is live"',
      '  0.30s  human       → storm       "Thanks"',
    ]);
    expect(lines).toEqual(told([began, sends, reads, thanks]));
  });

  it('is told all the same if its sender never does', () => {
    expect(told([began, reads, seen('storm', 1301, 'started')])).toEqual([
      '  0.30s  human       reads "Your login page is live"',
    ]);
  });

  it('holds up nobody where its sending is no line of its own', () => {
    const notice = { ...letter, from: 'human', subject: 'task_001 is yours' };
    const lines = told([began, seen('storm', 300, 'tool', { name: 'x', read: [notice] })]);
    expect(lines).toEqual(['  0.30s  storm       woken, reads "task_001 is yours"']);
  });
});

it('reads each entry of a record once, also one that came in two parts [N3]', async () => {
  const dir = tempDir();
  const entry = (event: string, more = {}): string => JSON.stringify({ at: at(0), event, ...more });
  writeFileSync(recordFile(dir, 'storm'), `\n${entry('started')}\n{"raw":"eA=="}`);
  const events: string[] = [];
  const ledger = { sent: new Set<string>(), read: new Set<string>() };
  const watch = watchRecords(dir, (one) => {
    noteIn(ledger, one);
    events.push(`${one.role} ${one.event}`);
  });
  try {
    const sent = entry('tool', { sent: [{ to: 'shadow', id: '1' }] });
    appendFileSync(recordFile(dir, 'storm'), `\n${sent.slice(0, 20)}`);
    const read = entry('tool', { read: [{ id: '1', from: 'storm', subject: 's' }] });
    writeFileSync(recordFile(dir, 'shadow'), `\n${read}`);
    await waitFor(() => events.includes('shadow tool'), 'the reader');
    appendFileSync(recordFile(dir, 'storm'), sent.slice(20));
    await waitFor(() => events.includes('storm tool'), 'the sender');
    expect(events).toEqual(['storm started', 'shadow tool', 'storm tool']);
    expect(ledger).toEqual({ sent: new Set(['shadow/1']), read: new Set(['shadow/1']) });
  } finally {
    watch.close();
  }
});
