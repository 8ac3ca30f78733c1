import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { alignColumns, columnsOf } from '../../src/terminal/columns.ts';
import { wrapLine, wrapText, type Breaks } from '../../src/terminal/wrap.ts';

const ASSIGNED = /[^\p{Cn}\p{Co}\p{Cs}]/u;

describe('columns', () => {
  it('of every character are as many as string-width says', () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x3_ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (!ASSIGNED.test(character) || columnsOf(character) === stringWidth(character)) continue;
      others.push(code.toString(16));
    }
    expect(others).toEqual([]);
  });

  it.each([
    '城壁を築く（１２３）、ﾊﾞｰｼﾞｮﾝ',
    'が composed and か\u3099 not',
    'e\u0301 · → … ● ○ ▸ ─ ❯',
    '🏰🎉 한국어 𠮷野家',
  ])('of %s are as many as string-width says', (text) =>
    expect(columnsOf(text)).toBe(stringWidth(text)),
  );

  it('of cells in one column begin at one place', () => {
    expect(
      alignColumns([
        ['日本', 'a'],
        ['🏰', 'b'],
        ['abcde', 'c', ''],
      ]),
    ).toEqual(['日本   a', '🏰     b', 'abcde  c']);
  });
});

describe('the rows of a text', () => {
  it.each<[string, number, Breaks, string[]]>([
    ['one two three', 7, 'anywhere', ['one two', ' three']],
    ['one two three', 7, 'words', ['one two', 'three']],
    ['one two three', 7, 'print', ['one two', 'three']],
    ['  indented line  ', 10, 'print', ['  indented', 'line']],
    ['averylongword', 5, 'anywhere', ['avery', 'longw', 'ord']],
    ['a verylongword b', 5, 'print', ['a', 'verylongword', 'b']],
    ['日本語の文', 5, 'anywhere', ['日本', '語の', '文']],
    ['日本語です。次', 10, 'print', ['日本語で', 'す。次']],
    ['あい「う」え', 6, 'print', ['あい', '「う」', 'え']],
    ['伝令はメッセージを届ける', 10, 'print', ['伝令は', 'メッセージ', 'を届ける']],
    ['', 5, 'print', ['']],
    ['', 5, 'words', ['']],
  ])('%j in rows of %i, broken at %s', (text, columns, breaks, rows) =>
    expect(wrapLine(text, columns, breaks)).toEqual(rows),
  );

  it('keep the lines of the text', () =>
    expect(wrapText('one two\n\nthree', 4)).toBe('one\ntwo\n\nthree'));
});
