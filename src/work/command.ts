import * as z from 'zod/mini';
import * as field from './fields.ts';

export const commandStatuses = ['pending', 'in_progress', 'done'] as const;
export const commandPriorities = ['high', 'medium', 'low'] as const;

/** What the envoy decides: what is wanted, never how. */
const contents = () => ({
  /** The state to be reached, as a sentence that can be verified. */
  purpose: field.words(field.LINE_CHARACTERS),
  /** The conditions for being done, each testable. */
  acceptance_criteria: field.wordList(field.LINE_CHARACTERS, 50).check(z.minLength(1)),
  command: field.words(field.TEXT_CHARACTERS),
  project: field.words(100),
});

export const commandOrderSchema = field.onFirstUse(() =>
  z.strictObject({
    ...contents(),
    priority: z._default(z.enum(commandPriorities), 'medium'),
  }),
);

/** An entry of `queue/envoy_to_marshall.yaml`. Unknown keys stay in the file. */
export const commandSchema = field.onFirstUse(() =>
  z.object({
    id: field.documentIdSchema,
    timestamp: field.timestampSchema,
    ...contents(),
    priority: z.enum(commandPriorities),
    status: z.enum(commandStatuses),
  }),
);

export type CommandOrder = z.infer<ReturnType<typeof commandOrderSchema>>;
export type Command = z.infer<ReturnType<typeof commandSchema>>;
