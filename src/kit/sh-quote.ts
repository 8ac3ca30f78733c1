/** One word for a POSIX shell: nothing between single quotes means anything, but their end. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
