import * as z from 'zod/mini';
import { evaluationOrderSchema } from '../../work/evaluation.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe, document, moveReply, told } from './work-parts.ts';

export const evaluateTask: WorkToolMaker = () => {
  const { shape } = evaluationOrderSchema();
  return defineTool({
    name: 'evaluate_task',
    description:
      'Judge a reported task. When all of a command are done, evaluated and without gaps, it is done.',
    annotations: changing,
    input: z.strictObject({
      task_id: shape.task_id,
      scores: shape.scores,
      issues_found: shape.issues_found,
      knowledge_extracted: shape.knowledge_extracted,
      more_tasks: describe(shape.more_tasks, 'Further tasks follow: keep the command open'),
      accept_gaps: describe(shape.accept_gaps, 'Its gaps need not be closed'),
      end: describe(shape.end, 'Give up a task that failed'),
    }),
    output: z.object({
      evaluation: document(),
      command: document(),
      open: document(),
      told: told(),
    }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { evaluation, command, open, told: whom } = await board.evaluate(relay.role, order);
      const { tools } = boardTexts;
      const standing =
        command.status === 'done'
          ? tools.commandDone(command.id)
          : tools.commandOpen(command.id, open);
      const done = [tools.evaluated(evaluation.task_id), standing];
      const { id, status } = command;
      const data = { evaluation, command: { id, status }, open: { ...open } };
      return moveReply({ done, told: whom, data }, tools);
    },
  });
};
