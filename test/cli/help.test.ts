import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpBook } from '../../src/cli/app.ts';
import { readyHelp } from '../../src/cli/ready-help.ts';
import { displayWidth } from '../../src/kit/width.ts';
import { englishIn } from '../support/english.ts';
import { examplesIn } from '../support/examples.ts';
import { OVLD } from '../support/relay-process.ts';

const LANGUAGES = ['en', 'ja'] as const;

const ovld = (args: readonly string[], language: string) =>
  spawnSync(process.execPath, [OVLD, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', OVLD_LANG: language },
  });

describe.each(LANGUAGES)('the help in %s', (language) => {
  const book = helpBook(language);
  const pages = Object.entries(book.pages);

  it('is as it was', async () => {
    const all = pages.map(([name, page]) => `$ ovld ${name} --help\n${page}`.replace('  ', ' '));
    await expect(all.join('\n')).toMatchFileSnapshot(`./__snapshots__/help.${language}.txt`);
  });

  it('in the build is what the parser of the source prints', () => {
    const file = join(dirname(OVLD), 'help', `${language}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(book);
  });

  // Said twice it is not plain any more, and the parser answers.
  it.each([[], ['summon'], ['queue', 'write']])('of %j is printed alike by both', (...words) => {
    const ready = ovld([...words, '--help'], language);
    expect(ready).toMatchObject({ status: 0, stderr: '' });
    expect(ovld([...words, '--help', '--help'], language).stdout).toBe(ready.stdout);
    expect(ovld(['help', ...words], language).stdout).toBe(ready.stdout);
  });

  it.each(pages)('of "ovld %s" fits into 80 columns', (_, page) => {
    const wide = page.split('\n').filter((line) => displayWidth(line) > 80);
    expect(wide).toEqual([]);
  });

  it.each(pages.filter(([name]) => name !== ''))('of "ovld %s" has examples', (_, page) => {
    const typed = examplesIn(page);
    expect(typed.length).toBeGreaterThanOrEqual(2);
    for (const line of typed) expect(line).toMatch(/(?:^| )ovld /);
  });
});

it.each(Object.entries(helpBook('ja').pages))('"ovld %s --help" is all Japanese', (_, page) => {
  const typed = examplesIn(page);
  const said = page.split('\n').filter((line) => !typed.includes(line.trim()));
  expect(said.flatMap((line) => englishIn(line))).toEqual([]);
});

it('there are as many examples in one language as in the other', () => {
  const lines = (language: 'en' | 'ja') =>
    Object.values(helpBook(language).pages).map((page) => examplesIn(page).length);
  expect(lines('ja')).toEqual(lines('en'));
});

describe('help that needs no parser', () => {
  const book = { version: '1.2.3', pages: { '': 'all', summon: 's', 'queue write': 'q' } };
  it.each([
    [['--help'], 'all'],
    [['help'], 'all'],
    [['-h'], 'all'],
    [['summon', '--help'], 's'],
    [['help', 'queue', 'write'], 'q'],
    [['queue', 'write', '-h'], 'q'],
    [['--version'], '1.2.3\n'],
    [['-V'], '1.2.3\n'],
    [[], undefined],
    [['summon'], undefined],
    [['summon', '--mux', 'tmux', '--help'], undefined],
    [['help', 'bogus'], undefined],
    [['bogus', '--help'], undefined],
    [['constructor', '--help'], undefined],
    [['queue', 'write', 'storm', 'help'], undefined],
    [['--help', '--version'], undefined],
  ])('%j', (words, text) => {
    expect(readyHelp(words, book)).toBe(text);
  });
});
