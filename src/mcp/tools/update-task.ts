import * as z from 'zod/mini';
import { taskChangeSchema } from '../../work/task.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe, document, moveReply, told } from './work-parts.ts';

export const updateTask: WorkToolMaker = () => {
  const { shape } = taskChangeSchema();
  return defineTool({
    name: 'update_task',
    description: 'Begin your task, or say that it is blocked.',
    annotations: { ...changing, idempotentHint: true },
    input: z.strictObject({
      status: shape.status,
      reason: shape.reason,
      task_id: describe(shape.task_id, 'Your current one unless given'),
    }),
    output: z.object({ task: document(), told: told() }),
    async run({ relay, work, boardTexts }, change) {
      const { board } = await work();
      const { task, told: whom } = await board.update(relay.role, change);
      const { tools } = boardTexts;
      const done = [tools.updated(task.task_id, task.status)];
      const next = tools.taskNext[task.status];
      return moveReply({ done, told: whom, next, data: { task } }, tools);
    },
  });
};
