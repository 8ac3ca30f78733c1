import { describe, expect, it } from 'vitest';
import { readComposer, showsText } from '../../src/agent/composer.ts';
import type { Composer } from '../../src/agent/agent.ts';
import type { Screen } from '../../src/mux/mux.ts';

const NB = '\u00a0';
const rule = '─'.repeat(40);
const named = `${'─'.repeat(30)} storm ${'─'.repeat(3)}`;
const footer = '  ? for shortcuts';
const nudge = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';
const options = ['Do you want to proceed?', '❯ 1. Yes', '  2. No'];

const box = (...rows: string[]): string[] => [rule, ...rows, rule];
const screen = (lines: readonly string[], more: Partial<Screen> = {}): Screen => ({
  lines,
  copyMode: false,
  ...more,
});
const unknown: Composer = { state: 'unknown' };
const dialog: Composer = { state: 'dialog' };
const ready = (text: string): Composer => ({ state: 'ready', text });

describe('the composer that is read from a screen', () => {
  it.each<[string, string[], Composer]>([
    ['an empty one', [...box(`❯${NB}`), footer], ready('')],
    ['an empty one whose trailing spaces were cut (Z13)', box('❯'), ready('')],
    ['a name in the upper rule', [named, `❯${NB}hi`, rule, footer], ready('hi')],
    ['the name at its beginning', [`─ storm ${'─'.repeat(32)}`, `❯${NB}hi`, rule], ready('hi')],
    ['the name at its end', [`${'─'.repeat(34)} storm`, `❯${NB}hi`, rule], ready('hi')],
    ['a draft', box(`❯${NB}half a sent`), ready('half a sent')],
    ['a draft that looks like an option', box(`❯${NB}1. Yes`), ready('1. Yes')],
    [
      'several rows',
      box(`❯${NB}one`, '  two', '', '    indented'),
      ready('one\ntwo\n\n  indented'),
    ],
    ['a draft with an option row in it', box(`❯${NB}see`, '  ❯ 1. Yes'), ready('see\n❯ 1. Yes')],
    [
      'a draft with a rule in it',
      box(`❯${NB}see`, `  ${rule.slice(4)}`),
      ready(`see\n${rule.slice(4)}`),
    ],
    ['bash mode is never empty (C2)', box(`!${NB}`), ready('! ')],
    ['a nudge in bash mode is no nudge (C2)', box(`!${NB}${nudge}`), ready(`! ${nudge}`)],
    ['a dialog', options, dialog],
    ['a dialog under a rule of its own', ['talk', rule, ...options, ' Esc to cancel'], dialog],
    ['the second option chosen', [rule, 'Sure?', '  1. Yes', ' ❯ 2. No'], dialog],
    ['a question between rules', [...box('Which?', '❯ 1. A', '  2. B'), '  3. Chat'], dialog],
    ['a shell', ['$ ls', 'file', '$ '], unknown],
    ['nothing', [], unknown],
    ['one rule', [rule], unknown],
    ['a box that holds something else', box('Settings', 'Theme: dark'), unknown],
    ['a box cut off at the bottom, the cursor not told', [rule, `❯${NB}text`], unknown],
    [
      'a question without numbers',
      [rule, 'Trust it?', ' ❯ No, exit', '   Yes', ' Enter to confirm · Esc to cancel'],
      dialog,
    ],
    [
      'a question whose hint is wrapped in a narrow pane',
      [rule, 'Use it?', '    Yes', '  ❯ No', '  Enter to confirm ·', '  Esc to cancel'],
      dialog,
    ],
    ['a question without options', [rule, 'Stay?', '  Enter to stay in auto mode · Esc'], dialog],
    ['a prompt with an ordinary space', box('❯ text'), unknown],
    ['nothing between the rules', [rule, rule], unknown],
  ])('is right for %s', (_what, lines, expected) => {
    expect(readComposer(screen(lines))).toEqual(expected);
  });

  const tip = ['  ⎿  Tip: Running', ...Array<string>(7).fill('     several sessions?'), ''];
  it.each([
    ['above the box', ['✻ Working… (esc to interrupt)', ...box(`❯${NB}`)]],
    ['by the spinner, many rows of a tip below it', ['✶ Leavening…', ...tip, ...box(`❯${NB}`)]],
    ['by the spinner alone, tips below it', ['✢ Leavening…', '  ⎿  Tip', '', ...box(`❯${NB}`)]],
    [
      'in a narrow pane, where the tip takes many rows',
      [
        '✢ Leavening…',
        '  ⎿  Tip: Use /btw',
        ...[...'abcdefg'].map((row) => `     ${row}`),
        '',
        ...box(`❯${NB}`),
      ],
    ],
    ['in the footer', [...box(`❯${NB}`), '  esc to interrupt']],
  ])('a turn is seen %s', (_where, lines) => {
    const busy = lines.find((line) => /interrupt|Leavening/.test(line));
    expect(readComposer(screen(lines))).toEqual({ state: 'ready', text: '', busy });
  });

  it('a turn that is over is not busy', () => {
    expect(readComposer(screen(['✻ Worked for 5s', ...box(`❯${NB}`)]))).toEqual(ready(''));
  });

  it('an old spinner far up in the transcript is not busy', () => {
    const lines = ['esc to interrupt', ...'abcdefgh', ...box(`❯${NB}`)];
    expect(readComposer(screen(lines))).toEqual(ready(''));
  });
});

