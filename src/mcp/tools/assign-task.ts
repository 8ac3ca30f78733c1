import * as z from 'zod/mini';
import { rolesWith } from '../../army/formation.ts';
import { taskOrderSchema } from '../../work/task.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe, document, moveReply, names, told } from './work-parts.ts';

export const assignTask: WorkToolMaker = (formation) => {
  const { shape } = taskOrderSchema();
  const specialists = rolesWith(formation, 'specialist');
  return defineTool({
    name: 'assign_task',
    description:
      'Give a specialist a task of a command. One that waits for others starts by itself when they are done.',
    annotations: changing,
    input: z.strictObject({
      parent_cmd: shape.parent_cmd,
      assigned_to: shape.assigned_to.check(z.meta({ enum: [...specialists] })),
      persona: describe(shape.persona, 'The expert to be'),
      objective: shape.objective,
      deliverables: shape.deliverables,
      context: describe(shape.context, 'Hints, references'),
      blocked_by: describe(shape.blocked_by, 'Tasks it waits for'),
      blocks: describe(shape.blocks, 'Tasks that wait for it'),
      follows: describe(shape.follows, 'The task whose gaps it closes'),
      task_id: describe(shape.task_id, 'Only to assign a task again'),
    }),
    output: z.object({ task: document(), place: z.string(), waits_for: names(), told: told() }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { task, place, waitsFor, told: whom } = await board.assign(relay.role, order);
      const { tools } = boardTexts;
      const done = [tools.assigned(task.task_id, task.assigned_to, place, waitsFor)];
      const data = { task, place, waits_for: [...waitsFor] };
      return moveReply({ done, told: whom, next: tools.assignedNext, data }, tools);
    },
  });
};
