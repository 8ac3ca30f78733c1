import { describe, expect, test } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { ageOf, between } from '../../src/dashboard/web/view/age.ts';
import { eventReader, type Told } from '../../src/dashboard/web/view/event-lines.ts';
import { layOut, type Box } from '../../src/dashboard/web/view/layout.ts';
import { levelsOf } from '../../src/dashboard/web/view/levels.ts';
import { arranged, merge } from '../../src/dashboard/web/view/merge.ts';
import { ownMail, unreadOf } from '../../src/dashboard/web/view/own-mail.ts';
import { readable, readableLine } from '../../src/dashboard/web/view/readable.ts';
import { webTexts } from '../../src/i18n/web.ts';
import { FEED_LETTERS } from '../../src/lookout/ledger.ts';
import type { LetterSight } from '../../src/lookout/picture.ts';
import { somePicture } from '../support/fake-lookout.ts';

const chain = (role: string, ...commands: string[]) => ({ role, commands });
const bastion = (count: number) => {
  const names = Array.from({ length: count }, (_, i) => `specialist_${i + 1}`);
  return [chain('envoy', 'marshall'), chain('marshall', ...names), ...names.map((n) => chain(n))];
};

describe('levels', () => {
  const cases: [string, ReturnType<typeof chain>[], string[][]][] = [
    ['a chain', [chain('a', 'b'), chain('b', 'c'), chain('c')], [['a'], ['b'], ['c']]],
    ['two heads', [chain('a', 'c'), chain('b'), chain('c')], [['a', 'b'], ['c']]],
    ['a circle', [chain('a', 'b'), chain('b', 'a')], [['a'], ['b']]],
    ['a circle below', [chain('a', 'b'), chain('b', 'c'), chain('c', 'b')], [['a'], ['b'], ['c']]],
    ['itself', [chain('a', 'a')], [['a']]],
    ['nobody it knows', [chain('a', 'x')], [['a']]],
    ['nobody', [], []],
  ];
  test.each(cases)('%s', (_name, roles, levels) => expect(levelsOf(roles)).toEqual(levels));
});

describe('the layout', () => {
  const widths = [280, 328, 360, 600, 880, 1600];
  const armies = [
    overlordFormation.roles,
    bastion(1),
    bastion(4),
    bastion(12),
    bastion(40),
    [chain('alone')],
    [chain('a', 'b', 'c'), chain('b', 'd'), chain('c', 'a'), chain('d', 'c')],
  ];
  const table = armies.flatMap((roles) =>
    widths.map((width) => ({ roles, width, count: roles.length })),
  );

  test.each(table)('$count roles in $width px: all there, none on another', ({ roles, width }) => {
    const { boxes, height, edges } = layOut(roles, { width, cardHeight: 120, personHeight: 46 });
    expect([...boxes.keys()].sort()).toEqual([HUMAN, ...roles.map(({ role }) => role)].sort());
    const all = [...boxes.values()];
    for (const box of all) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    all.forEach((one, i) => {
      for (const other of all.slice(i + 1)) expect(overlap(one, other)).toBe(false);
    });
    for (const { role, commands } of roles) {
      for (const to of commands) expect(edges.get(`${role}>${to}`)).toMatch(/^M[\d. ]+/);
    }
    for (const path of edges.values()) expect(path).not.toMatch(/NaN|undefined/);
  });

  const overlap = (a: Box, b: Box): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
});

