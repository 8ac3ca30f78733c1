/** The `code` of a Node error (`ENOENT`, …), or undefined. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  codes.includes(errnoOf(error) ?? '');

/** What an error says of itself; a program may throw anything. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
