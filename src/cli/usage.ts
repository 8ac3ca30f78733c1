import { CommanderError } from 'commander';
import { OvldError } from '../errors.ts';
import type { ParserTexts } from '../i18n/parser.ts';

type Say = (texts: ParserTexts, words: readonly string[]) => string;

/**
 * The parser throws English sentences; its facts are taken out of them again. The versions of it that
 * say something else are caught by the table of `test/cli/usage.test.ts`.
 */
const SENTENCES: readonly (readonly [RegExp, Say])[] = [
  [/^\(outputHelp\)$/, (texts) => texts.noCommand],
  [
    /^unknown option '([^]*?)'(?:\s*\(Did you mean (?:one of )?([^]*)\?\))?$/,
    (texts, [flag = '', like]) => texts.unknownOption(flag, like),
  ],
  [
    /^unknown command '([^]*?)'(?:\s*\(Did you mean (?:one of )?([^]*)\?\))?$/,
    (texts, [name = '', like]) => texts.unknownCommand(name, like),
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
export function asUsage(error: unknown, texts: ParserTexts): unknown {
  if (!(error instanceof CommanderError)) return error;
  const told = error.message.replace(/^error: /, '');
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(told);
    if (found) return new OvldError('usage', { message: say(texts, found.slice(1)) });
  }
  return new OvldError('usage', { message: told });
}
