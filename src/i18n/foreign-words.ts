import type { Reason } from '../errors.ts';
import { foreignWords as en } from './en/foreign-words.ts';
import { foreignWords as ja } from './ja/foreign-words.ts';
import { reasonIn } from './reasons.ts';
import type { Language } from './texts.ts';

const foreignWords = { en, ja };

/** The sentences of zod, and the words a store writes beside a file it set aside; the first match counts. */
const SENTENCES: readonly (readonly [keyof typeof en, RegExp])[] = [
  ['oneOf', /^Invalid option: expected one of (.*)$/],
  ['missing', /^Invalid input: expected (\w+), received (?:undefined|null)$/],
  ['wrongType', /^Invalid input: expected (\w+), received (\w+)$/],
  ['wanted', /^Invalid input: expected (.*)$/],
  ['tooManyItems', /^Too big: expected .* <=?(\S+) items$/],
  ['tooManyCharacters', /^Too big: expected .* <=?(\S+) characters$/],
  ['tooBig', /^Too big: expected .* <=?(\S+)$/],
  ['tooFewItems', /^Too small: expected .* >=?(\S+) items$/],
  ['tooFewCharacters', /^Too small: expected .* >=?(\S+) characters$/],
  ['tooSmall', /^Too small: expected .* >=?(\S+)$/],
  ['pattern', /^Invalid string: must match pattern (.*)$/],
  ['invalid', /^Invalid input$/],
  ['notAFile', /^not a regular file$/],
  ['largerThan', /^larger than (.*)$/],
  ['notUtf8', /^not UTF-8$/],
  ['notReadable', /^not readable \((.*)\)$/],
  ['symlink', /^a symbolic link$/],
  ['linkToNothing', /^a link to a directory that does not exist$/],
  ['notADirectory', /^not a directory$/],
  ['notAList', /^not a list$/],
];

/** A reason in plain words; the name of what it is about may stand before it. An unknown sentence is quoted. */
export function plainReason(language: Language, reason: Reason): string {
  if (typeof reason !== 'string') return reasonIn(language, reason);
  const [, at = '', said = reason] = /^((?:--)?[\w.-]+: )([^]*)$/.exec(reason) ?? [];
  for (const [whole, lead] of [
    [reason, ''],
    [said, at],
  ] as const) {
    for (const [name, sentence] of SENTENCES) {
      const found = sentence.exec(whole)?.slice(1);
      if (found === undefined) continue;
      const describe: (...parts: string[]) => string = foreignWords[language][name];
      return lead + describe(...found);
    }
  }
  return reason;
}
