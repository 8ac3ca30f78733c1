import { boardPanel } from './board-panel.ts';
import { boardRows, panelsOf } from './choose.ts';
import { EDITOR_ROWS, editorPanel, type Cursor } from './editor-panel.ts';
import { footerLines } from './footer.ts';
import { headerLines } from './header.ts';
import { inboxLines, mailShown } from './inbox-panel.ts';
import { lettersPanel } from './letters-panel.ts';
import { fit, line, type Line } from './line.ts';
import { heading } from './list.ts';
import { pageLines } from './page-lines.ts';
import { rolesPanel } from './roles-panel.ts';
import type { Scene } from './scene.ts';
import { topOf, type Page, type View } from './state.ts';
import { legible, wrap } from './text.ts';
import { span } from './line.ts';

export const SMALLEST = { columns: 60, rows: 16 };

export interface Frame {
  /** As many as the terminal has rows. */
  lines: readonly Line[];
  /** Where somebody is writing. */
  cursor: Cursor | undefined;
  /** Ids of the unread mail among them. */
  mail: readonly string[];
}

/** The whole screen. */
export function frameOf(scene: Scene): Frame {
  const { columns, rows, state } = scene;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return tooSmall(scene);
  const header = headerLines(scene);
  const footer = footerLines(scene);
  const room = rows - header.length - footer.length;
  const top = topOf(state);
  const editing = top?.kind === 'draft' ? editorPanel(scene, top, editorRows(room)) : undefined;
  const behind = top?.kind === 'draft' ? state.views.at(-2) : top;
  const height = room - (editing?.lines.length ?? 0);
  const body = filled(viewLines(scene, behind, height), height);
  const lines = [...header, ...body, ...(editing?.lines ?? []), ...footer];
  const mail = behind?.kind === 'inbox' ? mailShown(behind, height).map(({ id }) => id) : [];
  if (editing === undefined) return { lines, cursor: undefined, mail };
  const { row, column } = editing.cursor;
  return { lines, cursor: { row: header.length + height + row, column }, mail };
}

const editorRows = (room: number): number => Math.max(EDITOR_ROWS, Math.floor(room / 3));

function tooSmall({ texts, columns, rows }: Scene): Frame {
  const said = texts.tooSmall(columns, rows, SMALLEST.columns, SMALLEST.rows);
  const lines = wrap(said, Math.max(1, columns)).map((one) => fit(line(one), columns));
  return { lines: filled(lines, rows), cursor: undefined, mail: [] };
}

/** What a page has of the screen; the header may take a row more. */
export const pageRoom = ({ columns, rows }: { columns: number; rows: number }, header: number) => ({
  columns: columns - 2,
  rows: Math.max(1, rows - header - 3),
});

const filled = (lines: readonly Line[], rows: number): Line[] =>
  Array.from({ length: rows }, (_, i) => lines[i] ?? []);

function viewLines(scene: Scene, view: View | undefined, rows: number): readonly Line[] {
  if (view?.kind === 'page') return readLines(scene, view, rows);
  if (view?.kind === 'inbox') return inboxLines(scene, view, rows);
  return panelLines(scene, rows);
}

function readLines({ texts, columns }: Scene, page: Page, rows: number): readonly Line[] {
  const all = pageLines(page, columns - 2);
  const room = rows - 1;
  const top = Math.max(0, Math.min(page.top, all.length - room));
  const seen = texts.rows(top + 1, Math.min(all.length, top + room), all.length);
  const rest = all.length > room ? [span(` ${seen} `, 'dim')] : [];
  return [
    heading(legible(page.title), true, rest, columns),
    ...all.slice(top, top + room).map((one) => fit([span(' '), ...one], columns)),
  ];
}

/** Roles get what they need, up to a half; the board and the messages share the rest. */
function panelLines(scene: Scene, rows: number): readonly Line[] {
  const { picture, state } = scene;
  // Whoever writes has the keys.
  const focused = (name: string): boolean => state.panel === name && topOf(state)?.kind !== 'draft';
  const roles = Math.min(picture.roles.length + 1, Math.max(4, Math.floor(rows * 0.45)));
  const rest = rows - roles;
  const hasBoard = panelsOf(picture).includes('board');
  const board = hasBoard ? Math.min(boardRows(picture).length + 2, Math.floor(rest / 2)) : 0;
  const letters = rest - board;
  return [
    ...filled(rolesPanel(scene, roles, focused('roles')), roles),
    ...filled(lettersPanel(scene, letters, focused('letters')), letters),
    ...(hasBoard ? filled(boardPanel(scene, board, focused('board')), board) : []),
  ];
}
