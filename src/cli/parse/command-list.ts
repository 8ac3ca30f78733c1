import type { Language } from '../../i18n/texts.ts';
import { argumentTerm, optionTerm, type Command, type Commands } from './define-command.ts';
import { inHelpOrder } from './parser.ts';

/** A command in one line of a table. */
export interface CommandRow {
  /** `queue write <target> <message>`. */
  usage: string;
  options: readonly string[];
  about: string;
}

/** Every command that does something, in the order of the help; `scripts/docs.mjs` makes tables of it. */
export const commandRows = (commands: Commands, language: Language): CommandRow[] =>
  inHelpOrder(commands).flatMap(([name, command]) => rowsOf(name, command, language));

function rowsOf(name: string, command: Command, language: Language): CommandRow[] {
  const { args = {}, options = {}, commands = {}, hidden, run } = command;
  if (hidden === true) return [];
  const terms = Object.entries(args).map(([key, argument]) => argumentTerm(key, argument));
  const own = {
    usage: [name, ...terms].join(' '),
    options: Object.entries(options).map(([key, option]) => optionTerm(key, option)),
    about: command.texts[language].about,
  };
  const subs = Object.entries(commands).flatMap(([sub, one]) =>
    rowsOf(`${name} ${sub}`, one, language),
  );
  return [...(run === undefined ? [] : [own]), ...subs];
}
