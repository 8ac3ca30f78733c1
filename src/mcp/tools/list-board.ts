import * as z from 'zod/mini';
import type { BoardTexts } from '../../i18n/board.ts';
import type { BoardView, TaskView } from '../../work/board.ts';
import { clipLine, describeStatus } from '../../work/dashboard.ts';
import { LINE_CHARACTERS } from '../../work/fields.ts';
import { fits } from '../bounded.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { document, indented, looking } from './work-parts.ts';

export const listBoard: WorkToolMaker = () =>
  defineTool({
    name: 'list_board',
    description: 'Commands, their tasks, who has what. Do not poll: messages come.',
    annotations: looking,
    input: z.strictObject({}),
    output: z.object({
      commands: z.array(document()),
      tasks: z.array(document()),
      specialists: z.array(document()),
      faults: z.array(document()),
      note: z.optional(z.string()),
    }),
    async run({ work, boardTexts, relay }) {
      const { board } = await work();
      const view = await board.list();
      const whole = boardText(view, boardTexts, true);
      const data = boardData(view);
      const { cut } = boardTexts.tools;
      const small = Buffer.byteLength(whole, 'utf8') < relay.replies.bytes;
      return {
        text: small ? whole : `${boardText(openFirst(view), boardTexts)}\n${cut}`,
        data: fits(data, relay.replies.bytes) ? data : { note: cut, ...boardData(openFirst(view)) },
      };
    },
  });

const PURPOSE = LINE_CHARACTERS;

/** Task by task what one needs to act; the files hold the rest. */
export const boardData = ({ commands, gaps, tasks, specialists, faults }: BoardView) => ({
  commands: commands.map((command) => {
    const lacks = gaps.find((one) => one.command === command.id)?.gaps ?? [];
    return { ...command, ...(lacks.length > 0 && { open_gaps: [...lacks] }) };
  }),
  tasks: tasks.map(({ task, place, waitsFor, evaluated }) => ({
    task_id: task.task_id,
    parent_cmd: task.parent_cmd,
    assigned_to: task.assigned_to,
    status: task.status,
    objective: task.objective,
    blocked_by: [...task.blocked_by],
    blocks: [...task.blocks],
    ...(task.follows !== undefined && { follows: task.follows }),
    ...(task.reason !== undefined && { reason: task.reason }),
    ...(task.ended === true && { ended: true }),
    place,
    waits_for: [...waitsFor],
    evaluated,
  })),
  specialists: specialists.map(({ role, current, queued }) => ({
    role,
    current: current ?? null,
    queued: [...queued],
  })),
  faults: faults.map((fault) => ({ ...fault })),
});

/** For a board that is too large for one reply: open work first, and little of the rest. */
const openFirst = (view: BoardView): BoardView => {
  const isOver = (id: string): boolean =>
    view.commands.some((command) => command.id === id && command.status === 'done');
  const short = (one: TaskView): TaskView => {
    const { reason, objective } = one.task;
    const task = { ...one.task, objective: clipLine(objective) };
    return { ...one, task: reason === undefined ? task : { ...task, reason: clipLine(reason) } };
  };
  const isFinished = ({ place }: TaskView): boolean => place === 'finished';
  const finished = view.tasks.filter((one) => isFinished(one) && !isOver(one.task.parent_cmd));
  return {
    ...view,
    commands: view.commands.map((command) =>
      command.status === 'done'
        ? {
            ...command,
            purpose: clipLine(command.purpose),
            command: clipLine(command.command),
            acceptance_criteria: [],
          }
        : command,
    ),
    tasks: [...view.tasks.filter((one) => !isFinished(one)), ...finished].map(short),
  };
};

/** `whole`: with the text of each command that is not done, as the marshall needs it. */
export function boardText(
  view: BoardView,
  texts: Pick<BoardTexts, 'tools' | 'page'>,
  whole = false,
): string {
  const { tools } = texts;
  const lines = view.commands.flatMap((command) => [
    `${command.id} ${command.status} (${command.priority}): ${clipLine(command.purpose, PURPOSE)}`,
    ...command.acceptance_criteria.map((one, i) => `\t${i + 1}. ${clipLine(one, PURPOSE)}`),
    ...(whole && command.status !== 'done'
      ? [`\t${tools.labels.command}:`, indented(indented(command.command))]
      : []),
    ...view.gaps
      .filter((one) => one.command === command.id)
      .map(({ gaps }) => `\t${tools.gaps(gaps.map((gap) => clipLine(gap)))}`),
    ...view.tasks
      .filter(({ task }) => task.parent_cmd === command.id)
      .map((one) => taskLine(one, texts)),
  ]);
  const who = view.specialists.map(({ role, current, queued }) => tools.has(role, current, queued));
  const faults = view.faults.map(({ file, reason }) => tools.fault(file, clipLine(reason)));
  return [...(lines.length === 0 ? [tools.boardEmpty] : lines), ...who, ...faults].join('\n');
}

function taskLine(view: TaskView, { tools, page }: Pick<BoardTexts, 'tools' | 'page'>): string {
  const { task, waitsFor } = view;
  const waits = waitsFor.length === 0 ? '' : `, ${tools.waitsFor(waitsFor)}`;
  return `\t${task.task_id} ${task.assigned_to} ${describeStatus(view, page)}${waits}: ${clipLine(task.objective)}`;
}
