import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openKeyboard,
  openKeyReader,
  type Key,
  type NamedKey,
  type UnmarkedPaste,
} from '../../src/terminal/keys.ts';

const [ESC, CTRL_C] = ['\u001b', '\u0003'];
const [STARTS, ENDS] = [`${ESC}[200~`, `${ESC}[201~`];
const text = (value: string): Key => ({ name: 'text', text: value });
const pasted = (value: string): Key => ({ name: 'pasted', text: value });
const ctrl = (char: string): Key => ({ name: 'ctrl', char });
const alt = (char: string): Key => ({ name: 'alt', char });
const named = (...names: NamedKey[]): Key[] => names.map((name) => ({ name }));
const long = 'x'.repeat(120);

const readAll = (unmarked: UnmarkedPaste, chunks: readonly (string | Buffer)[]): Key[] => {
  const reader = openKeyReader(unmarked);
  return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk)));
};

describe.each(['inner-return', 'burst'] as const)('the keys read from bytes (%s)', (unmarked) => {
  it.each<[string, (string | Buffer)[], Key[]]>([
    ['letters and Enter', ['hi\r'], [text('hi'), ...named('enter')]],
    ['wide characters and emoji', ['日🏰'], [text('日🏰')]],
    [
      'LF is a line break, never a submission',
      ['a\nb'],
      [text('a'), ...named('newline'), text('b')],
    ],
    ['both backspaces', ['\u007f\b'], named('backspace', 'backspace')],
    ['Tab and Shift-Tab', [`\t${ESC}[Z`], named('tab', 'backTab')],
    ['Ctrl-C and Ctrl-D behind a text', ['a\u0003\u0004'], [text('a'), ctrl('c'), ctrl('d')]],
    ['arrows in both encodings', [`${ESC}[A${ESC}OB`], named('up', 'down')],
    ['arrows with Ctrl, and of rxvt', [`${ESC}[1;5C${ESC}Od`], named('right', 'left')],
    ['an arrow behind the escape of Alt', [`${ESC}${ESC}[A`], named('up')],
    ['Home in three encodings', [`${ESC}[H${ESC}[1~${ESC}[7~`], named('home', 'home', 'home')],
    ['End in three encodings', [`${ESC}[F${ESC}OF${ESC}[4~`], named('end', 'end', 'end')],
    ['paging', [`${ESC}[5~${ESC}[6;5~${ESC}[[5~`], named('pageUp', 'pageDown', 'pageUp')],
    ['Delete, and with Ctrl', [`${ESC}[3~${ESC}[3;5~`], named('delete', 'delete')],
    [
      'keys that nothing asks for',
      [`${ESC}[I${ESC}[15~${ESC}OP${ESC}[[A${ESC}[<0;1;1Ma`],
      [text('a')],
    ],
    ['Esc and a letter in one read', [`${ESC}qx`], [alt('q'), text('x')]],
    ['Esc twice in one read', [`${ESC}${ESC}x`], [...named('escape'), text('x')]],
    ['Alt-Enter and Alt-Backspace', [`${ESC}\r${ESC}\u007f`], named('newline', 'backspace')],
    [
      'Shift-Enter, as kitty and xterm send it',
      [`${ESC}[13;2u${ESC}[27;2;13~`],
      named('newline', 'newline'),
    ],
    [
      'Ctrl-T, Alt-q and a letter, as kitty sends them',
      [`${ESC}[116;5u${ESC}[113;3u${ESC}[97u`],
      [ctrl('t'), alt('q'), text('a')],
    ],
    ['the text kitty sends with a key', [`${ESC}[97;2;65u`], [text('A')]],
    [
      'Esc, Tab and Backspace, as kitty sends them',
      [`${ESC}[27u${ESC}[9;2u${ESC}[127u`],
      named('escape', 'backTab', 'backspace'),
    ],
    [
      'kitty’s releases, lone modifiers and impossible codes',
      [`${ESC}[97;1:3u${ESC}[1;1:3A${ESC}[57441u${ESC}[99999999u`],
      [],
    ],
    ['a paste', [`${STARTS}a\rb${ENDS}`], [pasted('a\nb')]],
    [
      'a paste with LF kept, as Zellij does',
      [`${STARTS}a\nb${ENDS}\r`],
      [pasted('a\nb'), ...named('enter')],
    ],
    ['an escape inside a paste', [`${STARTS}a${ESC}[Ab${ENDS}`], [pasted(`a${ESC}[Ab`)]],
    ['a paste of nothing', [`a${STARTS}${ENDS}b`], [text('a'), text('b')]],
    ['an end of paste by itself', [`${ENDS}a`], [text('a')]],
    ['the same in two reads', [`x${ESC}[20`, '1~y'], [text('x'), text('y')]],
    [
      'a character cut in two',
      [Buffer.from('あ').subarray(0, 1), Buffer.from('あ').subarray(1)],
      [text('あ')],
    ],
    ['Esc, and then a letter', [ESC, 's'], [...named('escape'), text('s')]],
    ['Esc, and then an arrow', [ESC, `${ESC}[A`], named('escape', 'up')],
    ['an arrow in two reads', [ESC, '[A'], named('up')],
    ['an arrow with Ctrl in two reads', [`${ESC}[1;`, '5A'], named('up')],
    ['a long text and Enter in two reads', [long, '\r'], [text(long), ...named('enter')]],
  ])('are right for %s', (_what, chunks, expected) => {
    expect(readAll(unmarked, chunks)).toEqual(expected);
  });

  it.each([
    [
      'with bytes of two characters',
      `あ${STARTS}line\r二${ENDS}\r`,
      [text('あ'), pasted('line\n二'), ...named('enter')],
    ],
    [
      'with an escape inside',
      `a${STARTS}one\rtwo${ESC}[A${ENDS}z`,
      [text('a'), pasted(`one\ntwo${ESC}[A`), text('z')],
    ],
  ])('of a paste %s are the same wherever it is cut', (_what, whole, keys) => {
    const bytes = Buffer.from(whole);
    for (let i = 1; i < bytes.length; i += 1) {
      const cut = readAll(unmarked, [bytes.subarray(0, i), bytes.subarray(i)]);
      expect(cut, `cut at ${i}`).toEqual(keys);
    }
    const singly = [...bytes].map((byte) => Buffer.from([byte]));
    expect(readAll(unmarked, singly)).toEqual(keys);
  });

  it('of a paste without an end are ended by a Ctrl-C that comes alone', () => {
    const reader = openKeyReader(unmarked);
    expect(reader.read(Buffer.from(`${STARTS}abc${ESC}[20`))).toEqual([]);
    expect(reader.waitMs()).toBeUndefined();
    expect(reader.read(Buffer.from(CTRL_C))).toEqual([pasted('abc'), ctrl('c')]);
    expect(reader.read(Buffer.from('q'))).toEqual([text('q')]);
  });

  it('have an escape once nothing follows it', () => {
    const reader = openKeyReader(unmarked);
    expect(reader.read(Buffer.from(ESC))).toEqual([]);
    expect(reader.waitMs()).toBeDefined();
    expect(reader.settle()).toEqual(named('escape'));
    expect(reader.waitMs()).toBeUndefined();
  });

  it('wait for the rest of a sequence, and shorter for Esc', () => {
    const reader = openKeyReader(unmarked);
    reader.read(Buffer.from(ESC));
    const shortMs = reader.waitMs() ?? Infinity;
    reader.settle();
    reader.read(Buffer.from(`${ESC}[2`));
    expect(reader.waitMs()).toBeGreaterThan(shortMs);
    expect(reader.settle()).toEqual([alt('['), text('2')]);
  });

  it('of a paste are not settled inside it', () => {
    const reader = openKeyReader(unmarked);
    reader.read(Buffer.from(`${STARTS}a${ESC}`));
    expect(reader.waitMs()).toBeUndefined();
    expect(reader.settle()).toEqual([]);
    expect(reader.read(Buffer.from('[201~'))).toEqual([pasted('a')]);
  });
});

