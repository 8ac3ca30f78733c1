import * as z from 'zod/mini';
import { taskChangeSchema } from '../../work/task.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, document, saying, told, toldData, toldLines } from './work-parts.ts';

export const updateTask: WorkToolMaker = () => {
  const { shape } = taskChangeSchema();
  return defineTool({
    name: 'update_task',
    description: 'Begin your task, or say that it is blocked.',
    annotations: { ...changing, idempotentHint: true },
    input: z.strictObject({
      status: shape.status,
      reason: saying(shape.reason, 'Why it is blocked'),
      task_id: saying(shape.task_id, 'Your current one unless given'),
    }),
    output: z.object({ task: document(), told: told() }),
    async run({ relay, work, boardTexts }, change) {
      const { board } = await work();
      const { task, told: whom } = await board.update(relay.role, change);
      const { tools } = boardTexts;
      const done = tools.updated(task.task_id, task.status);
      return {
        text: [done, ...toldLines(whom, tools), tools.taskNext[task.status]].join(' '),
        data: { task, told: toldData(whom) },
      };
    },
  });
};
