import { CommanderError, type Command as ParserCommand } from 'commander';
import { OvldError } from '../../errors.ts';
import type { ParserTexts } from '../../i18n/parser.ts';
import { nearest } from '../../kit/nearest.ts';
import { unshieldText } from './dashes.ts';
import { meantCommands } from './meant-command.ts';

interface UsageFault {
  message: string;
  hint?: string;
}
/** `at`: the command that was typed, as far as there is one. */
type Say = (texts: ParserTexts, words: readonly string[], at: ParserCommand) => string | UsageFault;

/**
 * The parser throws English sentences; its facts are taken out of them again. The versions of it that
 * say something else are caught by the table of `test/cli/parse/usage.test.ts`.
 */
const SENTENCES: readonly (readonly [RegExp, Say])[] = [
  [/^\(outputHelp\)$/, (texts) => texts.noCommand],
  [
    /^unknown option '([^]*?)'(?:\s*\(Did you mean (?:one of )?([^]*)\?\))?$/,
    (texts, [flag = '', like], at) => {
      const message = texts.unknownOption(flag, like);
      const takesText = at.registeredArguments.length > 0;
      return takesText ? { message, hint: texts.textAfterDashes(commandLine(at)) } : message;
    },
  ],
  [/^missing required argument '([^]*)'$/, (texts, [name = '']) => texts.argumentMissing(name)],
  [/^option '([^]*?)' argument missing$/, (texts, [flags = '']) => texts.valueMissing(flags)],
  [
    /^required option '([^]*?)' not specified$/,
    (texts, [flags = '']) => texts.optionMissing(flags),
  ],
  [
    /^too many arguments(?: for '([^]*?)')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    (texts, [command, expected, given]) => texts.tooMany(command, Number(expected), Number(given)),
  ],
  [
    /^option '([^]*?)' argument '([^]*)' is invalid\. ([^]*)$/,
    (texts, [flags = '', value = '', why = '']) => texts.badOption(flags, value, why),
  ],
  [
    /^command-argument value '([^]*)' is invalid for argument '([^]*?)'\. ([^]*)$/,
    (texts, [value = '', name = '', why = '']) => texts.badArgument(name, value, why),
  ],
  [
    /^option '([^]*?)' cannot be used with option '([^]*?)'$/,
    (texts, [one = '', other = '']) => texts.notTogether(one, other),
  ],
];

/** What the parser refused, in the words of the person; any other error as it is. */
export function asUsage(error: unknown, texts: ParserTexts, at: ParserCommand): unknown {
  if (!(error instanceof CommanderError)) return error;
  const english = unshieldText(error.message.replace(/^error: /, ''));
  const unknown = unknownCommandIn(at, texts);
  if (unknown !== undefined) return new OvldError('usage', unknown);
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(english);
    if (!found) continue;
    const said = say(texts, found.slice(1), at);
    return new OvldError('usage', typeof said === 'string' ? { message: said } : said);
  }
  return new OvldError('usage', { message: english });
}

/** A word in the place of a command below this one. What is wrong with its flags cannot be known. */
function unknownCommandIn(at: ParserCommand, texts: ParserTexts): UsageFault | undefined {
  const [word] = at.args;
  const subs = at.createHelp().visibleCommands(at);
  if (subs.length === 0 || word === undefined || word.startsWith('-')) return undefined;
  const name = unshieldText(word);
  const names = subs.map((sub) => sub.name());
  const meant = meantCommands(name, names).flatMap(
    (one) => subs.find((sub) => sub.name() === one) ?? [],
  );
  if (meant.length === 0) return { message: texts.unknownCommand(name, nearest(name, names)) };
  return {
    message: texts.unknownCommand(name, meant.map((sub) => sub.name()).join(', ')),
    hint: texts.does(meant.map((sub) => [commandLine(sub), sub.description()])),
  };
}

/** As it is typed: `ovld queue write`. */
function commandLine(at: ParserCommand): string {
  const names: string[] = [];
  for (let one: ParserCommand | null = at; one !== null; one = one.parent)
    names.unshift(one.name());
  return names.join(' ');
}
