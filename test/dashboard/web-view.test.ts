import { describe, expect, test } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { formatAgeSince, measureBetween } from '../../src/dashboard/web/view/age.ts';
import { createEventReader, type StreamEvent } from '../../src/dashboard/web/view/event-lines.ts';
import { layOut, type Box } from '../../src/dashboard/web/view/layout.ts';
import { sortIntoLevels } from '../../src/dashboard/web/view/levels.ts';
import { arrangePicture, mergeChange } from '../../src/dashboard/web/view/merge.ts';
import { listOwnMail, filterUnread } from '../../src/dashboard/web/view/own-mail.ts';
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

describe('the levels of roles', () => {
  const cases: [string, ReturnType<typeof chain>[], string[][]][] = [
    ['a chain', [chain('a', 'b'), chain('b', 'c'), chain('c')], [['a'], ['b'], ['c']]],
    ['two heads', [chain('a', 'c'), chain('b'), chain('c')], [['a', 'b'], ['c']]],
    ['a circle', [chain('a', 'b'), chain('b', 'a')], [['a'], ['b']]],
    ['a circle below', [chain('a', 'b'), chain('b', 'c'), chain('c', 'b')], [['a'], ['b'], ['c']]],
    ['itself', [chain('a', 'a')], [['a']]],
    ['a role that is not there', [chain('a', 'x')], [['a']]],
    ['no roles', [], []],
  ];
  test.each(cases)('are right for %s', (_name, roles, levels) =>
    expect(sortIntoLevels(roles)).toEqual(levels),
  );
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

  test.each(table)(
    'shows $count roles in $width px without one covering another',
    ({ roles, width }) => {
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
    },
  );

  const overlap = (a: Box, b: Box): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
});

