import { describe, expect, it } from 'vitest';
import { handleKey } from '../../../src/dashboard/terminal/handle-key.ts';
import type { KeyContext } from '../../../src/dashboard/terminal/key-context.ts';
import { initialState, topView, type State } from '../../../src/dashboard/terminal/state.ts';
import { dashboardTexts } from '../../../src/i18n/dashboard.ts';
import type { Picture } from '../../../src/lookout/picture.ts';
import type { Key } from '../../../src/terminal/keys.ts';
import { boardPicture, somePicture } from '../../support/fake-lookout.ts';

const over = (picture: Picture): Picture => ({
  ...picture,
  army: { ...picture.army, standing: 'over' },
});

const NAMED: Readonly<Record<string, Key>> = {
  '↑': { name: 'up' },
  '↓': { name: 'down' },
  Tab: { name: 'tab' },
  Enter: { name: 'enter' },
  'Ctrl-C': { name: 'ctrl', char: 'c' },
};
const keyOf = (word: string): Key => NAMED[word] ?? { name: 'text', text: word };

const contextOf = (picture: Picture): KeyContext => ({
  picture,
  texts: dashboardTexts.en,
  page: { columns: 80, rows: 20 },
  shown: new Set(),
});

/** The rows of the help as a person sees it there: keys, and what they do. */
function helpOf(picture: Picture): { keys: string[]; does: string }[] {
  const { state } = handleKey(contextOf(picture), initialState, keyOf('?'));
  const page = topView(state);
  if (page?.kind !== 'page') throw new Error('no help was opened');
  const end = page.rows.findIndex(({ text }) => text === '');
  return page.rows
    .slice(0, end)
    .map(({ label = '', text }) => ({ keys: label.split(/ +/).filter(Boolean), does: text }));
}

/** In one of the panels, from one of its rows. */
function isAlive(picture: Picture, key: Key): boolean {
  const context = contextOf(picture);
  const panels: State['panel'][] = ['roles', 'letters', 'board'];
  return panels.some((panel) => {
    const first = { ...initialState, panel };
    const second = handleKey(context, first, { name: 'down' }).state;
    return [first, second].some((from) => {
      const { state, action } = handleKey(context, from, key);
      return action !== undefined || JSON.stringify(state) !== JSON.stringify(from);
    });
  });
}

describe("the terminal dashboard's help", () => {
  it.each([
    ['an army', somePicture()],
    ['an army with a board', boardPicture()],
    ['a dismissed army', over(somePicture())],
    ['a dismissed army with a board', over(boardPicture())],
  ])('lists for %s only keys that do something', (_what, picture) => {
    const listed = helpOf(picture).flatMap(({ keys }) => keys);
    expect(listed.filter((word) => !isAlive(picture, keyOf(word)))).toEqual([]);
    expect(listed).toEqual(expect.arrayContaining(['Tab', 'Enter', 'q', 'Ctrl-C']));
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('names no act on an army that is dismissed, and no board where there is none', () => {
    const acts = ['a', 's', 'i', 'r', 'h', 'g'];
    const keys = (picture: Picture): string[] => helpOf(picture).flatMap((row) => row.keys);
    expect(keys(somePicture())).toEqual(expect.arrayContaining(acts));
    expect(keys(over(somePicture())).filter((key) => acts.includes(key))).toEqual([]);
    const said = (picture: Picture): string =>
      helpOf(picture)
        .map(({ does }) => does)
        .join('\n');
    expect(said(somePicture())).not.toMatch(/board|task/);
    expect(said(boardPicture())).toMatch(/board: open a command or a task/);
    expect(said(over(somePicture()))).not.toMatch(/keeps running/);
  });
});
