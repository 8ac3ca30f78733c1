import * as z from 'zod/mini';
import {
  LINE_CHARACTERS,
  onFirstUse,
  paperIdSchema,
  TEXT_CHARACTERS,
  timestampSchema,
  wordList,
  words,
} from './fields.ts';

export const knowledgeTypes = ['pattern', 'lesson'] as const;

export const knowledgeOrderSchema = onFirstUse(() =>
  z.strictObject({
    type: z.enum(knowledgeTypes),
    title: words(LINE_CHARACTERS),
    content: words(TEXT_CHARACTERS),
    source_task: z.optional(paperIdSchema),
    files: z._default(wordList(), []),
    tags: z._default(wordList(100, 50), []),
  }),
);

/** `knowledge/patterns/<name>.yaml`, `knowledge/lessons/<name>.yaml`. */
export const knowledgeSchema = onFirstUse(() =>
  z.object({
    id: paperIdSchema,
    type: z.enum(knowledgeTypes),
    source_task: z.optional(paperIdSchema),
    timestamp: timestampSchema,
    title: words(LINE_CHARACTERS),
    content: words(TEXT_CHARACTERS),
    files: z._default(wordList(), []),
    tags: z._default(wordList(100, 50), []),
  }),
);

export type KnowledgeOrder = z.infer<ReturnType<typeof knowledgeOrderSchema>>;
export type Knowledge = z.infer<ReturnType<typeof knowledgeSchema>>;
