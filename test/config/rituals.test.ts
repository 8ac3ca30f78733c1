import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reason } from '../../src/errors.ts';
import { reasonIn } from '../../src/i18n/reasons.ts';
import { shippedDir } from '../../src/config/places.ts';
import { findRitual } from '../../src/config/rituals.ts';
import { explain } from '../../src/i18n/explain.ts';
import { ownFiles } from '../support/own-files.ts';

/** Strongest first; the rest is shipped. */
const PLACES = [
  'project/.ovld/rituals/storm.md',
  'project/.ovld/rituals/ja/storm.md',
  'user/rituals/storm.md',
  'user/rituals/ja/storm.md',
];

describe('a ritual is looked for', () => {
  it("in the project, then in the user's folder, then in ovld; at each place the plain name before the one with a language [ritual.load.1]", async () => {
    const { places, at } = ownFiles(Object.fromEntries(PLACES.map((name) => [name, name])));
    for (const name of PLACES) {
      const found = await findRitual({ role: 'storm' }, 'ja', places);
      expect(found).toEqual({ role: 'storm', text: name, path: at(name) });
      rmSync(at(name));
    }
    const { path } = await findRitual({ role: 'storm' }, 'ja', places);
    expect(path).toBe(join(shippedDir(), 'rituals/ja/storm.md'));
  });

  it('at several paths, and the error names every path that was tried [ritual.missing-file.1]', async () => {
    const { places, at } = ownFiles();
    const tried = [
      at('project/.ovld/rituals/marshal.md'),
      at('project/.ovld/rituals/en/marshal.md'),
      at('user/rituals/marshal.md'),
      at('user/rituals/en/marshal.md'),
      join(shippedDir(), 'rituals/marshal.md'),
      join(shippedDir(), 'rituals/en/marshal.md'),
    ];
    const error = await findRitual({ role: 'marshal' }, 'en', places).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'ritual_missing', data: { role: 'marshal', tried } });
    for (const path of tried) expect(explain(error, 'en').hint).toContain(path);
  });

  it('without a HOME too', async () => {
    const { places } = ownFiles();
    const found = await findRitual({ role: 'storm' }, 'en', { ...places, user: undefined });
    expect(found.path).toBe(join(shippedDir(), 'rituals/en/storm.md'));
  });

  it('through a link, as dotfiles are kept', async () => {
    const { places, at } = ownFiles({ 'dotfiles/storm.md': 'linked' });
    mkdirSync(at('user/rituals'), { recursive: true });
    symlinkSync(at('dotfiles/storm.md'), at('user/rituals/storm.md'));
    expect((await findRitual({ role: 'storm' }, 'en', places)).text).toBe('linked');
    rmSync(at('dotfiles/storm.md'));
    await expect(findRitual({ role: 'storm' }, 'en', places)).rejects.toMatchObject({
      code: 'config_invalid',
      data: { path: at('user/rituals/storm.md'), reason: { code: 'link_to_nothing' } },
    });
  });
});

describe('a role that has a number', () => {
  const third = { role: 'smith_3', template: 'smith', number: 3 };
  /** Strongest first. */
  const names = ['project/.ovld/rituals', 'user/rituals'].flatMap((dir) =>
    ['smith_3.md', 'en/smith_3.md', 'smith.md', 'en/smith.md'].map((name) => `${dir}/${name}`),
  );

  it('has a ritual of its own or, at each place, that of its kind', async () => {
    const { places, at } = ownFiles(Object.fromEntries(names.map((name) => [name, name])));
    for (const name of names) {
      expect(await findRitual(third, 'en', places)).toMatchObject({ text: name, path: at(name) });
      rmSync(at(name));
    }
    const shipped = names.slice(0, 4).map((name) => name.replace('project/.ovld', shippedDir()));
    await expect(findRitual(third, 'en', places)).rejects.toMatchObject({
      code: 'ritual_missing',
      data: { role: 'smith_3', tried: [...names.map(at), ...shipped] },
    });
  });

  it('finds its number and name in the ritual; other words in braces stay as they are', async () => {
    const text = 'I am {{role}}, number {{ number }} of {{others}}: {{number}}';
    const { places } = ownFiles({ 'user/rituals/smith.md': text, 'user/rituals/storm.md': text });
    const filled = 'I am smith_3, number 3 of {{others}}: 3';
    expect((await findRitual(third, 'en', places)).text).toBe(filled);
    expect((await findRitual({ role: 'storm' }, 'en', places)).text).toBe(text);
  });
});

const NAME = 'project/.ovld/rituals/storm.md';

it.each([
  ['a byte order mark', '\uFEFFYou are', 'You are'],
  ['line ends of Windows', 'a\r\n\r\nb\r\n', 'a\n\nb'],
  ['newlines at the end', 'a\n\n\n', 'a'],
  ['tabs, which are keys', 'a\n\tb', 'a\n    b'],
  ['nothing of an ordinary text', '魔王 🐉 $HOME `x` "q" \\r', '魔王 🐉 $HOME `x` "q" \\r'],
])('a ritual is prepared for the paste: %s', async (_, raw, text) => {
  const { places } = ownFiles({ [NAME]: raw });
  expect((await findRitual({ role: 'storm' }, 'en', places)).text).toBe(text);
});

it.each<[string, string | Uint8Array, { line?: number; reason: RegExp }]>([
  ['an escape sequence', 'a\r\nb\u001b[201~\n', { line: 2, reason: /U\+001B/ }],
  ['its eight-bit twin', 'a\u009b', { line: 1, reason: /U\+009B/ }],
  ['a control character at the very end', 'a\n\n\u0003', { line: 3, reason: /U\+0003/ }],
  ['a command of the agent', '\n/clear\n', { reason: /command/ }],
  ['a command of the shell', '!rm -rf .', { reason: /command/ }],
  ['an empty file', '', { reason: /empty/ }],
  ['a blank file', ' \n\t\n', { reason: /empty/ }],
  ['more than 64 KiB', 'x'.repeat(65_537), { reason: /larger than 64 KiB/ }],
  ['what is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x41), { reason: /UTF-8/ }],
])('a ritual with %s is refused', async (_, raw, { line, reason }) => {
  const { places, at } = ownFiles({ [NAME]: raw });
  const error = await findRitual({ role: 'storm' }, 'en', places).catch((e: unknown) => e);
  expect(error).toMatchObject({
    code: 'config_invalid',
    data: { path: at(NAME), ...(line && { line }) },
  });
  const { data } = error as { data: { reason: Reason } };
  expect(reasonIn('en', data.reason)).toMatch(reason);
});

it('a folder in place of a ritual is refused', async () => {
  const { places, at } = ownFiles();
  mkdirSync(at(NAME), { recursive: true });
  await expect(findRitual({ role: 'storm' }, 'en', places)).rejects.toMatchObject({
    code: 'config_invalid',
    data: { path: at(NAME), reason: { code: 'not_a_file' } },
  });
});
