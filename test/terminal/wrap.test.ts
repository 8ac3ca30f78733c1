import { expect, it } from 'vitest';
import { fitted } from '../../src/cli/output/print.ts';
import { failure } from '../../src/cli/output/failure.ts';
import { OvldError } from '../../src/errors.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { wrapBehind, wrapLine } from '../../src/terminal/wrap.ts';

it('colours take no columns', () => {
  const red = (word: string): string => `\u001b[31m${word}\u001b[39m`;
  expect(wrapLine(`${red('one')} two ${red('three')}`, 8, 'print')).toEqual([
    `${red('one')} two`,
    red('three'),
  ]);
});

it('Japanese is broken before a word, never before its ending, its particle or what a number counts', () => {
  const rows = (line: string): string[] => wrapLine(line, 24, 'print');
  expect(rows('役ごとの状態・メールを表示する')).toEqual(['役ごとの状態・メールを', '表示する']);
  expect(rows('メールは待ち、ここに召喚する')).toEqual(['メールは待ち、ここに', '召喚する']);
  expect(rows('エージェントたちは tmux の中')).toEqual(['エージェントたちは', 'tmux の中']);
  expect(rows('送られるメッセージ 12 件を残す')).toEqual(['送られるメッセージ', '12 件を残す']);
});

it('the rows behind a beginning stand below its first word', () => {
  expect(wrapBehind('  → ', 'one two three four five six', 24)).toBe(
    '  → one two three four\n    five six',
  );
});

it('what a command says fits its terminal between words, with its indentation; a pipe gets whole lines', () => {
  const text =
    'a sentence that is longer than the terminal\n\n    and one that is indented as well';
  expect(fitted(text, undefined)).toBe(text);
  expect(fitted(text, 0)).toBe(text);
  expect(fitted(text, 30)).toBe(
    'a sentence that is longer than\nthe terminal\n\n    and one that is indented\n    as well',
  );
  expect(fitted('  → a hint that is longer than that', 24)).toBe(
    '  → a hint that is\n    longer than that',
  );
  expect(fitted('  ! a note that is longer than that', 24)).toBe(
    '  ! a note that is\n    longer than that',
  );
});

it('the last cell of a row goes on below its own beginning, where that leaves room; colours take none', () => {
  const dim = (word: string): string => `\u001b[2m${word}\u001b[22m`;
  const row = `  storm  idle   ${dim('alive')}  done: Ship the login page`;
  expect(fitted(row, 38)).toBe(
    `  storm  idle   ${dim('alive')}  done: Ship the\n${' '.repeat(23)}login page`,
  );
  expect(fitted('  storm  idle   alive  done: Ship the login page', 30)).toBe(
    '  storm  idle   alive  done:\n  Ship the login page',
  );
  const prose = 'Two spaces.  They are  no table, and the further rows are not indented';
  expect(fitted(prose, 40)).toBe(
    'Two spaces.  They are  no table, and the\nfurther rows are not indented',
  );
});

it.each(['en', 'ja'] as const)('a failure in %s fits 80 columns, and loses no word', (language) => {
  const folder = '/home/a-person/with/a/long/path/to/one/of/many/projects/of/theirs';
  const error = new OvldError('project_taken', { session: 'overlord', folder });
  const whole = failure(error, language, false).text;
  const { text } = failure(error, language, false, 80);
  const rows = text.split('\n');
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter((row) => columnsOf(row) > 80)).toEqual([]);
  const plain = (words: string): string => words.replaceAll(/\s+/g, '');
  expect(plain(text)).toBe(plain(whole));
  expect(failure(error, language, true, 80).text).not.toContain('\n');
});
