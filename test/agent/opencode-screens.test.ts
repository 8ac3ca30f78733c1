import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Composer } from '../../src/agent/agent.ts';
import { opencodeAgent } from '../../src/agent/opencode.ts';
import type { Screen } from '../../src/mux/mux.ts';

const SCREENS = new URL('opencode-screens/', import.meta.url);
const names = readdirSync(SCREENS).map((name) => name.replace(/\.txt$/, ''));

/** Captured from opencode 1.18.33 in tmux, 80 by 24, narrow ones 40; the first line says where the cursor was, seen or not. */
function captured(name: string): Screen & { cursor: { row: number; column: number } } {
  const [head = '', ...lines] = readFileSync(new URL(`${name}.txt`, SCREENS), 'utf8').split('\n');
  const [, row, column] = /^#cursor (\d+) (\d+)$/.exec(head) ?? [];
  return { lines, cursor: { row: Number(row), column: Number(column) }, copyMode: false };
}

/** As Zellij tells it. */
const withoutCursor = ({ lines }: Screen): Screen => ({ lines, copyMode: false });

/** Of those that are ready: what stands in the composer. */
const TEXTS: Readonly<Record<string, string>> = {
  'nothing-draft': 'two rows of\na draft',
  'nothing-draft-home': 'a draft',
  'nothing-busy': 'two rows of\na draft',
  'nothing-busy-wide': '',
  'nothing-busy-still': 'two rows of\na draft',
  'nothing-escape-once': 'two rows of\na draft',
  'nothing-interrupted': 'two rows of\na draft',
  'nothing-pasted': '[Pasted ~4 lines]',
  shell: '! ',
};
const stem = (name: string): string => name.replace(/-(?:narrow|wide)$/, '');
const BUSY = /^nothing-(?:busy|escape-once|retrying|tool)/;
const read = (screen: Screen): Composer => opencodeAgent.read(screen);

describe('a screen of opencode', () => {
  it.each(names)('%s is recognised as what it shows', (name) => {
    const screen = captured(name);
    const [shows = ''] = name.split('-');
    const asks = ['permission', 'choice', 'login'].includes(shows) ? shows : undefined;
    expect(opencodeAgent.asks?.(screen)).toBe(asks);
    for (const seen of [screen, withoutCursor(screen)]) {
      const composer = read(seen);
      if (asks !== undefined || shows === 'overlay') expect(composer).toEqual({ state: 'dialog' });
      else if (shows === 'unknown') expect(composer).toEqual({ state: 'unknown' });
      else {
        expect(composer).toMatchObject({
          state: 'ready',
          text: TEXTS[name] ?? TEXTS[stem(name)] ?? '',
        });
        expect('busy' in composer && composer.busy).toBe(BUSY.test(name));
      }
    }
  });

  it('is stored for every state that matters, wide and narrow', () => {
    const states = [
      'nothing',
      'nothing-home',
      'nothing-draft',
      'nothing-busy',
      'nothing-tool',
      'nothing-retrying',
    ];
    const asked = [
      'permission',
      'permission-edit',
      'permission-always',
      'choice',
      'login-connect',
      'shell',
    ];
    for (const state of [...states, ...asked]) {
      expect(names).toEqual(expect.arrayContaining([state, `${state}-narrow`]));
    }
  });
});

const screenOf = (name: string, change: (lines: string[]) => readonly string[]): Screen => {
  const { lines, cursor } = captured(name);
  return { lines: change([...lines]), cursor, copyMode: false };
};
const EDGE = `  ╹${'▀'.repeat(74)}`;
const IMITATION = ['  ┃', '  ┃', '  ┃', '  ┃  Build · S scripted', EDGE];

describe('the composer of opencode is read strictly', () => {
  it.each<[string, (lines: string[]) => readonly string[]]>([
    ['that someone has printed, a question below it', (lines) => [...IMITATION, ...lines.slice(5)]],
    [
      'that someone has printed in a row of the question',
      (lines) => lines.map((l) => l.replace('$ sleep 5', EDGE.trim())),
    ],
  ])('one %s, is a dialog', (_what, change) => {
    expect(read(screenOf('permission', change))).toEqual({ state: 'dialog' });
    expect(read(withoutCursor(screenOf('permission', change)))).toEqual({ state: 'dialog' });
  });

  it('one without its edge, its name or its cursor is unknown', () => {
    const cut = [/╹/, /Build/];
    for (const what of cut) {
      const screen = screenOf('nothing', (lines) =>
        lines.map((line) => (what.test(line) ? '' : line)),
      );
      expect(read(screen)).toEqual({ state: 'unknown' });
    }
    const screen = captured('nothing');
    for (const cursor of [
      { row: 9, column: 14 },
      { row: 20, column: 30 },
      { row: 18, column: 9 },
    ]) {
      expect(read({ ...screen, cursor })).toEqual({ state: 'unknown' });
    }
    expect(read({ lines: ['$ ls', ''], copyMode: false })).toEqual({ state: 'unknown' });
    expect(read({ lines: [], copyMode: false })).toEqual({ state: 'unknown' });
  });

  it('a draft that reads as the placeholder is a draft, unless the cursor is before it', () => {
    const screen = captured('nothing-home');
    expect(read(screen)).toEqual({ state: 'ready', text: '' });
    const { row, column } = screen.cursor;
    expect(read({ ...screen, cursor: { row, column: column + 20 } })).toMatchObject({
      text: expect.stringMatching(/^Ask anything… "/),
    });
    const more = screenOf('nothing-home', (lines) =>
      lines.map((l) => l.replace('Ask anything…', 'Ask anything about')),
    );
    expect(read(more)).toMatchObject({ text: expect.stringMatching(/^Ask anything about/) });
  });

  it.each(['⬝⬝⬝⬝⬝⬝⬝⬝', '[⋯]'])(
    'the sign %s of a turn may stand still: it is below the edge',
    (sign) => {
      const still = (line: string): string => line.replace(/[■⬝]{8}/, sign);
      const shown = screenOf('nothing-busy', (lines) => lines.map(still));
      expect(read(shown)).toMatchObject({ state: 'ready', busy: true });
    },
  );

  it.each(names)('%s wants the second Escape only after the first', (name) => {
    expect(opencodeAgent.wantsAgain?.(captured(name))).toBe(name.startsWith('nothing-escape-once'));
  });
});

describe('what the composer of opencode shows', () => {
  const nudge = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';
  it.each([
    [nudge, nudge, true],
    [nudge.replace('mail: ', 'mail:\n'), nudge, true],
    [`x${nudge}`, nudge, false],
    ['[Pasted ~4 lines]', 'one\ntwo\nthree\nfour', true],
    ['[Pasted ~4 lines]', 'one\ntwo\nthree\nfour\n', true],
    ['[Pasted ~4\nlines]', 'one\ntwo\nthree\nfour', true],
    ['[Pasted ~5 lines]', 'one\ntwo\nthree\nfour', false],
    ['[Pasted ~1 lines]', 'x'.repeat(151), true],
    ['[Pasted ~1 lines]', nudge, false],
    ['[Pasted ~4 lines] and more', 'one\ntwo\nthree\nfour', false],
  ])('%j, of %j: %s', (shown, text, whole) => {
    expect(opencodeAgent.shows(shown, text)).toBe(whole);
  });
});
