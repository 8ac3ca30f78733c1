const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'lines of "name: value"',
};
const typed = (name: string): string => types[name] ?? name;
const counted = (n: string, noun: string): string => `${n} ${noun}${n === '1' ? '' : 's'}`;

/** What zod says, as a person would say it. */
export const foreignWords = {
  oneOf: (of: string) => `must be one of ${of.replaceAll('|', ', ')}`,
  missing: (wanted: string) => `must be ${typed(wanted)}, and is missing`,
  wrongType: (wanted: string, given: string) => `must be ${typed(wanted)}, not ${typed(given)}`,
  wanted: (wanted: string) => `must be ${wanted}`,
  tooManyItems: (most: string) => `must have at most ${counted(most, 'item')}`,
  tooManyCharacters: (most: string) => `must have at most ${counted(most, 'character')}`,
  tooBig: (most: string) => `must be at most ${most}`,
  tooFewItems: (least: string) => `must have at least ${counted(least, 'item')}`,
  tooFewCharacters: (least: string) => `must have at least ${counted(least, 'character')}`,
  tooSmall: (least: string) => `must be at least ${least}`,
  pattern: (pattern: string) => `must match ${pattern}`,
  invalid: () => 'is not valid',
  notAFile: () => 'not a regular file',
  largerThan: (size: string) => `larger than ${size}`,
  notUtf8: () => 'not UTF-8',
  notReadable: (errno: string) => `not readable (${errno})`,
  symlink: () => 'a symbolic link',
  linkToNothing: () => 'a link to a directory that does not exist',
  notADirectory: () => 'not a directory',
  notAList: () => 'not a list',
};
