import { columnsOf } from '../../kit/columns.ts';
import { boardRows, indexIn, type BoardRow } from './choose.ts';
import { fit, line, span, type Line, type Style } from './line.ts';
import { aside, heading, marked, windowOf } from './list.ts';
import type { Scene } from './scene.ts';
import { clip, legible, pad } from './text.ts';

type Work = keyof Scene['texts']['work'];

const COLOURS: Readonly<Record<Work, readonly Style[]>> = {
  pending: ['dim'],
  assigned: [],
  in_progress: ['green'],
  done: ['cyan'],
  blocked: ['yellow'],
  ended: ['dim'],
};

/** Commands, each with its tasks below it. */
export function boardPanel(scene: Scene, rows: number, focused: boolean): readonly Line[] {
  const { picture, state, texts, columns } = scene;
  const all = boardRows(picture);
  const at = indexIn(picture, state, 'board');
  const { from, to, part } = windowOf(all.length, at, rows - 1);
  const head = heading(texts.panels.board, focused, aside(part), columns);
  if (all.length === 0) return [head, line(`  ${texts.nobody.board}`, 'dim')];
  const widths = {
    id: Math.min(
      24,
      widest(all.map((row) => ('view' in row ? `  ${row.id}` : 'fault' in row ? '' : row.id))),
    ),
    who: Math.min(
      columns < 100 ? 14 : 32,
      widest(all.map((row) => ('view' in row ? row.view.task.assigned_to : ''))),
    ),
    work: widest(Object.values(texts.work)),
  };
  const shown = all
    .slice(from, to)
    .map((row, i) => marked(boardRow(scene, row, widths), from + i === at, focused));
  return [head, ...shown].map((row) => fit(row, columns));
}

const widest = (words: readonly string[]): number => Math.max(0, ...words.map(columnsOf));

function boardRow(
  { texts }: Scene,
  row: BoardRow,
  widths: { id: number; work: number; who: number },
): Line {
  if ('fault' in row) {
    const { file, reason } = row.fault;
    return [span(`! ${legible(texts.fault(file, reason))}`, 'red')];
  }
  const state = (work: Work): Line[number] =>
    span(`${pad(texts.work[work], widths.work)} `, ...COLOURS[work]);
  const name = (id: string): string => `${pad(clip(id, widths.id), widths.id)} `;
  if ('command' in row) {
    const { id, status, purpose } = row.command;
    return [span(name(id), 'bold'), state(status), span(legible(purpose), 'bold')];
  }
  const { task, waitsFor } = row.view;
  return [
    span(name(`  ${task.task_id}`)),
    state(task.ended ? 'ended' : task.status),
    span(`${pad(clip(task.assigned_to, widths.who), widths.who)} `),
    ...(waitsFor.length > 0 ? [span(`[${texts.waitsFor(waitsFor)}] `, 'yellow')] : []),
    span(legible(task.objective), ...(task.status === 'done' ? (['dim'] as const) : [])),
  ];
}
