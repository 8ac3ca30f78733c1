import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import * as field from './fields.ts';

export const taskStatuses = ['assigned', 'in_progress', 'done', 'blocked'] as const;

/** What the marshall decides of a task. */
export const taskOrderSchema = field.onFirstUse(() =>
  z.strictObject({
    /** Only to assign one again that failed, or that has not begun. */
    task_id: z.optional(field.documentIdSchema),
    parent_cmd: field.documentIdSchema,
    assigned_to: roleSchema,
    persona: field.words(200),
    objective: field.words(field.TEXT_CHARACTERS),
    deliverables: z._default(field.wordList(), []),
    context: z._default(field.wordList(4_000), []),
    /** Tasks that cannot start before this one is complete. Left out when assigning again: as before. */
    blocks: z.optional(field.idList()),
    /** Tasks whose completion this one waits for. Left out when assigning again: as before. */
    blocked_by: z.optional(field.idList()),
    /** The task whose gaps this one closes. */
    follows: z.optional(field.documentIdSchema),
  }),
);

/** `queue/tasks/<specialist>.yaml`. */
export const taskSchema = field.onFirstUse(() =>
  z.object({
    task_id: field.documentIdSchema,
    parent_cmd: field.documentIdSchema,
    assigned_to: roleSchema,
    persona: field.words(200),
    timestamp: field.timestampSchema,
    status: z.enum(taskStatuses),
    objective: field.words(field.TEXT_CHARACTERS),
    deliverables: field.wordList(),
    context: field.wordList(4_000),
    blocks: field.idList(),
    blocked_by: field.idList(),
    follows: z.optional(field.documentIdSchema),
    /** Why it is blocked, where no other task is the reason. */
    reason: z.optional(field.words(field.TEXT_CHARACTERS)),
    /** The marshall gave it up. */
    ended: z.optional(z.literal(true)),
  }),
);

export const taskChangeSchema = field.onFirstUse(() =>
  z.strictObject({
    task_id: z.optional(field.documentIdSchema),
    status: z.enum(['in_progress', 'blocked']),
    /** Required for `blocked`. */
    reason: z.optional(field.words(field.LINE_CHARACTERS)),
  }),
);

export type TaskStatus = (typeof taskStatuses)[number];
export type TaskOrder = z.infer<ReturnType<typeof taskOrderSchema>>;
export type Task = z.infer<ReturnType<typeof taskSchema>>;
export type TaskChange = z.infer<ReturnType<typeof taskChangeSchema>>;