describe('merging a change into the picture', () => {
  const letter = (id: string, more: Partial<LetterSight> = {}): LetterSight => ({
    ...(somePicture().letters.at(-1) as LetterSight),
    id,
    stage: 'stored',
    ...more,
  });

  test('adds new letters, replaces changed ones, and says which moved', () => {
    const before = { ...somePicture(), letters: [letter('a'), letter('b')] };
    const { picture, moves } = mergeChange(before, {
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

  test('keeps two messages when one id has two recipients', () => {
    const before = { ...somePicture(), letters: [letter('a', { to: 'storm' })] };
    const { picture } = mergeChange(before, { letters: [letter('a', { to: 'shadow' })] });
    expect(picture.letters).toHaveLength(2);
  });

  const at = (second: number): string =>
    new Date(Date.UTC(2026, 10, 16) + second * 1000).toISOString();
  const sent = (second: number, more: Partial<LetterSight> = {}): LetterSight =>
    letter(`m${second}`, { storedAt: at(second), ...more });
  const upTo = (count: number, from = 0): LetterSight[] =>
    Array.from({ length: count }, (_, i) => sent(from + i));

  test('keeps as many letters as the lookout has', () => {
    const many = upTo(FEED_LETTERS * 2);
    const { picture } = mergeChange({ ...somePicture(), letters: [] }, { letters: many });
    expect(picture.letters).toEqual(many.slice(-FEED_LETTERS));
    expect(arrangePicture({ ...picture, letters: many }).letters).toEqual(picture.letters);
  });

  test('keeps the oldest letter oldest, whatever happens to it', () => {
    const before = arrangePicture({ ...somePicture(), letters: upTo(FEED_LETTERS) });
    const { picture, moves } = mergeChange(before, { letters: [sent(0, { stage: 'fetched' })] });
    expect(picture.letters[0]).toMatchObject({ id: 'm0', stage: 'fetched' });
    expect(picture.letters.at(-1)?.id).toBe(`m${FEED_LETTERS - 1}`);
    expect(moves).toHaveLength(1);
  });

  test('does not bring back a letter that left the page', () => {
    const before = arrangePicture({ ...somePicture(), letters: upTo(FEED_LETTERS, 10) });
    const { picture, moves } = mergeChange(before, { letters: [sent(3, { stage: 'fetched' })] });
    expect([picture.letters, moves]).toEqual([before.letters, []]);
  });

  test('sorts letters that are reported late, and moves only the new ones', () => {
    let picture = arrangePicture({ ...somePicture(), letters: upTo(3, 6) });
    const moved: string[] = [];
    for (const letters of [
      [sent(5), sent(4)],
      [sent(9), sent(3)],
      [sent(2), sent(1)],
    ]) {
      const merged = mergeChange(picture, { letters });
      ({ picture } = merged);
      moved.push(...merged.moves.map(({ stage }) => stage));
    }
    expect(picture.letters.map(({ id }) => id)).toEqual(upTo(9, 1).map(({ id }) => id));
    expect(moved).toEqual(['stored']);
  });

  test('sorts letters of one moment by id, whichever is reported first', () => {
    const [a, b] = [sent(1, { id: 'a' }), sent(1, { id: 'b' })];
    const { picture } = mergeChange({ ...somePicture(), letters: [b] }, { letters: [a] });
    expect(picture.letters).toEqual([a, b]);
  });

  test("gives the person's letters: those of the picture, and from the inbox those it no longer has", () => {
    const mine = (second: number, more: Partial<LetterSight> = {}): LetterSight =>
      sent(second, { to: HUMAN, fetchedAt: undefined, ...more });
    const taken = mine(5, { fetchedAt: at(9) });
    const letters = [sent(3, { to: 'storm', fetchedAt: undefined }), taken, mine(6)];
    const inbox = [mine(1), mine(2), mine(6, { subject: 'as the inbox has it' })];
    const own = listOwnMail(letters, inbox);
    expect(own).toEqual([mine(1), mine(2), taken, mine(6)]);
    expect(filterUnread([...letters, ...own]).map(({ id }) => id)).toEqual([
      'm6',
      'm1',
      'm2',
      'm6',
    ]);
  });

  test('keeps the order of roles; a board may come and go', () => {
    const before = somePicture();
    const storm = { ...before.roles[5]!, unread: 9 };
    const board = { commands: [], gaps: [], tasks: [], specialists: [], faults: [] };
    const { picture } = mergeChange(before, { roles: [storm], board, person: { unread: 4 } });
    expect(picture.roles.map(({ role }) => role)).toEqual(before.roles.map(({ role }) => role));
    expect([picture.roles[5]?.unread, picture.person.unread, picture.board]).toEqual([9, 4, board]);
    expect(mergeChange(picture, { board: null }).picture.board).toBeUndefined();
    expect(mergeChange(picture, {}).picture.board).toEqual(board);
  });
});

describe('an age', () => {
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
  test.each(ages)('of %i s is %s', (seconds, en, ja) => {
    const at = new Date(now - seconds * 1000).toISOString();
    expect(formatAgeSince(at, now, webTexts.en.page.age)).toBe(en);
    expect(formatAgeSince(at, now, webTexts.ja.page.age)).toBe(ja);
  });
  test.each([
    ['en', 0, 'since just now'],
    ['en', 300, 'for 5m'],
    ['ja', 0, 'たった今から'],
    ['ja', 300, '5分前から'],
  ] as const)('is phrased as a duration in %s: %i s', (language, seconds, said) => {
    const { age, card } = webTexts[language].page;
    const at = new Date(now - seconds * 1000).toISOString();
    expect(card.since(formatAgeSince(at, now, age))).toBe(said);
  });
  test('of an invalid time is empty', () =>
    expect(formatAgeSince('?', now, webTexts.en.page.age)).toBe('now'));
  test('the time between two times is their difference', () => {
    expect(measureBetween('2026-11-16T12:00:00.000Z', '2026-11-16T12:00:00.087Z')).toBe(87);
    expect(measureBetween('2026-11-16T12:00:01Z', '2026-11-16T12:00:00Z')).toBe(0);
    expect(measureBetween('2026-11-16T12:00:00Z', undefined)).toBeUndefined();
  });
});

describe('the reader of the event stream', () => {
  const text = 'event: a\ndata: {"x":1}\n\n: here\n\nevent: b\ndata: 2\n\nevent: c\nda';
  test.each([1, 2, 3, 7, 1000])('reads the same in pieces of %i', (size) => {
    const told: StreamEvent[] = [];
    const read = createEventReader((one) => told.push(one));
    for (let i = 0; i < text.length; i += size) read(text.slice(i, i + size));
    expect(told).toEqual([
      { event: 'a', data: '{"x":1}' },
      { event: 'b', data: '2' },
    ]);
  });
});

describe('a text of another author', () => {
  const lines: [string, string][] = [
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
    ['a\u001b[31mb', 'a\u241b[31mb'],
    ['a\r\nb\rc\td', 'a\nb\nc\td'],
  ];
  test.each(lines)('is shown without control characters: %j', (given, shown) =>
    expect(readable(given)).toBe(shown),
  );
  test('is put on one line', () => expect(readableLine(' a\n\n b\t\u0007 ')).toBe('a b \u2407'));
});
