/**
 * `-f`, `--since`, `--since=10m`. Other words that begin with `-` are text: `-1`, `- an item`, `---`.
 */
export const isOption = (word: string): boolean => /^--?[A-Za-z][\w-]*(?:=|$)/.test(word);

/** No word of a command line has this character, so it marks one without a doubt. */
const SHIELD = '\0';

/** Marks the text that begins with `-`: the parser would take it for an option. */
export const shieldText = (argv: readonly string[]): string[] =>
  argv.map((word) => (isText(word) ? SHIELD + word : word));

/** `-` is standard input, `--` the end of the options. */
const isText = (word: string): boolean => /^-[^]/.test(word) && word !== '--' && !isOption(word);

export const unshieldText = (text: string): string => text.replaceAll(SHIELD, '');
