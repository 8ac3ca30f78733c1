import * as z from 'zod/mini';
import { knowledgeOrderSchema } from '../../work/knowledge.ts';
import { defineTool, type WorkToolMaker } from '../tool.ts';
import { changing, describe } from './work-parts.ts';

export const recordKnowledge: WorkToolMaker = () => {
  const { shape } = knowledgeOrderSchema();
  return defineTool({
    name: 'record_knowledge',
    description: 'Keep a pattern or a lesson for everybody who works here later.',
    annotations: changing,
    input: z.strictObject({
      type: shape.type,
      title: shape.title,
      content: shape.content,
      source_task: describe(shape.source_task, 'The task it was learnt from'),
      files: describe(shape.files, 'What it is about'),
      tags: shape.tags,
    }),
    output: z.object({ id: z.string(), path: z.string() }),
    async run({ relay, work, boardTexts }, order) {
      const { board } = await work();
      const { knowledge, path } = await board.record(relay.role, order);
      const { id } = knowledge;
      return { text: boardTexts.tools.recorded(id, path), data: { id, path } };
    },
  });
};
