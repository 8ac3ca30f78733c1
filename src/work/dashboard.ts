import type { BoardView, TaskView } from './board.ts';
import type { Command } from './command.ts';
import type { Evaluation } from './evaluation.ts';
import type { Report } from './report.ts';

export interface DashboardWords {
  title: string;
  /** Says that the program writes the page, and that edits are lost. */
  generated: string;
  headings: Record<'commands' | 'tasks' | 'specialists' | 'reports' | 'faults', string>;
  columns: Record<
    | 'task'
    | 'command'
    | 'specialist'
    | 'status'
    | 'objective'
    | 'waitsFor'
    | 'current'
    | 'queued'
    | 'result'
    | 'scores'
    | 'criteria'
    | 'file'
    | 'reason',
    string
  >;
  status: Record<'pending' | 'assigned' | 'in_progress' | 'done' | 'blocked' | 'ended', string>;
  evaluated: string;
  none: string;
}

/** What the page shows beyond `BoardView`, where the caller has it. */
export interface Results {
  reports?: readonly Report[];
  evaluations?: readonly Evaluation[];
}

/**
 * The board as a page for people. A pure function of the board: the same board is the same page, to
 * the byte, so that a file which has changed means that the work has.
 */
export function renderDashboard(
  view: BoardView,
  words: DashboardWords,
  results: Results = {},
): string {
  const { headings } = words;
  const parts = [
    `# ${words.title}`,
    words.generated,
    ...section(headings.commands, commandParts(view, words), words),
    ...section(headings.tasks, taskTable(view, words), words),
    ...section(headings.specialists, specialistTable(view, words), words),
    ...optional(headings.reports, resultTable(results, words)),
    ...optional(headings.faults, faultTable(view, words)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const section = (heading: string, body: readonly string[], { none }: DashboardWords): string[] => [
  `## ${heading}`,
  ...(body.length === 0 ? [none] : body),
];

const optional = (heading: string, body: readonly string[]): string[] =>
  body.length === 0 ? [] : [`## ${heading}`, ...body];

const commandParts = ({ commands }: BoardView, words: DashboardWords): string[] =>
  commands.map((command) => commandPart(command, words));

function commandPart(command: Command, { status, columns }: DashboardWords): string {
  const { id, project, priority, purpose, acceptance_criteria: criteria } = command;
  const box = command.status === 'done' ? 'x' : ' ';
  return [
    `### ${id}: ${status[command.status]}`,
    '',
    `${cell(purpose)} (${cell(project)}, ${priority})`,
    '',
    `${columns.criteria}:`,
    '',
    ...criteria.map((one) => `- [${box}] ${cell(one)}`),
  ].join('\n');
}

function taskTable({ tasks }: BoardView, words: DashboardWords): string[] {
  const { columns, none } = words;
  const { task, command, specialist, status, objective, waitsFor } = columns;
  const rows = tasks.map((one) => [
    one.task.task_id,
    one.task.parent_cmd,
    one.task.assigned_to,
    describeStatus(one, words),
    clipLine(one.task.objective),
    one.waitsFor.join(', ') || none,
  ]);
  return table([task, command, specialist, status, objective, waitsFor], rows);
}

/** The status in words, with what goes beyond it. */
export function describeStatus(
  { task, evaluated }: Pick<TaskView, 'task' | 'evaluated'>,
  words: Pick<DashboardWords, 'status' | 'evaluated'>,
): string {
  const said = words.status[task.ended === true ? 'ended' : task.status];
  const more = [
    ...(evaluated ? [words.evaluated] : []),
    ...(task.reason === undefined || task.status !== 'blocked' || task.ended === true
      ? []
      : [clipLine(task.reason)]),
  ];
  return more.length === 0 ? said : `${said} (${more.join('; ')})`;
}

function specialistTable({ specialists }: BoardView, { columns, none }: DashboardWords): string[] {
  const rows = specialists.map(({ role, current, queued }) => [
    role,
    current ?? none,
    queued.join(', ') || none,
  ]);
  return table([columns.specialist, columns.current, columns.queued], rows);
}

function resultTable({ reports = [], evaluations = [] }: Results, words: DashboardWords): string[] {
  const { columns, none } = words;
  const rows = reports.map(({ task_id: id, worker_id: worker, status, result }) => {
    const scores = evaluations.find((one) => one.task_id === id)?.scores;
    return [
      id,
      worker,
      status,
      clipLine(result.summary),
      scores === undefined
        ? none
        : `${scores.correctness} / ${scores.code_quality} / ${scores.efficiency}`,
    ];
  });
  const head = [columns.task, columns.specialist, columns.status, columns.result, columns.scores];
  return table(head, rows);
}

const faultTable = ({ faults }: BoardView, { columns }: DashboardWords): string[] =>
  table(
    [columns.file, columns.reason],
    faults.map(({ file, reason }) => [file, clipLine(reason)]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')];
}

const CLIPPED = 120;

/** The first line, as far as a table can hold it. */
export function clipLine(text: string, most = CLIPPED): string {
  const [line = '', ...rest] = text.trim().split(/[\n\r\v\f\u0085\u2028\u2029]+/);
  const characters = [...line.trimEnd()];
  if (characters.length > most) return `${characters.slice(0, most - 1).join('')}…`;
  return rest.length > 0 ? `${line.trimEnd()} …` : line.trimEnd();
}

/** A foreign text on one line, which cannot end a cell or begin a tag or a comment. */
const cell = (text: string): string =>
  text
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .trim();
