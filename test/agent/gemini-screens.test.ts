import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { geminiAgent } from '../../src/agent/gemini.ts';
import type { Screen } from '../../src/mux/mux.ts';
import { parseScreen } from '../../src/mux/tmux/screen.ts';

const SCREENS = new URL('gemini-screens/', import.meta.url);
const names = readdirSync(SCREENS);

/** As tmux printed it: pane, cursor, and the rows with their attributes. */
function screenOf(name: string): Screen {
  const screen = parseScreen(readFileSync(new URL(name, SCREENS), 'utf8'), '%0');
  if (screen === undefined) throw new Error(`${name} is no screen of tmux`);
  return screen;
}

/** What Zellij may leave of it. */
const plain = ({ lines, copyMode }: Screen): Screen => ({ lines, copyMode });

const DRAFTS: Readonly<Record<string, string>> = {
  'draft-80.txt': 'a draft',
  'draft-nocolor-80.txt': 'a draft',
  'draft-40.txt': 'a draft that is wrapped more than\nonce in a narrow pane, as here',
  'draft-wrapped-80.txt':
    'a draft that is so long that it has to be wrapped at the end of a row,\nsomewhere, and goes on',
  'draft-lines-80.txt': 'two\nlines',
  'draft-lines-plain-80.txt': 'two\n\nlines',
  'draft-slash-80.txt': '/mc',
  'draft-ended-80.txt': '/mcp reload',
  'draft-ended-plain-80.txt': '/mcp reload',
  'shell-80.txt': '!   Type your shell command',
};

/** Captured from Gemini CLI 0.61.0; the file's name says what it shows. */
describe('a screen of Gemini CLI', () => {
  it.each(names)(
    '%s is read as what it shows, after a refused dialog and a 429 too [X7 X15]',
    (name) => {
      for (const screen of [screenOf(name), plain(screenOf(name))]) {
        const read = geminiAgent.read(screen);
        const [shown = ''] = name.split(/[-.]/);
        if (shown === 'idle') expect(read).toEqual({ state: 'ready', text: '' });
        else if (shown === 'busy')
          expect(read).toEqual({
            state: 'ready',
            text: '',
            busy: expect.stringContaining('esc to cancel'),
          });
        else if (name in DRAFTS) expect(read).toEqual({ state: 'ready', text: DRAFTS[name] });
        else if (shown === 'overlay' || name.startsWith('api_key'))
          expect(read).toEqual({ state: 'unknown' });
        else expect(read).toEqual({ state: 'dialog' });
      }
    },
  );

  it.each(names)('%s asks what it is named after', (name) => {
    const [asked = ''] = name.split(/[-.]/);
    const question = geminiAgent.asks?.(screenOf(name));
    const isQuestion = ['trust', 'login', 'api_key', 'permission', 'choice'].includes(asked);
    expect(question).toBe(isQuestion ? asked : undefined);
  });

  it('is not ready where a person’s line, with edges like a composer’s, is the last above a dialog', () => {
    const { lines } = screenOf('choice-loop.txt');
    expect(lines.some((line) => line.startsWith(' > '))).toBe(true);
    expect(geminiAgent.read(screenOf('choice-loop.txt')).state).toBe('dialog');
  });

  it('is not ready where what looks like a composer has more below it than a footer', () => {
    const { lines, ...screen } = plain(screenOf('idle-80.txt'));
    const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
    for (const more of ['│ a frame', ' ╭──────╮', '✦ something that was said']) {
      const taller = { ...screen, lines: [...lines.slice(0, end), more] };
      expect(geminiAgent.read(taller)).toEqual({ state: 'unknown' });
    }
  });

  it('is not ready where no cursor is in the composer, for then keys go elsewhere', () => {
    const screen = screenOf('idle-80.txt');
    const styled = screen.styled?.map((row) => row.replaceAll('\u001b[7m', '')) ?? [];
    const elsewhere = { row: screen.lines.length - 1, column: 0 };
    expect(geminiAgent.read({ ...screen, styled, cursor: elsewhere }).state).toBe('unknown');
  });

  it('shows a text whatever its rows, and a long one by its placeholder', () => {
    expect(geminiAgent.shows('a nudge\nthat is wrapped', 'a nudge that is wrapped')).toBe(true);
    expect(geminiAgent.shows('a nudge and a letter', 'a nudge')).toBe(false);
    const ritual = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n');
    expect(geminiAgent.shows('[Pasted Text: 9 lines]', ritual)).toBe(true);
    expect(geminiAgent.shows('[Pasted Text: 8 lines]', ritual)).toBe(false);
    expect(geminiAgent.shows('[Pasted Text: 600 chars #2]', 'x'.repeat(600))).toBe(true);
  });
});
