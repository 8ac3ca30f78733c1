import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import * as field from './fields.ts';
import { knowledgeTypes } from './knowledge.ts';

const score = () => z.int().check(z.minimum(1), z.maximum(5));

const scores = () =>
  z.object({
    /** How far the requirements are met. */
    correctness: score(),
    code_quality: score(),
    efficiency: score(),
  });

const extracted = () =>
  z.object({
    type: z.enum(knowledgeTypes),
    content: field.words(field.TEXT_CHARACTERS),
  });

export const evaluationOrderSchema = field.onFirstUse(() =>
  z.strictObject({
    task_id: field.documentIdSchema,
    scores: field.strict(scores()),
    issues_found: z._default(field.wordList(4_000), []),
    knowledge_extracted: z._default(z.array(field.strict(extracted())).check(z.maxLength(50)), []),
    /** The command goes on: further tasks of it follow. */
    more_tasks: z._default(z.boolean(), false),
    /** What its report says is missing need not be done. */
    accept_gaps: z._default(z.boolean(), false),
    /** Gives up a task that failed. */
    end: z._default(z.boolean(), false),
  }),
);

/** `knowledge/evaluations/eval_<task_id>.yaml`. */
export const evaluationSchema = field.onFirstUse(() =>
  z.object({
    evaluation: z.object({
      task_id: field.documentIdSchema,
      evaluator: roleSchema,
      timestamp: field.timestampSchema,
      scores: scores(),
      issues_found: field.wordList(4_000),
      knowledge_extracted: z.array(extracted()),
      accept_gaps: z.optional(z.literal(true)),
    }),
  }),
);

export type EvaluationOrder = z.infer<ReturnType<typeof evaluationOrderSchema>>;
export type Evaluation = z.infer<ReturnType<typeof evaluationSchema>>['evaluation'];