describe('an unmarked paste', () => {
  it.each<[string, UnmarkedPaste, string, Key[]]>([
    ['a return inside', 'inner-return', 'a\rb', [text('a'), ...named('newline'), text('b')]],
    [
      'CR and LF inside',
      'inner-return',
      'a\r\nb\r\n',
      [text('a'), ...named('newline'), text('b'), ...named('enter')],
    ],
    [
      'a return before an arrow',
      'inner-return',
      `a\r${ESC}[A`,
      [text('a'), ...named('enter', 'up')],
    ],
    ['a return inside', 'burst', 'a\rb', [text('a'), ...named('enter'), text('b')]],
    ['a long text and Enter in one read', 'burst', `${long}\r`, [pasted(`${long}\n`)]],
    [
      'a long text and Enter in one read',
      'inner-return',
      `${long}\r`,
      [text(long), ...named('enter')],
    ],
  ])('is recognised: %s (%s)', (_what, unmarked, heard, keys) => {
    expect(readAll(unmarked, [heard])).toEqual(keys);
  });
});

describe('a keyboard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives an escape when nothing follows it, and no key after it is closed', () => {
    const keys: Key[] = [];
    const keyboard = openKeyboard((more) => keys.push(...more), 'burst');
    keyboard.hear(Buffer.from(ESC));
    expect(keys).toEqual([]);
    vi.runAllTimers();
    expect(keys).toEqual(named('escape'));
    keyboard.hear(Buffer.from(ESC));
    keyboard.close();
    vi.runAllTimers();
    expect(keys).toEqual(named('escape'));
  });
});
