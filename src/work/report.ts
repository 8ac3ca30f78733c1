import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import * as field from './fields.ts';

export const reportStatuses = ['done', 'failed', 'blocked'] as const;

/** May be empty. */
const remark = () => z.string().check(z.trim(), z.maxLength(field.TEXT_CHARACTERS));

const result = () =>
  z.object({
    summary: field.words(field.TEXT_CHARACTERS),
    files_modified: z._default(field.wordList(), []),
    test_results: z._default(remark(), ''),
    notes: z._default(remark(), ''),
  });

/** Held against the `purpose` of the parent command. */
const purposeValidation = () =>
  z.object({
    meets_criteria: z.boolean(),
    gaps: z._default(field.wordList(), []),
  });

const skillFound = () =>
  z.object({
    found: z.literal(true),
    name: field.words(100),
    description: field.words(field.LINE_CHARACTERS),
    reason: field.words(field.LINE_CHARACTERS),
  });

const noSkill = () =>
  z.object({
    found: z.literal(false),
    name: z.optional(remark()),
    description: z.optional(remark()),
    reason: z.optional(remark()),
  });

/** `skill_candidate` is required, whether a skill was found or not: so every report looks for one. */
export const reportOrderSchema = field.onFirstUse(() =>
  z.strictObject({
    task_id: z.optional(field.documentIdSchema),
    status: z.enum(reportStatuses),
    result: field.strict(result()),
    purpose_validation: field.strict(purposeValidation()),
    skill_candidate: z.discriminatedUnion('found', [
      field.strict(skillFound()),
      field.strict(noSkill()),
    ]),
  }),
);

/** `queue/reports/<specialist>_report.yaml`. */
export const reportSchema = field.onFirstUse(() =>
  z.object({
    worker_id: roleSchema,
    task_id: field.documentIdSchema,
    parent_cmd: field.documentIdSchema,
    timestamp: field.timestampSchema,
    status: z.enum(reportStatuses),
    result: result(),
    purpose_validation: purposeValidation(),
    skill_candidate: z.discriminatedUnion('found', [skillFound(), noSkill()]),
  }),
);

export type ReportOrder = z.infer<ReturnType<typeof reportOrderSchema>>;
export type Report = z.infer<ReturnType<typeof reportSchema>>;
