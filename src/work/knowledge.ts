import * as z from 'zod/mini';
import * as field from './fields.ts';

export const knowledgeTypes = ['pattern', 'lesson'] as const;

const contents = () => ({
  type: z.enum(knowledgeTypes),
  title: field.words(field.LINE_CHARACTERS),
  content: field.words(field.TEXT_CHARACTERS),
  source_task: z.optional(field.documentIdSchema),
  files: z._default(field.wordList(), []),
  tags: z._default(field.wordList(100, 50), []),
});

export const knowledgeOrderSchema = field.onFirstUse(() => z.strictObject(contents()));

/** `knowledge/patterns/<name>.yaml`, `knowledge/lessons/<name>.yaml`. */
export const knowledgeSchema = field.onFirstUse(() =>
  z.object({ id: field.documentIdSchema, ...contents(), timestamp: field.timestampSchema }),
);

export type KnowledgeOrder = z.infer<ReturnType<typeof knowledgeOrderSchema>>;
export type Knowledge = z.infer<ReturnType<typeof knowledgeSchema>>;
