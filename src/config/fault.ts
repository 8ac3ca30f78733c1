import type * as z from 'zod/mini';

/** What is wrong with a file, and in which line. */
export interface Fault {
  line?: number;
  reason: string;
}

export type Read<T> = { value: T } | { fault: Fault };

/** Our own sentences stand alone; zod's need the name of what they are about. */
export function said(issue: Pick<z.core.$ZodIssue, 'code' | 'path' | 'message'>): string {
  if (issue.code === 'custom' || issue.path.length === 0) return issue.message;
  return `${dotted(issue.path)}: ${issue.message}`;
}

export const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');
