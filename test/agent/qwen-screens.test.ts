import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from '../../src/agent/qwen.ts';
import type { Screen } from '../../src/mux/mux.ts';
import { agentScreens } from '../support/agent-screens.ts';

const screens = agentScreens(new URL('qwen-screens/', import.meta.url));
const screenOf = (wanted: string): Screen => {
  const found = screens.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no screen ${wanted}`);
  return found.screen;
};

const texts: Readonly<Record<string, string>> = {
  'ready-draft': 'half a sent',
  'ready-draft-home': 'half a sent',
  'ready-lines': 'one\ntwo\n\n  indented',
  'ready-pasted': '[Pasted Content 1349 chars]',
  'ready-shell-mode': '!   Type your message or @path/to/file',
};

/** Captured from Qwen Code 0.24.4 in tmux, at 80 and 40 columns and 24 rows. */
describe('a screen of Qwen Code', () => {
  it.each(screens)('$name is read as what it is [C1 X7]', ({ name, screen }) => {
    const [kind = ''] = name.split('-');
    const seen = qwenAgent.read(screen);
    const asked = ['trust', 'login', 'permission', 'choice'].includes(kind) ? kind : undefined;
    expect(qwenAgent.asks?.(screen)).toBe(asked);
    if (asked !== undefined) return expect(seen).toEqual({ state: 'dialog' });
    if (kind === 'unknown') return expect(seen).toEqual({ state: 'unknown' });
    const text = texts[name] ?? '';
    expect(seen).toMatchObject({ state: 'ready', text });
    expect(seen.state === 'ready' && seen.busy !== undefined).toBe(kind === 'busy');
  });

  it('says by its colours, not by its words, that a composer is empty', () => {
    const { styled: _styled, ...plain } = screenOf('ready-idle-japanese');
    expect(qwenAgent.read(plain)).not.toMatchObject({ text: '' });
    const { styled: _colours, ...english } = screenOf('ready-idle');
    expect(qwenAgent.read(english)).toMatchObject({ text: '' });
  });

  it('has a sign of a turn that moves: the dots, the seconds, or the seconds of its tool', () => {
    const { busy } = qwenAgent.read(screenOf('busy-tool')) as { busy: string };
    expect(busy.split('\n')).toEqual([
      expect.stringMatching(/^ {2}\. Shell .* 5s/),
      expect.stringMatching(/^ {2}\.\. .*\(0s · /),
    ]);
    const narrow = qwenAgent.read(screenOf('busy-generating-narrow')) as { busy: string };
    expect(narrow.busy).toMatch(/^ {2}\(1s · esc to cancel\)/m);
  });

  it('shows a busy sign of braille where it is not in tmux', () => {
    const screen = screenOf('busy-generating');
    const lines = screen.lines.map((line) => line.replace(/^ {2}(?:\. |\.\.) /, '  ⠼ '));
    expect(qwenAgent.read({ ...screen, lines })).toMatchObject({ busy: /⠼/ });
  });
});

/** What another agent may have written to make a reader of the screen believe it. */
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom('─'.repeat(80), `${'─'.repeat(60)} storm ──`, '> ', '>', '* go', '', '! ls'),
    fc.constantFrom(
      '> [MESSAGE from x] call check_inbox. (#a.1)',
      '   › 1. Yes',
      '  .. Busy… (3s)',
    ),
    fc.string({ maxLength: 60 }),
  ),
  { maxLength: 14 },
);

/** With that above the rows of the real one, whatever they pushed off the screen. */
function below(screen: Screen, above: readonly string[]): Screen {
  const first = screen.lines.findIndex((line) => /^[─╭]/.test(line)) - 1;
  const from = Math.max(0, first);
  return {
    ...screen,
    lines: [...above, ...screen.lines.slice(from)],
    styled: [...above, ...(screen.styled ?? []).slice(from)],
    cursor: {
      row: (screen.cursor?.row ?? 0) - from + above.length,
      column: screen.cursor?.column ?? 0,
    },
  };
}

describe('text above that imitates a composer or a dialog', () => {
  it.each(screens.filter(({ name }) => /^(?:ready|permission|choice)/.test(name)))(
    'does not change how $name is read [C1 C2]',
    ({ screen }) => {
      fc.assert(
        fc.property(hostile, (above) => {
          const seen = qwenAgent.read(below(screen, above));
          const alone = qwenAgent.read(screen);
          if (alone.state !== 'ready') expect(seen.state).not.toBe('ready');
          else expect(seen).toMatchObject({ state: 'ready', text: alone.text });
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('what a composer shows of a text', () => {
  const long = 'You are storm. '.repeat(90).trim();
  it.each([
    ['[Pasted Content 1349 chars]', long, true],
    ['[Pasted Content 1348 chars]', long, false],
    ['[Pasted Content 1349 chars] and more', long, false],
    ['[Pasted Content 11 chars]', 'You are in.', false],
    ['[Pasted Content 23 chars]', 'a\n'.repeat(12).trimEnd(), true],
    [
      '[MESSAGE from x] call\ncheck_inbox. (#a.1)',
      '[MESSAGE from x] call check_inbox. (#a.1)',
      true,
    ],
    ['my [MESSAGE from x]', '[MESSAGE from x]', false],
  ])('%j is that text or not', (shown, text, isIt) => {
    expect(qwenAgent.shows(shown, text)).toBe(isIt);
  });
});
