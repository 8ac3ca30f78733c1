import type { Command, Option } from 'commander';
import { parserTexts, type ParserTexts } from '../../i18n/parser.ts';
import type { Language } from '../../i18n/texts.ts';
import { columnsOf, padColumns } from '../../terminal/columns.ts';
import { wrapText } from '../../terminal/wrap.ts';
import { argumentTerm, type Examples } from './define-command.ts';

/** The same on every terminal: the build writes the help down (`scripts/build.mjs`). */
export const HELP_COLUMNS = 80;

/** Help and complaints of all commands, in the words of one language. */
export function settleHelp(app: Command, texts: ParserTexts): void {
  const titles: Readonly<Record<string, string>> = texts.titles;
  const settle = (command: Command): void => {
    command
      .helpOption('-h, --help', texts.help)
      .helpCommand(false)
      .configureHelp({
        helpWidth: HELP_COLUMNS,
        styleTitle: (title) => titles[title] ?? title,
        styleUsage: (usage) =>
          usage.replace('[options]', texts.options).replace('[command]', texts.command),
        subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(term)].join(' '),
        optionDescription: (option) => `${option.description}${defaultValue(option, texts)}`,
        displayWidth: columnsOf,
        boxWrap: wrapText,
      });
    if (command !== app) command.addHelpText('after', `\n${texts.langToo}`);
    for (const sub of command.commands) settle(sub);
  };
  settle(app);
}

const term = (argument: Command['registeredArguments'][number]): string =>
  argumentTerm(argument.name(), { required: argument.required, many: argument.variadic });

const defaultValue = ({ required, defaultValue: value }: Option, texts: ParserTexts): string =>
  required && typeof value === 'string' ? texts.usual(value) : '';

/** A test types every example as it stands (`test/cli/parse/examples.test.ts`). */
export function addExamples(
  command: Command,
  examples: Examples,
  words: Readonly<Record<string, string>>,
  language: Language,
): void {
  const pairs = Object.entries(examples).map(([key, line]) => ({
    typed: typeof line === 'string' ? line : line(language),
    does: words[key] ?? '',
  }));
  if (pairs.length === 0) return;
  const width = Math.max(...pairs.map(({ typed }) => columnsOf(typed)));
  const fits = pairs.every(({ does }) => 2 + width + 4 + columnsOf(does) <= HELP_COLUMNS);
  const lines = pairs.map(({ typed, does }) =>
    fits ? `  ${padColumns(typed, width)}  # ${does}` : `  # ${does}\n  ${typed}`,
  );
  command.addHelpText('after', `\n${parserTexts[language].examples}\n${lines.join('\n')}`);
}
