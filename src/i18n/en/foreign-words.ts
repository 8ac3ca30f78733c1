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

/** What zod says, and what a store writes beside a file it set aside, as a person would say it. */
const errnos: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it exists already',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

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
  notAMessage: () => 'not a message',
  errno: (code: string) => (errnos[code] === undefined ? code : `${errnos[code]} (${code})`),
  toAnother: () => 'addressed to another role',
  beforeFirst: () => 'something stands before the first entry',
  idTaken: () => 'its id is taken',
  nameNotId: () => 'its name is not its id',
  idTwice: (id: string) => `the id ${id} appears twice`,
  inAnotherFile: (id: string) => `${id} is in another file`,
  notItsSpecialist: () => 'assigned_to is not the specialist whose file this is',
  aliases: () => 'aliases are not allowed',
  tags: () => 'tags are not allowed',
  tooDeep: () => 'nested too deeply',
  entry: (n: string, reason: string) => `entry ${n}: ${reason}`,
  line: (n: string, reason: string) => `line ${n}: ${reason}`,
  field: (name: string, reason: string) => `${name}: ${reason}`,
};
