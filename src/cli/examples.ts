import type { Command } from 'commander';
import { commandExamples } from '../i18n/examples.ts';
import { parserTexts } from '../i18n/parser.ts';
import type { Language } from '../i18n/texts.ts';
import { displayWidth } from '../kit/width.ts';

/** How a command is used, below its help: a line to type, and what it does. */
export type Example = readonly [typed: string, does: string];

const COLUMNS = 80;
const given = new WeakSet<Command>();

/** Examples are tried by a test as they stand (`test/cli/examples.test.ts`). */
export function withExamples(
  command: Command,
  language: Language,
  examples: readonly Example[],
): Command {
  const heading = parserTexts[language].examples;
  const width = Math.max(...examples.map(([typed]) => displayWidth(typed)));
  const fits = examples.every(([, does]) => 2 + width + 4 + displayWidth(does) <= COLUMNS);
  const lines = examples.map(([typed, does]) =>
    fits ? `  ${typed.padEnd(width)}  # ${does}` : `  # ${does}\n  ${typed}`,
  );
  given.add(command);
  return command.addHelpText('after', `\n${heading}\n${lines.join('\n')}`);
}

/** Those of the commands that have no other place for them. */
export function giveExamples(app: Command, language: Language): void {
  for (const [path, examples] of Object.entries(commandExamples)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>(
        (above, name) => above?.commands.find((one) => one.name() === name),
        app,
      );
    if (command === undefined || given.has(command)) continue;
    withExamples(
      command,
      language,
      examples.map(({ typed, ...does }) => [typed, does[language]]),
    );
  }
}