describe('merging', () => {
  const letter = (id: string, more: Partial<LetterSight> = {}): LetterSight => ({
    ...(somePicture().letters.at(-1) as LetterSight),
    id,
    stage: 'stored',
    ...more,
  });

  test('new and changed letters, and what moved', () => {
    const before = { ...somePicture(), letters: [letter('a'), letter('b')] };
    const { picture, moves } = merge(before, {
      letters: [letter('b', { stage: 'fetched' }), letter('c'), letter('a', { subject: 'other' })],
    });
    expect(picture.letters.map(({ id, stage }) => `${id} ${stage}`)).toEqual([
      'a stored',
      'b fetched',
      'c stored',
    ]);
    expect(moves.map(({ stage }) => stage)).toEqual(['fetched', 'stored']);
    expect(before.letters[1]?.stage).toBe('stored');
  });

  test('the same id for two recipients is two messages', () => {
    const before = { ...somePicture(), letters: [letter('a', { to: 'storm' })] };
    const { picture } = merge(before, { letters: [letter('a', { to: 'shadow' })] });
    expect(picture.letters).toHaveLength(2);
  });

  const at = (second: number): string =>
    new Date(Date.UTC(2026, 10, 16) + second * 1000).toISOString();
  const sent = (second: number, more: Partial<LetterSight> = {}): LetterSight =>
    letter(`m${second}`, { storedAt: at(second), ...more });
  const upTo = (count: number, from = 0): LetterSight[] =>
    Array.from({ length: count }, (_, i) => sent(from + i));

  test('only so many are kept: as many as the lookout has', () => {
    const many = upTo(FEED_LETTERS * 2);
    const { picture } = merge({ ...somePicture(), letters: [] }, { letters: many });
    expect(picture.letters).toEqual(many.slice(-FEED_LETTERS));
    expect(arranged({ ...picture, letters: many }).letters).toEqual(picture.letters);
  });

  test('whatever happens to the oldest one the lookout has, it stays the oldest', () => {
    const before = arranged({ ...somePicture(), letters: upTo(FEED_LETTERS) });
    const { picture, moves } = merge(before, { letters: [sent(0, { stage: 'fetched' })] });
    expect(picture.letters[0]).toMatchObject({ id: 'm0', stage: 'fetched' });
    expect(picture.letters.at(-1)?.id).toBe(`m${FEED_LETTERS - 1}`);
    expect(moves).toHaveLength(1);
  });

  test('one that has left the page does not come back, and nothing moves', () => {
    const before = arranged({ ...somePicture(), letters: upTo(FEED_LETTERS, 10) });
    const { picture, moves } = merge(before, { letters: [sent(3, { stage: 'fetched' })] });
    expect([picture.letters, moves]).toEqual([before.letters, []]);
  });

  test('told late, newest first, they stand where they belong, and only what is new moves', () => {
    let picture = arranged({ ...somePicture(), letters: upTo(3, 6) });
    const moved: string[] = [];
    for (const letters of [
      [sent(5), sent(4)],
      [sent(9), sent(3)],
      [sent(2), sent(1)],
    ]) {
      const merged = merge(picture, { letters });
      ({ picture } = merged);
      moved.push(...merged.moves.map(({ stage }) => stage));
    }
    expect(picture.letters.map(({ id }) => id)).toEqual(upTo(9, 1).map(({ id }) => id));
    expect(moved).toEqual(['stored']);
  });

  test('of one moment: by their ids, whichever is told first', () => {
    const [a, b] = [sent(1, { id: 'a' }), sent(1, { id: 'b' })];
    const { picture } = merge({ ...somePicture(), letters: [b] }, { letters: [a] });
    expect(picture.letters).toEqual([a, b]);
  });

  test('what is for the person: of the picture, and of their inbox what it has no longer', () => {
    const mine = (second: number, more: Partial<LetterSight> = {}): LetterSight =>
      sent(second, { to: HUMAN, fetchedAt: undefined, ...more });
    const taken = mine(5, { fetchedAt: at(9) });
    const letters = [sent(3, { to: 'storm', fetchedAt: undefined }), taken, mine(6)];
    const inbox = [mine(1), mine(2), mine(6, { subject: 'as the inbox has it' })];
    const own = ownMail(letters, inbox);
    expect(own).toEqual([mine(1), mine(2), taken, mine(6)]);
    expect(unreadOf([...letters, ...own]).map(({ id }) => id)).toEqual(['m6', 'm1', 'm2', 'm6']);
  });

  test('roles keep their order; a board may come and go', () => {
    const before = somePicture();
    const storm = { ...before.roles[5]!, unread: 9 };
    const board = { commands: [], gaps: [], tasks: [], specialists: [], faults: [] };
    const { picture } = merge(before, { roles: [storm], board, person: { unread: 4 } });
    expect(picture.roles.map(({ role }) => role)).toEqual(before.roles.map(({ role }) => role));
    expect([picture.roles[5]?.unread, picture.person.unread, picture.board]).toEqual([9, 4, board]);
    expect(merge(picture, { board: null }).picture.board).toBeUndefined();
    expect(merge(picture, {}).picture.board).toEqual(board);
  });
});

describe('ages', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  const ages: [seconds: number, en: string, ja: string][] = [
    [-5, 'now', '今'],
    [59, 'now', '今'],
    [60, '1m', '1分'],
    [3599, '59m', '59分'],
    [3600, '1h', '1時間'],
    [47 * 3600, '47h', '47時間'],
    [72 * 3600, '3d', '3日'],
  ];
  test.each(ages)('%i s: %s', (seconds, en, ja) => {
    const at = new Date(now - seconds * 1000).toISOString();
    expect(ageOf(at, now, webTexts.en.page.age)).toBe(en);
    expect(ageOf(at, now, webTexts.ja.page.age)).toBe(ja);
  });
  test.each([
    ['en', 0, 'since just now'],
    ['en', 300, 'for 5m'],
    ['ja', 0, 'たった今から'],
    ['ja', 300, '5分前から'],
  ] as const)('how long something is so: %s, %i s', (language, seconds, said) => {
    const { age, card } = webTexts[language].page;
    const at = new Date(now - seconds * 1000).toISOString();
    expect(card.since(ageOf(at, now, age))).toBe(said);
  });
  test('of what is no time', () => expect(ageOf('?', now, webTexts.en.page.age)).toBe('now'));
  test('between', () => {
    expect(between('2026-11-16T12:00:00.000Z', '2026-11-16T12:00:00.087Z')).toBe(87);
    expect(between('2026-11-16T12:00:01Z', '2026-11-16T12:00:00Z')).toBe(0);
    expect(between('2026-11-16T12:00:00Z', undefined)).toBeUndefined();
  });
});

describe('the stream', () => {
  const text = 'event: a\ndata: {"x":1}\n\n: here\n\nevent: b\ndata: 2\n\nevent: c\nda';
  test.each([1, 2, 3, 7, 1000])('in pieces of %i', (size) => {
    const told: Told[] = [];
    const read = eventReader((one) => told.push(one));
    for (let i = 0; i < text.length; i += size) read(text.slice(i, i + size));
    expect(told).toEqual([
      { event: 'a', data: '{"x":1}' },
      { event: 'b', data: '2' },
    ]);
  });
});

describe('what others wrote', () => {
  const lines: [string, string][] = [
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
    ['a\u001b[31mb', 'a\u241b[31mb'],
    ['a\r\nb\rc\td', 'a\nb\nc\td'],
  ];
  test.each(lines)('%j', (given, shown) => expect(readable(given)).toBe(shown));
  test('on one line', () => expect(readableLine(' a\n\n b\t\u0007 ')).toBe('a b \u2407'));
});
