import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SUBJECT } from '../../../src/dashboard/terminal/draft.ts';
import { fit, painted, span, widthOf } from '../../../src/dashboard/terminal/line.ts';
import { begin, clip, legible, legibleLines, wrap } from '../../../src/dashboard/terminal/text.ts';
import { columnsOf } from '../../../src/kit/columns.ts';
import { SUBJECT_CHARACTERS } from '../../../src/relay/message.ts';

describe('what another wrote', () => {
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

  it('keeps its lines where it is a body', () => {
    expect(legibleLines('a\r\nb\rc\n\n\td\u0007')).toEqual(['a', 'b', 'c', '', '    d␇']);
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 80 });

describe('widths', () => {
  it.each([
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
    ['🏰🏰', 3, '🏰…'],
  ])('%s in %i columns is %s', (text, columns, clipped) =>
    expect(clip(text, columns)).toBe(clipped),
  );

  it('nothing cut is wider than asked, and nothing that fits is cut', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, columns) => {
        const shown = legible(text);
        expect(columnsOf(clip(shown, columns))).toBeLessThanOrEqual(columns);
        expect(columnsOf(begin(shown, columns))).toBeLessThanOrEqual(columns);
        expect(widthOf(fit([span(shown), span(shown)], columns))).toBeLessThanOrEqual(columns);
        if (columnsOf(shown) <= columns) expect(clip(shown, columns)).toBe(shown);
      }),
    );
  });

  it('a line of many rows is laid out in one go, not each row with all that follows', () => {
    const rows = wrap('壁x'.repeat(150_000), 80);
    expect(rows.join('')).toHaveLength(300_000);
    expect(rows.length).toBeGreaterThan(5_600);
  });

  it('a wrapped line loses no letter, and no row is too wide', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, columns) => {
        const shown = legible(text);
        const rows = wrap(shown, columns);
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
  ])('%j in rows of %i', (text, columns, rows) => expect(wrap(text, columns)).toEqual(rows));
});

it('colours go, and weights stay, where nobody wants colours', () => {
  const row = [span('a', 'bold', 'red'), span('b')];
  expect(painted(row, true)).toBe('\u001b[1m\u001b[31ma\u001b[39m\u001b[22mb');
  expect(painted(row, false)).toBe('\u001b[1ma\u001b[22mb');
});

it('an answer has as long a subject as a message may have', () => {
  expect(MOST_SUBJECT).toBe(SUBJECT_CHARACTERS);
});