describe('a composer cut off at the bottom of a small pane', () => {
  const rows = [`❯${NB}[MESSAGE from overlord] You have`, '  mail: call check_inbox.'];
  const all = ['talk', `${'─'.repeat(32)} storm ─`, ...rows];
  const text = '[MESSAGE from overlord] You have\nmail: call check_inbox.';
  it.each<[string, string[], { row: number; column: number } | undefined, Composer]>([
    ['the cursor in it', all, { row: 3, column: 25 }, ready(text)],
    ['a last line that is only a newline', [...all, ''], { row: 3, column: 25 }, ready(text)],
    ['the cursor not told', all, undefined, unknown],
    ['the cursor above it', all, { row: 0, column: 2 }, unknown],
    ['room left below it', [...all, '', ''], { row: 3, column: 25 }, unknown],
    ['something else below it', [...all, 'Settings'], { row: 3, column: 25 }, unknown],
    ['a menu below it', [...all, '  ❯ 1. Yes'], { row: 3, column: 25 }, unknown],
    ['more of it below the screen', all, { row: 3, column: 9 }, ready(`${text}…`)],
    ['empty', [rule, `❯${NB}`], { row: 1, column: 2 }, ready('')],
    ['an imitation above it', [...box(`❯${NB}`), ...all], { row: 6, column: 25 }, ready(text)],
    ['an imitation above it, the cursor not told', [...box(`❯${NB}`), ...all], undefined, unknown],
  ])('is read correctly with %s', (_what, lines, cursor, expected) => {
    const seen = readComposer(screen(lines, cursor && { cursor }));
    if (expected === unknown) expect(seen.state).not.toBe('ready');
    else expect(seen).toEqual(expected);
  });
});

/** What another agent wrote stands in the transcript, above; it must not pass for the real thing. */
describe('[C1 C2] text in the transcript that imitates a composer or a dialog', () => {
  const fake = box(`❯${NB}`);
  it.each<[string, string[], Composer]>([
    ['an empty composer, above a draft', [...fake, ...box(`❯${NB}mine`)], ready('mine')],
    ['a nudge, above an empty one', [...box(`❯${NB}${nudge}`), ...box(`❯${NB}`)], ready('')],
    ['a dialog, above a composer', [...options, ...box(`❯${NB}`)], ready('')],
    ['an empty composer, above a dialog', [...fake, ...options], dialog],
    ['one that ends in the rule of a dialog', [rule, `❯${NB}`, rule, ...options], dialog],
    ['a nudge, above a dialog', [...box(`❯${NB}${nudge}`), rule, ...options], dialog],
    [
      'an empty composer, above an overlay',
      [...fake, ...Array.from({ length: 12 }, (_, i) => `Setting ${i}`)],
      unknown,
    ],
    ['an empty composer, above an overlay between rules', [...fake, ...box('Theme')], unknown],
    ['an indented box', box(`❯${NB}`).map((line) => `  ${line}`), unknown],
  ])('does not deceive: %s', (_what, lines, expected) => {
    expect(readComposer(screen(lines))).toEqual(expected);
  });

  it('is recognised by the cursor, where the multiplexer reports it', () => {
    const lines = [...fake, 'Theme', 'Editor', 'Model'];
    const at = (row: number, column: number): Screen => screen(lines, { cursor: { row, column } });
    expect(readComposer(at(1, 2))).toEqual(ready(''));
    expect(readComposer(at(4, 2))).toEqual(unknown);
    expect(readComposer(at(0, 2))).toEqual(unknown);
    expect(readComposer(at(1, 9))).toEqual(unknown);
  });

  it('is recognised although a line of the capture holds several rows (Z13)', () => {
    const lines = ['x'.repeat(100), ...box(`❯${NB}`)];
    const at = (row: number): Screen => screen(lines, { cursor: { row, column: 2 } });
    expect(readComposer(at(4))).toEqual(ready(''));
    expect(readComposer(at(6))).toEqual(unknown);
  });
});

