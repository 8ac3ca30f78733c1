import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpBook } from '../../../src/cli/app.ts';
import { readyHelp } from '../../../src/cli/parse/ready-help.ts';
import { columnsOf } from '../../../src/terminal/columns.ts';
import { englishIn } from '../../support/english.ts';
import { examplesIn } from '../../support/examples.ts';
import { OVLD } from '../../support/relay-process.ts';

const LANGUAGES = ['en', 'ja'] as const;

const ovld = (args: readonly string[], language: string) =>
  spawnSync(process.execPath, [OVLD, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', OVLD_LANG: language },
  });

describe.each(LANGUAGES)('the help in %s', (language) => {
  const book = helpBook(language);
  const pages = Object.entries(book.pages);

  it('matches its snapshot', async () => {
    const all = pages.map(([name, page]) => `$ ovld ${name} --help\n${page}`.replace('  ', ' '));
    await expect(all.join('\n')).toMatchFileSnapshot(`./__snapshots__/help.${language}.txt`);
  });

  it('of the build equals what the parser of the source prints', () => {
    const file = join(dirname(OVLD), 'help', `${language}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(book);
  });

  // Said twice it is not plain any more, and the parser answers.
  it.each([[], ['summon'], ['queue', 'write']])(
    'of %j is the same with and without the parser',
    (...words) => {
      const ready = ovld([...words, '--help'], language);
      expect(ready).toMatchObject({ status: 0, stderr: '' });
      expect(ovld([...words, '--help', '--help'], language).stdout).toBe(ready.stdout);
      expect(ovld(['help', ...words], language).stdout).toBe(ready.stdout);
    },
  );

  it.each(pages)('of "ovld %s" fits into 80 columns', (_, page) => {
    const wide = page.split('\n').filter((line) => columnsOf(line) > 80);
    expect(wide).toEqual([]);
  });

  it.each(pages.filter(([name]) => name !== ''))('of "ovld %s" has examples', (_, page) => {
    const typed = examplesIn(page);
    expect(typed.length).toBeGreaterThanOrEqual(2);
    for (const line of typed) expect(line).toMatch(/(?:^| )ovld /);
  });
});

it.each(Object.entries(helpBook('ja').pages))(
  '"ovld %s --help" in Japanese has no English sentence',
  (_, page) => {
    const typed = examplesIn(page);
    const said = page.split('\n').filter((line) => !typed.includes(line.trim()));
    expect(said.flatMap((line) => englishIn(line))).toEqual([]);
  },
);

it('both languages have equally many examples', () => {
  const lines = (language: 'en' | 'ja') =>
    Object.values(helpBook(language).pages).map((page) => examplesIn(page).length);
  expect(lines('ja')).toEqual(lines('en'));
});

describe('help that is printed without the parser', () => {
  const book = {
    version: '1.2.3',
    start: 'first',
    pages: { '': 'all', summon: 's', 'queue write': 'q' },
  };
  it.each([
    [['--help'], 'all'],
    [['help'], 'all'],
    [['-h'], 'all'],
    [['summon', '--help'], 's'],
    [['help', 'queue', 'write'], 'q'],
    [['queue', 'write', '-h'], 'q'],
    [['--version'], '1.2.3\n'],
    [['-V'], '1.2.3\n'],
    [[], 'first'],
    [['summon'], undefined],
    [['summon', '--mux', 'tmux', '--help'], undefined],
    [['help', 'bogus'], undefined],
    [['bogus', '--help'], undefined],
    [['constructor', '--help'], undefined],
    [['queue', 'write', 'storm', 'help'], undefined],
    [['--help', '--version'], undefined],
  ])('is chosen correctly for %j', (words, text) => {
    expect(readyHelp(words, book)).toBe(text);
  });
});
