import * as z from 'zod/mini';
import type { BoardTexts } from '../../i18n/board-texts.ts';
import type { BoardView, TaskView } from '../../work/board.ts';
import { clipped, standing } from '../../work/dashboard.ts';
import { bounded } from '../bounded.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { document, looking } from './work-parts.ts';

export const listBoard: WorkToolMaker = () =>
  defineTool({
    name: 'list_board',
    description: 'The work: commands, their tasks, who has what. Do not poll: messages come.',
    annotations: looking,
    input: z.strictObject({}),
    output: z.object({
      commands: z.array(document()),
      tasks: z.array(document()),
      specialists: z.array(document()),
      faults: z.array(document()),
    }),
    async run({ work, texts }) {
      const { board } = await work();
      const view = await board.list();
      return bounded(
        { text: boardText(view, texts.board), data: boardData(view) },
        texts.board.tools.cut,
      );
    },
  });

/** Task by task what one needs to act; the files hold the rest. */
export const boardData = ({ commands, tasks, specialists, faults }: BoardView) => ({
  commands: commands.map((command) => ({ ...command })),
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

export function boardText(view: BoardView, texts: Pick<BoardTexts, 'tools' | 'page'>): string {
  const { tools } = texts;
  const lines = view.commands.flatMap((command) => [
    `${command.id} ${command.status} (${command.priority}): ${clipped(command.purpose)}`,
    ...command.acceptance_criteria.map((one, i) => `\t${i + 1}. ${clipped(one)}`),
    ...view.tasks
      .filter(({ task }) => task.parent_cmd === command.id)
      .map((one) => taskLine(one, texts)),
  ]);
  const who = view.specialists.map(({ role, current, queued }) => tools.has(role, current, queued));
  const faults = view.faults.map(({ file, reason }) => tools.fault(file, clipped(reason)));
  return [...(lines.length === 0 ? [tools.boardEmpty] : lines), ...who, ...faults].join('\n');
}

function taskLine(view: TaskView, { tools, page }: Pick<BoardTexts, 'tools' | 'page'>): string {
  const { task, waitsFor } = view;
  const waits = waitsFor.length === 0 ? '' : `, ${tools.waitsFor(waitsFor)}`;
  return `\t${task.task_id} ${task.assigned_to} ${standing(view, page)}${waits}: ${clipped(task.objective)}`;
}