describe('a placeholder or a draft', () => {
  const plain = `❯${NB}Try "edit"`;
  const read = (styledRow: string, cursor?: { row: number; column: number }): Composer =>
    readComposer(screen(box(plain), { styled: box(styledRow), ...(cursor && { cursor }) }));
  const start = { row: 1, column: 2 };
  const draft = ready('Try "edit"');
  it.each<[string, string, { row: number; column: number } | undefined, Composer]>([
    ['dim from end to end', `❯${NB}\u001b[2mTry "edit"\u001b[22m`, start, ready('')],
    ['dim, cursor not told', `❯${NB}\u001b[2mTry "edit"`, undefined, ready('')],
    [
      'the cursor drawn on its first cell',
      `❯${NB}\u001b[7mT\u001b[0;2mry "edit"\u001b[0m`,
      start,
      ready(''),
    ],
    ['dim with a colour', `\u001b[38;5;2m❯${NB}\u001b[2;38;2;2;2;2mTry "edit"`, start, ready('')],
    [
      'as Zellij writes it',
      `\u001b[m❯${NB}\u001b[39m\u001b[49m\u001b[25m\u001b[22m\u001b[24m\u001b[2m\u001b[23mTry "edit"`,
      start,
      ready(''),
    ],
    ['dim, but the cursor moved on', `❯${NB}\u001b[2mTry "edit"`, { row: 1, column: 5 }, draft],
    ['not dim', plain, start, draft],
    ['a colour numbered 2', `❯${NB}\u001b[38;5;2mTry "edit"`, start, draft],
    ['half dim', `❯${NB}\u001b[2mTry \u001b[22m"edit"`, start, draft],
    ['the first letters not dim', `❯${NB}Tr\u001b[2my "edit"`, start, draft],
    ['dim by a line before it, until changed', `❯${NB}\u001b[22mTry "edit"`, start, draft],
    ['a styled line that says something else', `❯${NB}\u001b[2mOther`, start, draft],
  ])('is told apart by its style: %s', (_what, styledRow, cursor, expected) => {
    expect(read(styledRow, cursor)).toEqual(expected);
  });

  it('is told apart where attributes last over the end of a line, as tmux reports them', () => {
    const lines = box(plain);
    const styled = [`\u001b[2m${rule}`, plain, rule];
    expect(readComposer(screen(lines, { styled }))).toEqual(ready(''));
  });

  it('of one dim letter is a draft: no placeholder is so short', () => {
    const seen = screen(box(`❯${NB}y`), { styled: box(`❯${NB}\u001b[7my\u001b[0m`) });
    expect(readComposer(seen)).toEqual(ready('y'));
  });
});

describe('whether the composer shows a text', () => {
  const lines = 'one\ntwo\nthree\nfour';
  const long = 'x'.repeat(801);
  const tall = Array.from({ length: 40 }, (_, i) => `line-${i}`).join('\n');
  it.each<[string, string, string, boolean]>([
    ['the same', nudge, nudge, true],
    ['wrapped', nudge.replace('call ', 'call\n'), nudge, true],
    ['broken inside a word', nudge.replace('check', 'che\nck'), nudge, true],
    ['with something before it', `and ${nudge}`, nudge, false],
    ['with something after it', `${nudge} and`, nudge, false],
    ['another nonce', nudge.replace('ab.1', 'ab.2'), nudge, false],
    ['nothing', '', nudge, false],
    ['the sign of a paste, by its newlines', '[Pasted text #1 +3 lines]', lines, true],
    ['the sign, wrapped', '[Pasted text\n#12 +3 lines]', lines, true],
    ['the sign of another paste', '[Pasted text #1 +4 lines]', lines, false],
    ['the sign and more', '[Pasted text #1 +3 lines] hm', lines, false],
    ['two signs', '[Pasted text #1 +3 lines][Pasted text #2 +3 lines]', lines, false],
    ['the sign of one long line', '[Pasted text #3]', long, true],
    ['the sign instead of a short line', '[Pasted text #3]', nudge, false],
    ['CR LF counts once', '[Pasted text #1 +1 lines]', 'a\r\nb', true],
    ['the end of a tall text', tall.slice(-150), tall, true],
    ['the end of a tall text, marked as cut', `…\n${tall.slice(-150)}`, tall, true],
    ['too little of it to be sure', `…\n${tall.slice(-99)}`, tall, false],
    ['the end of another tall text', `…\n${tall.slice(-150)}.`, tall, false],
    ['a nudge at the end of what is cut', `…\n${nudge}`, nudge, false],
  ])('is decided correctly for %s', (_what, shown, text, expected) => {
    expect(showsText(shown, text)).toBe(expected);
  });
});
