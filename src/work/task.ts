import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import {
  idList,
  LINE_CHARACTERS,
  onFirstUse,
  paperIdSchema,
  TEXT_CHARACTERS,
  timestampSchema,
  wordList,
  words,
} from './fields.ts';

export const taskStatuses = ['assigned', 'in_progress', 'done', 'blocked'] as const;

/** What the marshall decides of a task. */
export const taskOrderSchema = onFirstUse(() =>
  z.strictObject({
    /** Only to assign one again that failed, or that has not begun. */
    task_id: z.optional(paperIdSchema),
    parent_cmd: paperIdSchema,
    assigned_to: roleSchema,
    persona: words(200),
    objective: words(TEXT_CHARACTERS),
    deliverables: z._default(wordList(), []),
    context: z._default(wordList(4_000), []),
    /** Tasks that cannot start before this one is complete. Left out when assigning again: as before. */
    blocks: z.optional(idList()),
    /** Tasks whose completion this one waits for. Left out when assigning again: as before. */
    blocked_by: z.optional(idList()),
    /** The task whose gaps this one closes. */
    follows: z.optional(paperIdSchema),
  }),
);

/** `queue/tasks/<specialist>.yaml`. */
export const taskSchema = onFirstUse(() =>
  z.object({
    task_id: paperIdSchema,
    parent_cmd: paperIdSchema,
    assigned_to: roleSchema,
    persona: words(200),
    timestamp: timestampSchema,
    status: z.enum(taskStatuses),
    objective: words(TEXT_CHARACTERS),
    deliverables: wordList(),
    context: wordList(4_000),
    blocks: idList(),
    blocked_by: idList(),
    follows: z.optional(paperIdSchema),
    /** Why it is blocked, where no other task is the reason. */
    reason: z.optional(words(TEXT_CHARACTERS)),
    /** The marshall gave it up. */
    ended: z.optional(z.literal(true)),
  }),
);

export const taskChangeSchema = onFirstUse(() =>
  z.strictObject({
    task_id: z.optional(paperIdSchema),
    status: z.enum(['in_progress', 'blocked']),
    /** Required for `blocked`. */
    reason: z.optional(words(LINE_CHARACTERS)),
  }),
);

export type TaskStatus = (typeof taskStatuses)[number];
export type TaskOrder = z.infer<ReturnType<typeof taskOrderSchema>>;
export type Task = z.infer<ReturnType<typeof taskSchema>>;
export type TaskChange = z.infer<ReturnType<typeof taskChangeSchema>>;
