import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import {
  LINE_CHARACTERS,
  onFirstUse,
  paperIdSchema,
  TEXT_CHARACTERS,
  timestampSchema,
  wordList,
  words,
} from './fields.ts';

export const reportStatuses = ['done', 'failed', 'blocked'] as const;

/** It may say nothing. */
const remark = () => z.string().check(z.trim(), z.maxLength(TEXT_CHARACTERS));

const result = () =>
  z.object({
    summary: words(TEXT_CHARACTERS),
    files_modified: z._default(wordList(), []),
    test_results: z._default(remark(), ''),
    notes: z._default(remark(), ''),
  });

/** Held against the `purpose` of the parent command. */
const purposeValidation = () =>
  z.object({
    meets_criteria: z.boolean(),
    gaps: z._default(wordList(), []),
  });

/** Required, whether there is one or not: a skill nobody looked for is a skill lost. */
const skillCandidate = () =>
  z.discriminatedUnion('found', [
    z.object({
      found: z.literal(true),
      name: words(100),
      description: words(LINE_CHARACTERS),
      reason: words(LINE_CHARACTERS),
    }),
    z.object({
      found: z.literal(false),
      name: z.optional(remark()),
      description: z.optional(remark()),
      reason: z.optional(remark()),
    }),
  ]);

export const reportOrderSchema = onFirstUse(() =>
  z.strictObject({
    task_id: z.optional(paperIdSchema),
    status: z.enum(reportStatuses),
    result: result(),
    purpose_validation: purposeValidation(),
    skill_candidate: skillCandidate(),
  }),
);

/** `queue/reports/<specialist>_report.yaml`. */
export const reportSchema = onFirstUse(() =>
  z.object({
    worker_id: roleSchema,
    task_id: paperIdSchema,
    parent_cmd: paperIdSchema,
    timestamp: timestampSchema,
    status: z.enum(reportStatuses),
    result: result(),
    purpose_validation: purposeValidation(),
    skill_candidate: skillCandidate(),
  }),
);

export type ReportOrder = z.infer<ReturnType<typeof reportOrderSchema>>;
export type Report = z.infer<ReturnType<typeof reportSchema>>;
