import { wrapLine } from '../../terminal/wrap.ts';
import { drawBoard } from './board-panel.ts';
import { boardRows, panelsOf } from './selection.ts';
import { EDITOR_ROWS, drawEditor, type Cursor } from './editor-panel.ts';
import { drawFooter } from './footer.ts';
import { drawHeader } from './header.ts';
import { drawInbox, shownMail } from './inbox-panel.ts';
import { drawLetters } from './letters-panel.ts';
import { fitLine, line, span, type Line } from './line.ts';
import { headingLine } from './list.ts';
import { layOutPage } from './lay-out-page.ts';
import { drawRoles } from './roles-panel.ts';
import type { DrawContext } from './draw-context.ts';
import { topView, type Page, type View } from './state.ts';
import { legible } from './text.ts';

export const SMALLEST = { columns: 60, rows: 16 };

export interface Frame {
  /** As many as the terminal has rows. */
  lines: readonly Line[];
  /** In the open draft, where there is one. */
  cursor: Cursor | undefined;
  /** Ids of the unread mail among them. */
  mail: readonly string[];
}

/** The whole screen. */
export function drawFrame(context: DrawContext): Frame {
  const { columns, rows, state } = context;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return drawTooSmall(context);
  const header = drawHeader(context);
  const footer = drawFooter(context);
  const room = rows - header.length - footer.length;
  const top = topView(state);
  const editing = top?.kind === 'draft' ? drawEditor(context, top, editorRows(room)) : undefined;
  const behind = top?.kind === 'draft' ? state.views.at(-2) : top;
  const height = room - (editing?.lines.length ?? 0);
  const body = fillRows(drawView(context, behind, height), height);
  const lines = [...header, ...body, ...(editing?.lines ?? []), ...footer];
  const mail = behind?.kind === 'inbox' ? shownMail(behind, height).map(({ id }) => id) : [];
  if (editing === undefined) return { lines, cursor: undefined, mail };
  const { row, column } = editing.cursor;
  return { lines, cursor: { row: header.length + height + row, column }, mail };
}

const editorRows = (room: number): number => Math.max(EDITOR_ROWS, Math.floor(room / 3));

function drawTooSmall({ texts, columns, rows }: DrawContext): Frame {
  const said = texts.tooSmall(columns, rows, SMALLEST.columns, SMALLEST.rows);
  const lines = wrapLine(said, Math.max(1, columns), 'words').map((one) =>
    fitLine(line(one), columns),
  );
  return { lines: fillRows(lines, rows), cursor: undefined, mail: [] };
}

/** The size of an open page; the header may take a row more. */
export const pageRoom = ({ columns, rows }: { columns: number; rows: number }, header: number) => ({
  columns: columns - 2,
  rows: Math.max(1, rows - header - 3),
});

const fillRows = (lines: readonly Line[], rows: number): Line[] =>
  Array.from({ length: rows }, (_, i) => lines[i] ?? []);

function drawView(context: DrawContext, view: View | undefined, rows: number): readonly Line[] {
  if (view?.kind === 'page') return drawPage(context, view, rows);
  if (view?.kind === 'inbox') return drawInbox(context, view, rows);
  return drawPanels(context, rows);
}

function drawPage({ texts, columns }: DrawContext, page: Page, rows: number): readonly Line[] {
  const all = layOutPage(page, columns - 2);
  const room = rows - 1;
  const top = Math.max(0, Math.min(page.top, all.length - room));
  const seen = texts.rows(top + 1, Math.min(all.length, top + room), all.length);
  const rest = all.length > room ? [span(` ${seen} `, 'dim')] : [];
  return [
    headingLine(legible(page.title), true, rest, columns),
    ...all.slice(top, top + room).map((one) => fitLine([span(' '), ...one], columns)),
  ];
}

/** Roles get what they need, up to a half; the board and the messages share the rest. */
function drawPanels(context: DrawContext, rows: number): readonly Line[] {
  const { picture, state } = context;
  // An open draft has the keys.
  const focused = (name: string): boolean =>
    state.panel === name && topView(state)?.kind !== 'draft';
  const roles = Math.min(picture.roles.length + 1, Math.max(4, Math.floor(rows * 0.45)));
  const rest = rows - roles;
  const hasBoard = panelsOf(picture).includes('board');
  const board = hasBoard ? Math.min(boardRows(picture).length + 2, Math.floor(rest / 2)) : 0;
  const letters = rest - board;
  return [
    ...fillRows(drawRoles(context, roles, focused('roles')), roles),
    ...fillRows(drawLetters(context, letters, focused('letters')), letters),
    ...(hasBoard ? fillRows(drawBoard(context, board, focused('board')), board) : []),
  ];
}
