import * as z from 'zod/mini';
import { rolesWith } from '../../army/formation.ts';
import { taskOrderSchema } from '../../work/task.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, document, names, saying, told, toldData, toldLines } from './work-parts.ts';

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
      persona: saying(shape.persona, 'The expert to be'),
      objective: shape.objective,
      deliverables: shape.deliverables,
      context: saying(shape.context, 'Hints, references'),
      blocked_by: saying(shape.blocked_by, 'Tasks it waits for'),
      blocks: saying(shape.blocks, 'Tasks that wait for it'),
      follows: saying(shape.follows, 'The task whose gaps it closes'),
      task_id: saying(shape.task_id, 'Only to assign a task again'),
    }),
    output: z.object({ task: document(), place: z.string(), waits_for: names(), told: told() }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { task, place, waitsFor, told: whom } = await board.assign(relay.role, order);
      const { tools } = boardTexts;
      const done = tools.assigned(task.task_id, task.assigned_to, place, waitsFor);
      return {
        text: [done, ...toldLines(whom, tools), tools.assignedNext].join(' '),
        data: { task, place, waits_for: [...waitsFor], told: toldData(whom) },
      };
    },
  });
};
