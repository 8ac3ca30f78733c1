import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codexAgent } from '../../src/agent/codex.ts';
import type { Composer } from '../../src/agent/agent.ts';
import type { Screen } from '../../src/mux/mux.ts';
import { parseScreen } from '../../src/mux/tmux/screen.ts';

const SCREENS = new URL('codex-screens/', import.meta.url);
const names = readdirSync(SCREENS).map((name) => name.replace(/\.txt$/, ''));

function screen(name: string): Screen {
  const text = readFileSync(new URL(`${name}.txt`, SCREENS), 'utf8');
  const found = parseScreen(text, '%0');
  if (found === undefined) throw new Error(`${name} is no screen of tmux`);
  return found;
}

const empty = { state: 'ready', text: '' } as const;
const working = { ...empty, busy: expect.stringMatching(/^[•◦] Working \(\ds • /) };
const written = { ...empty, busy: expect.stringContaining('and more.') };
const long = 'half a draft of a person that is long enough to be wrapped in a narrow pane';

/** What stands on each, and whether a nudge may be typed there. */
const read: Readonly<Record<string, Composer>> = {
  'nothing-start': empty,
  'nothing-start-narrow': empty,
  'nothing-idle': empty,
  'nothing-idle-narrow': empty,
  'nothing-draft': { state: 'ready', text: long },
  'nothing-draft-narrow': { state: 'ready', text: long.replace(' long ', ' long\n') },
  'nothing-generating': written,
  'nothing-generating-narrow': written,
  'nothing-draftgenerating': { ...written, text: 'a draft' },
  'nothing-draftgenerating-narrow': { ...written, text: 'a draft' },
  'nothing-interrupted': empty,
  'nothing-interrupted-narrow': empty,
  'nothing-tool': working,
  'nothing-tool-narrow': working,
  'nothing-after-429': empty,
  'nothing-shortcuts': empty,
  'nothing-slash': { state: 'ready', text: '/', busy: expect.any(String) },
  'nothing-agents': { state: 'unknown' },
  'nothing-agents-narrow': { state: 'unknown' },
  'choice-model': { state: 'dialog' },
  'choice-model-narrow': { state: 'dialog' },
  'choice-input': { state: 'dialog' },
  'permission-command': { state: 'dialog' },
  'permission-command-narrow': { state: 'dialog' },
  'trust-folder': { state: 'dialog' },
  'login-welcome': { state: 'unknown' },
  'login-remote': { state: 'unknown' },
  'nothing-shell': { state: 'ready', text: '! ls' },
  'nothing-shell-narrow': { state: 'ready', text: '! ls' },
};

/** Captured from Codex 0.166.0 by tmux; the name says what is asked, after the dash which one. */
describe('a screen of Codex', () => {
  it.each(names)('%s is recognised as the question it shows', (name) => {
    const [asked = ''] = name.split('-');
    expect(codexAgent.asks?.(screen(name)) ?? 'nothing').toBe(asked);
  });

  it.each(Object.entries(read))('%s is read as it stands there', (name, composer) => {
    expect(codexAgent.read(screen(name))).toEqual(composer);
  });
});

const footer = ['', '  gpt default · /home/me', '  ← for agents · ? for shortcuts'];
const worked = ['• Done.', '', '  Worked for 3s • 18:31', ''];
const shown = (lines: readonly string[], more: Partial<Screen> = {}): Screen => ({
  lines,
  copyMode: false,
  ...more,
});
const bold = (row: string): string => `\u001b[1m${row.slice(0, 1)}\u001b[0m${row.slice(1)}`;
const dim = (row: string): string => `\u001b[1;2m${row.slice(0, 1)}\u001b[0m${row.slice(1)}`;
const option = '› 1. Yes, proceed (y)';

describe('the composer of Codex', () => {
  it.each<[string, Screen, Composer]>([
    ['no more than a prompt', shown([...worked, '›', ...footer]), empty],
    [
      'a draft of several rows, one of them empty',
      shown([...worked, '› one', '', '  two', ...footer]),
      { state: 'ready', text: 'one\n\ntwo' },
    ],
    [
      'a draft that begins further up than is shown',
      shown([...worked, '› row 18              ↑', '  row 19', ...footer]),
      { state: 'ready', text: '…row 18\nrow 19' },
    ],
    [
      'an option of a dialog, where the cursor is not told',
      shown([...worked, option, ...footer]),
      { state: 'dialog' },
    ],
    [
      'a draft that reads like an option, the cursor in it',
      shown([...worked, option, ...footer], { cursor: { row: 4, column: 21 } }),
      { state: 'ready', text: option.slice(2) },
    ],
    [
      'an option, the hidden cursor elsewhere',
      shown([...worked, option, ...footer], { cursor: { row: 7, column: 79 } }),
      { state: 'dialog' },
    ],
    [
      'what was said before, in a place where the composer is not shown',
      shown(['› said before', '', '  Warnings · 1 of 1', '  k keep · esc dismiss'], {
        styled: [dim('› said before'), '', '  Warnings · 1 of 1', '  k keep · esc dismiss'],
      }),
      { state: 'unknown' },
    ],
    [
      'the same, by the cursor alone',
      shown(['› said before', '', '  Warnings'], { cursor: { row: 2, column: 9 } }),
      { state: 'unknown' },
    ],
    [
      'something that is written behind it',
      shown([...worked, '› text', '', 'not indented']),
      { state: 'unknown' },
    ],
    [
      'too many rows below it',
      shown([...worked, '›', '', ...Array<string>(5).fill('  more')]),
      { state: 'unknown' },
    ],
    [
      'a server that is gone',
      shown([...worked, '• Reconnecting to server… (58s)', '', '› text', ...footer]),
      { state: 'unknown' },
    ],
    [
      'a turn that is said to run, queued lines below that',
      shown([
        '• Working (1m 02s • esc to interrupt)',
        '',
        '• Queued follow-up inputs',
        '  ↳ x',
        '',
        '›',
        ...footer,
      ]),
      { ...empty, busy: '• Working (1m 02s • esc to interrupt)' },
    ],
    [
      'a text that is being written [X2]',
      shown(['• words and', '  more', '', '›', ...footer]),
      { ...empty, busy: '• words and\n  more' },
    ],
    [
      'a text that fills the screen [X2]',
      shown(['  words', '  and more', '', '›', ...footer]),
      { ...empty, busy: '  words\n  and more' },
    ],
    [
      'a turn that failed, in a narrow pane',
      shown(['■ exceeded retry limit, last', 'status: 429', '', '›', ...footer]),
      empty,
    ],
    [
      'a turn that is over, and a command that is not',
      shown([
        ...worked.slice(0, 3),
        '',
        '  1 background terminal running · /stop to close',
        '',
        '›',
        ...footer,
      ]),
      empty,
    ],
    [
      'a prompt that was just submitted',
      shown([...worked.slice(0, 3), '', '› hello', '', '›', ...footer]),
      { ...empty, busy: expect.stringContaining('hello') },
    ],
    [
      'a command that was refused in a turn',
      shown(['• words', "■ '/new' is disabled while a task is in progress.", '', '›', ...footer]),
      { ...empty, busy: expect.stringContaining('is disabled') },
    ],
    ['a shell', shown(['$ ls', 'file', '$ ']), { state: 'unknown' }],
    ['nothing', shown([]), { state: 'unknown' }],
  ])('is right for %s', (_what, seen, composer) => {
    expect(codexAgent.read(seen)).toEqual(composer);
  });

  it('takes what is dim for no text, and what a person wrote for theirs', () => {
    const lines = [...worked, '› Ask Codex to do anything', ...footer];
    const styledAs = (row: string): Screen =>
      shown(lines, { styled: lines.map((line, i) => (i === worked.length ? row : line)) });
    const hint = `${bold('› ')}\u001b[2mAsk Codex to do anything\u001b[0m`;
    expect(codexAgent.read(styledAs(hint))).toEqual(empty);
    expect(codexAgent.read(styledAs(bold('› Ask Codex to do anything')))).toEqual({
      state: 'ready',
      text: 'Ask Codex to do anything',
    });
  });

  it('holds a text that it shows whole, or by its length alone', () => {
    const shows = (seen: string, text: string): boolean => codexAgent.shows(seen, text);
    expect(shows('[MESSAGE from x]\ncall (#a.1)', '[MESSAGE from x] call (#a.1)')).toBe(true);
    expect(shows('[Pasted Content 1200 chars]', 'ab\r\n'.repeat(400))).toBe(true);
    expect(shows('[Pasted Content 12\n01 chars]', 'x'.repeat(1201))).toBe(true);
    expect(shows('[Pasted Content 1001 chars]', 'x'.repeat(1002))).toBe(false);
    expect(shows('[Pasted Content 1001 chars] and mine', 'x'.repeat(1001))).toBe(false);
    expect(shows('half', 'half of it')).toBe(false);
  });
});
