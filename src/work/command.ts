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

export const commandStatuses = ['pending', 'in_progress', 'done'] as const;
export const commandPriorities = ['high', 'medium', 'low'] as const;

const criteria = () => wordList(LINE_CHARACTERS, 50).check(z.minLength(1));

/** What the envoy decides: what is wanted, never how. */
export const commandOrderSchema = onFirstUse(() =>
  z.strictObject({
    /** The state to be reached, as a sentence that can be verified. */
    purpose: words(LINE_CHARACTERS),
    /** The conditions for being done, each testable. */
    acceptance_criteria: criteria(),
    command: words(TEXT_CHARACTERS),
    project: words(100),
    priority: z._default(z.enum(commandPriorities), 'medium'),
  }),
);

/** An entry of `queue/envoy_to_marshall.yaml`. Keys nobody knows stay in the file. */
export const commandSchema = onFirstUse(() =>
  z.object({
    id: paperIdSchema,
    timestamp: timestampSchema,
    purpose: words(LINE_CHARACTERS),
    acceptance_criteria: criteria(),
    command: words(TEXT_CHARACTERS),
    project: words(100),
    priority: z.enum(commandPriorities),
    status: z.enum(commandStatuses),
  }),
);

export type CommandOrder = z.infer<ReturnType<typeof commandOrderSchema>>;
export type Command = z.infer<ReturnType<typeof commandSchema>>;
