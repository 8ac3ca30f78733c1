import type * as z from 'zod/mini';
import type { CodedReason, Reason } from '../errors.ts';

/** Adds an issue that carries a reason as its `params`: a schema holds no sentence of ours. */
export const addReason = (
  context: z.core.$RefinementCtx,
  path: (string | number)[],
  params: CodedReason,
): void => context.addIssue({ code: 'custom', path, params });

/** The reason of an issue: ours as it is, or zod's sentence behind the name of what it is about. */
export function reasonOf(issue: z.core.$ZodIssue | undefined): Reason {
  if (issue === undefined) return { code: 'not_valid' };
  if (issue.code === 'custom' && issue.params !== undefined) return issue.params as CodedReason;
  return issue.path.length === 0 ? issue.message : `${joinKeys(issue.path)}: ${issue.message}`;
}

export const joinKeys = (path: readonly PropertyKey[]): string => path.map(String).join('.');
