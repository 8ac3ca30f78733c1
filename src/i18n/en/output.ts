/** Why the output of a command could not be written; `code` is the system's own. */
export const output = (code: string): string =>
  code === 'ENOSPC'
    ? 'the output could not be written: no space is left (ENOSPC)'
    : `the output could not be written (${code})`;
