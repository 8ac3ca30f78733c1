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
  const inner = innerIssues(issue);
  if (inner[0] !== issue) return reasonOf(inner[0]);
  if (issue.code === 'custom' && issue.params !== undefined) return issue.params as CodedReason;
  return issue.path.length === 0 ? issue.message : `${joinKeys(issue.path)}: ${issue.message}`;
}

/**
 * Of a value that may be written in several ways, what is wrong with the way it is written: the one in which
 * something of it was understood, else the first. Another issue stands for itself.
 */
export function innerIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const ways = issue.errors;
  const isInside = ({ code, path }: z.core.$ZodIssue): boolean =>
    path.length > 0 || code === 'unrecognized_keys';
  const way = ways.find((issues) => issues.some(isInside)) ?? ways[0] ?? [];
  return way.flatMap((one) => innerIssues({ ...one, path: [...issue.path, ...one.path] }));
}

export const joinKeys = (path: readonly PropertyKey[]): string => path.map(String).join('.');
