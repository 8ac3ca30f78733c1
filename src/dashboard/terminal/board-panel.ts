import { clipColumns, padColumns, widestOf } from '../../terminal/columns.ts';
import { boardRows, selectedIndex, type BoardRow } from './selection.ts';
import { fitLine, line, span, type Line, type Style } from './line.ts';
import { headingLine, markRow, noteInHeading, visibleRange } from './list.ts';
import type { DrawContext } from './draw-context.ts';
import { legible } from './text.ts';

type Work = keyof DrawContext['texts']['work'];

const COLOURS: Readonly<Record<Work, readonly Style[]>> = {
  pending: ['dim'],
  assigned: [],
  in_progress: ['green'],
  done: ['cyan'],
  blocked: ['yellow'],
  ended: ['dim'],
};

/** Commands, each with its tasks below it. */
export function drawBoard(context: DrawContext, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = context;
  const all = boardRows(picture);
  const at = selectedIndex(picture, state, 'board');
  const { from, to, part } = visibleRange(all.length, at, rows - 1);
  const head = headingLine(texts.panels.board, focused, noteInHeading(part), columns);
  if (all.length === 0) return [head, line(`  ${texts.nobody.board}`, 'dim')];
  const widths = {
    id: Math.min(
      24,
      widestOf(all.map((row) => ('view' in row ? `  ${row.id}` : 'fault' in row ? '' : row.id))),
    ),
    who: Math.min(
      columns < 100 ? 14 : 32,
      widestOf(all.map((row) => ('view' in row ? row.view.task.assigned_to : ''))),
    ),
    work: widestOf(Object.values(texts.work)),
  };
  const shown = all
    .slice(from, to)
    .map((row, i) => markRow(boardRow(context, row, widths), from + i === at, focused));
  return [head, ...shown].map((row) => fitLine(row, columns));
}

function boardRow(
  { texts }: DrawContext,
  row: BoardRow,
  widths: { id: number; work: number; who: number },
): Line {
  if ('fault' in row) {
    const { file, reason } = row.fault;
    return [span(`! ${legible(texts.fault(file, reason))}`, 'red')];
  }
  const state = (work: Work): Line[number] =>
    span(`${padColumns(texts.work[work], widths.work)} `, ...COLOURS[work]);
  const name = (id: string): string => `${padColumns(clipColumns(id, widths.id), widths.id)} `;
  if ('command' in row) {
    const { id, status, purpose } = row.command;
    return [span(name(id), 'bold'), state(status), span(legible(purpose), 'bold')];
  }
  const { task, waitsFor } = row.view;
  return [
    span(name(`  ${task.task_id}`)),
    state(task.ended ? 'ended' : task.status),
    span(`${padColumns(clipColumns(task.assigned_to, widths.who), widths.who)} `),
    ...(waitsFor.length > 0 ? [span(`[${texts.waitsFor(waitsFor)}] `, 'yellow')] : []),
    span(legible(task.objective), ...(task.status === 'done' ? (['dim'] as const) : [])),
  ];
}
