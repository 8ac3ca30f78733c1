/** The `code` of a Node error (`ENOENT`, …), or undefined. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  codes.includes(errnoOf(error) ?? '');
