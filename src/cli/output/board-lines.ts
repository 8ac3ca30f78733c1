import type { BoardTexts } from '../../i18n/board.ts';
import { printable, printableLines } from '../../kit/log.ts';
import type { Paint, Style } from '../../kit/paint.ts';
import { columnsOf, padColumns } from '../../terminal/columns.ts';
import type { BoardView, TaskView } from '../../work/board.ts';
import type { Command } from '../../work/command.ts';
import { clipLine, describeStatus } from '../../work/dashboard.ts';
import type { KnowledgeHit } from '../../work/knowledge-search.ts';

const STYLES: Readonly<Record<string, Style>> = {
  done: 'green',
  in_progress: 'cyan',
  blocked: 'yellow',
  ended: 'dim',
};

/** The board for a person: each command with its tasks, then who has what, then what is broken. */
export function boardLines(view: BoardView, texts: BoardTexts, paint: Paint): string[] {
  const { tools } = texts;
  const commands = view.commands.flatMap((command) => [
    commandLine(command, texts, paint),
    ...command.acceptance_criteria.map((one, i) => `  ${i + 1}. ${printable(clipLine(one))}`),
    ...view.gaps
      .filter((one) => one.command === command.id)
      .map(({ gaps }) =>
        paint('yellow', `  ${printable(tools.gaps(gaps.map((gap) => clipLine(gap))))}`),
      ),
    ...taskTable(
      view.tasks.filter(({ task }) => task.parent_cmd === command.id),
      texts,
      paint,
    ),
  ]);
  return [
    ...(commands.length === 0 ? [tools.boardEmpty] : commands),
    ...view.specialists.map(({ role, current, queued }) => tools.has(role, current, queued)),
    ...faultLines(view, texts, paint),
  ];
}

/** Words of others, line by line: none of them is a command to a terminal. */
export const printableText = (text: string): string => printableLines(text).join('\n');

export const faultLines = ({ faults }: BoardView, { tools }: BoardTexts, paint: Paint): string[] =>
  faults.map(({ file, reason }) => paint('red', `! ${printable(tools.fault(file, reason))}`));

function commandLine(command: Command, { page }: BoardTexts, paint: Paint): string {
  const { id, status, priority, purpose } = command;
  const said = painted(paint, status, page.status[status]);
  return `${paint('bold', id)}  ${said}  ${priority}  ${printable(clipLine(purpose))}`;
}

export function taskTable(tasks: readonly TaskView[], texts: BoardTexts, paint: Paint): string[] {
  if (tasks.length === 0) return [];
  const { columns, none } = texts.page;
  const heads = ['task', 'specialist', 'status', 'waitsFor', 'objective'] as const;
  const head = heads.map((name) => columns[name]);
  const rows = tasks.map((one) => [
    one.task.task_id,
    one.task.assigned_to,
    describeStatus(one, texts.page),
    one.waitsFor.join(', ') || none,
    clipLine(one.task.objective, 80),
  ]);
  const styles = tasks.map(({ task }) => (task.ended === true ? 'ended' : task.status));
  return table(head, rows, (row, column, text) =>
    column === 2 ? painted(paint, styles[row] ?? '', text) : text,
  );
}

export function knowledgeTable(
  hits: readonly KnowledgeHit[],
  columns: Readonly<Record<'id' | 'title' | 'tags', string>>,
): string[] {
  const rows = hits.map(({ entry }) => [
    entry.id,
    clipLine(entry.title, 80),
    entry.tags.join(', '),
  ]);
  return table([columns.id, columns.title, columns.tags], rows, (_r, _c, text) => text);
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  finish: (row: number, column: number, text: string) => string,
): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = head.map((title, i) =>
    Math.max(...[title, ...cells.map((row) => row[i] ?? '')].map(columnsOf)),
  );
  const line = (row: readonly string[], paintAt: (column: number, text: string) => string) =>
    `  ${row.map((text, i) => paintAt(i, padColumns(text, widths[i] ?? 0))).join('  ')}`.trimEnd();
  return [
    line(head, (_, text) => text),
    ...cells.map((row, i) => line(row, (column, text) => finish(i, column, text))),
  ];
}

function painted(paint: Paint, status: string, text: string): string {
  const style = STYLES[status];
  return style === undefined ? text : paint(style, text);
}
