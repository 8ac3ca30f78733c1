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
  ['notAMessage', /^not a message$/],
  ['toAnother', /^addressed to another role$/],
  ['beforeFirst', /^something stands before the first entry$/],
  ['idTaken', /^its id is taken$/],
  ['nameNotId', /^its name is not its id$/],
  ['idTwice', /^the id (\S+) appears twice$/],
  ['inAnotherFile', /^(\S+) is in another file$/],
  ['notItsSpecialist', /^assigned_to is not the specialist of the file$/],
  ['aliases', /^aliases are not allowed$/],
  ['tags', /^tags are not allowed$/],
  ['tooDeep', /^nested too deeply$/],
  ['errno', /^(E[A-Z]{2,})$/],
];

/** What stands before a sentence: where it is, as a number or as the name of a field. */
const LEADS: readonly (readonly ['entry' | 'line' | 'field', RegExp])[] = [
  ['entry', /^entry (\d+): ([^]*)$/],
  ['line', /^line (\d+): ([^]*)$/],
  ['field', /^((?:--)?[\w.-]+): ([^]*)$/],
];

/** A reason in plain words; places may stand before each of its sentences. An unknown sentence is quoted. */
export function plainReason(language: Language, reason: Reason): string {
  if (typeof reason !== 'string') return reasonIn(language, reason);
  const parts = reason.split('; ').map((part) => plainSentence(language, part));
  if (parts.every((part) => part !== undefined)) return parts.join('; ');
  return plainSentence(language, reason) ?? reason;
}

function plainSentence(language: Language, said: string): string | undefined {
  const words = foreignWords[language];
  for (const [name, sentence] of SENTENCES) {
    const found = sentence.exec(said)?.slice(1);
    if (found === undefined) continue;
    const describe: (...parts: string[]) => string = words[name];
    return describe(...found);
  }
  for (const [name, lead] of LEADS) {
    const [, place, rest] = lead.exec(said) ?? [];
    if (place === undefined || rest === undefined) continue;
    const plain = plainSentence(language, rest);
    // Where something is, is known, even where another program says what it is.
    if (plain !== undefined || name !== 'field') return words[name](place, plain ?? rest);
  }
  return undefined;
}
