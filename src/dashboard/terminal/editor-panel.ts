import { columnsOf, padColumns } from '../../terminal/columns.ts';
import type { Field } from './field.ts';
import { fitLine, span, type Line } from './line.ts';
import { headingLine } from './list.ts';
import type { DrawContext } from './draw-context.ts';
import type { Draft } from './state.ts';
import { EVERYBODY } from './key-context.ts';
import { legible } from './text.ts';

/** Rows an open editor takes at the least: heading, subject, and the text. */
export const EDITOR_ROWS = 6;

export interface Cursor {
  row: number;
  column: number;
}

/** The message being written, and where in it the cursor stands, counted from its first row. */
export function drawEditor(
  { texts, columns }: DrawContext,
  draft: Draft,
  rows: number,
): { lines: readonly Line[]; cursor: Cursor } {
  const { editor } = texts;
  const all = draft.left === undefined ? editor.everybody : draft.left.join(', ');
  const to = draft.to === EVERYBODY ? all : draft.to;
  const title = draft.answers === undefined ? editor.write(to) : editor.answer(to);
  const urgent = draft.urgent ? [span(` ! ${editor.urgent} `, 'bold', 'red')] : [];
  const label = Math.max(columnsOf(editor.subject), columnsOf(editor.body)) + 4;
  const room = Math.max(8, columns - label - 1);
  const subject = layOutField(draft.subject, Infinity);
  const slid = slideToCursor(subject.rows[0] ?? [], subject.at.column, room);
  const body = layOutField(draft.body, room);
  const height = rows - 2;
  const top = Math.max(0, Math.min(body.at.row - height + 1, body.rows.length - height));
  const shown = Array.from({ length: height }, (_, i) => body.rows[top + i]?.join('') ?? '');
  const mark = (field: Draft['field']): string => (draft.field === field ? '› ' : '  ');
  const labelled = (field: Draft['field'], name: string): Line[number] =>
    span(padColumns(`${mark(field)}${name}:`, label), draft.field === field ? 'bold' : 'dim');
  const lines = [
    headingLine(title, true, urgent, columns),
    [labelled('subject', editor.subject), span(slid.text)],
    ...shown.map((text, i): Line => [
      i === 0 ? labelled('body', editor.body) : span(' '.repeat(label)),
      span(text),
    ]),
  ].map((row) => fitLine(row, columns));
  const cursor =
    draft.field === 'subject'
      ? { row: 1, column: label + slid.column }
      : { row: 2 + body.at.row - top, column: label + body.at.column };
  return { lines, cursor };
}

/** What is seen of a long line, so that the cursor is in it. */
function slideToCursor(
  characters: readonly string[],
  column: number,
  room: number,
): { text: string; column: number } {
  let [from, shown] = [0, column];
  while (shown >= room && from < characters.length) {
    shown -= columnsOf(characters[from] ?? '');
    from += 1;
  }
  return { text: characters.slice(from).join(''), column: shown };
}

/** Of what is not plain. A text of many thousands is laid out anew at every key. */
const known = new Map<string, ReturnType<typeof measureCluster>>();
const MOST_KNOWN = 4096;

/** A character as it is shown, and its columns. */
function measureCluster(cluster: string): { text: string; width: number } {
  if (cluster === '' || cluster === '\n') return { text: '', width: 0 };
  if (cluster.length === 1 && cluster >= ' ' && cluster <= '~') return { text: cluster, width: 1 };
  const before = known.get(cluster);
  if (before !== undefined) return before;
  const text = legible(cluster);
  const shown = { text, width: columnsOf(text) };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(cluster, shown);
  return shown;
}

/** A text in rows, broken where it must be; the cursor's row and column. */
function layOutField(field: Field, room: number): { rows: string[][]; at: Cursor } {
  const rows: string[][] = [[]];
  let [used, at] = [0, { row: 0, column: 0 }];
  const { characters } = field;
  for (let i = 0; i <= characters.length; i += 1) {
    const cluster = characters[i] ?? '';
    const { text, width } = measureCluster(cluster);
    if (used + width > room) {
      rows.push([]);
      used = 0;
    }
    if (i === field.at) at = { row: rows.length - 1, column: used };
    rows.at(-1)?.push(text);
    used += width;
    if (cluster === '\n') {
      rows.push([]);
      used = 0;
    }
  }
  return { rows, at };
}
