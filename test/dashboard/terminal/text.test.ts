import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../../src/dashboard/terminal/draft.ts';
import { textOf } from '../../../src/dashboard/terminal/field.ts';
import { initialState } from '../../../src/dashboard/terminal/state.ts';
import { fitLine, paintLine, span, lineColumns } from '../../../src/dashboard/terminal/line.ts';
import { legible, legibleLines } from '../../../src/dashboard/terminal/text.ts';
import { clipColumns, columnsOf, cutColumns } from '../../../src/terminal/columns.ts';
import { wrapLine } from '../../../src/terminal/wrap.ts';
import { SUBJECT_CHARACTERS } from '../../../src/message/subject.ts';

describe('a text of another author', () => {
  it.each([
    ['plain', 'plain'],
    ['two\nlines\tand a tab', 'two lines and a tab'],
    ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['bell\u0007', 'bell␇'],
    ['c1 \u009b31m', 'c1 \ufffd31m'],
    ['right to left \u202eevil', 'right to left \ufffdevil'],
    ['family 👨‍👩‍👧‍👦.', 'family 👨.'],
    ['skin 👩🏽‍🚀.', 'skin 👩.'],
    ['flag 🇯🇵.', 'flag JP.'],
    ['half a flag 🇯.', 'half a flag \ufffd.'],
    ['heart ❤️.', 'heart ❤.'],
    ['key 1️⃣.', 'key 1.'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['が composed', 'が composed'],
    ['Z̸̡̢̛̗͇a', 'Z̸̡a'],
  ])('%j is shown as %j', (text, shown) => expect(legible(text)).toBe(shown));

  it('keeps its lines in a body', () => {
    expect(legibleLines('a\r\nb\rc\n\n\td\u0007')).toEqual(['a', 'b', 'c', '', '    d␇']);
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 80 });

describe('a text in a given width', () => {
  it.each([
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
    ['🏰🏰', 3, '🏰…'],
  ])('%s in %i columns is %s', (text, columns, clipped) =>
    expect(clipColumns(text, columns)).toBe(clipped),
  );

  it('is not wider than asked when cut, and is not cut when it fits', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, columns) => {
        const shown = legible(text);
        expect(columnsOf(clipColumns(shown, columns))).toBeLessThanOrEqual(columns);
        expect(columnsOf(cutColumns(shown, columns))).toBeLessThanOrEqual(columns);
        expect(lineColumns(fitLine([span(shown), span(shown)], columns))).toBeLessThanOrEqual(
          columns,
        );
        if (columnsOf(shown) <= columns) expect(clipColumns(shown, columns)).toBe(shown);
      }),
    );
  });

  it('of many rows is laid out in one pass', () => {
    const rows = wrapLine('壁x'.repeat(150_000), 80, 'words');
    expect(rows.join('')).toHaveLength(300_000);
    expect(rows.length).toBeGreaterThan(5_600);
  });

  it('loses no character when wrapped, and no row is too wide', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, columns) => {
        const shown = legible(text);
        const rows = wrapLine(shown, columns, 'words');
        for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(columns);
        const bare = (words: string): string => words.replaceAll(' ', '');
        expect(bare(rows.join(''))).toBe(bare(shown));
      }),
    );
  });

  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['averylongword', 5, ['avery', 'longw', 'ord']],
    ['日本語の文', 4, ['日本', '語の', '文']],
    ['', 5, ['']],
  ])('%j is wrapped in rows of %i', (text, columns, rows) =>
    expect(wrapLine(text, columns, 'words')).toEqual(rows),
  );
});

it('colours are removed and weights stay when colours are not wanted', () => {
  const row = [span('a', 'bold', 'red'), span('b')];
  expect(paintLine(row, true)).toBe('\u001b[1m\u001b[31ma\u001b[39m\u001b[22mb');
  expect(paintLine(row, false)).toBe('\u001b[1ma\u001b[22mb');
});

it("an answer's subject is as long as a message allows", () => {
  const letter = { id: 'm1', to: 'human', from: 'storm', subject: 'x'.repeat(SUBJECT_CHARACTERS) };
  expect([...textOf(answerTo(initialState, letter).subject)]).toHaveLength(SUBJECT_CHARACTERS);
});
