import * as commander from 'commander';
import { languages } from '../../army/formation.ts';
import { parserTexts } from '../../i18n/parser.ts';
import type { Language } from '../../i18n/texts.ts';
import { version } from '../version.ts';
import {
  argumentTerm,
  commandGroups,
  optionTerm,
  type Argument,
  type Command,
  type Commands,
  type Option,
} from './define-command.ts';
import { unshieldText } from './dashes.ts';
import { addExamples, settleHelp } from './help.ts';
import { choice } from './values.ts';

/** Called with the command that was typed, and its arguments and options by their names. */
type Run = (command: Command, given: Record<string, unknown>) => Promise<void>;

export const langOption = { value: '<language>', ...choice(languages) };

/** All commands as commander knows them, with help and complaints in one language. */
export function buildParser(commands: Commands, language: Language, run: Run): commander.Command {
  const texts = parserTexts[language];
  const app = new commander.Command('ovld')
    .description(texts.description)
    .version(version, '-V, --version', texts.version)
    .addOption(toOption('lang', langOption, texts.lang, language))
    .addHelpText('after', `\n${texts.more}`)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false);
  for (const [name, command] of inHelpOrder(commands)) {
    const sub = addCommand(app, name, command, language, run);
    if (command.group !== undefined) sub.helpGroup(texts.groups[command.group]);
  }
  settleHelp(app, texts);
  return app;
}

export function inHelpOrder(commands: Commands): [name: string, command: Command][] {
  const place = ({ group, place: inGroup = 0 }: Command): number =>
    (group === undefined ? commandGroups.length : commandGroups.indexOf(group)) * 1000 + inGroup;
  return Object.entries(commands).sort(([, one], [, other]) => place(one) - place(other));
}

function addCommand(
  parent: commander.Command,
  name: string,
  command: Command,
  language: Language,
  run: Run,
): commander.Command {
  const { args = {}, options = {}, examples = {}, commands = {}, hidden = false } = command;
  const { about, inOverview = '', note, ...texts } = command.texts[language];
  const added = parent.command(name, { hidden }).description(about).summary(inOverview);
  for (const [key, argument] of Object.entries(args)) {
    added.addArgument(toArgument(key, argument, texts.args?.[key], language));
  }
  for (const [key, option] of Object.entries(options)) {
    const words = option.about?.(language) ?? texts.options?.[key];
    added.addOption(toOption(key, option, words, language));
  }
  if (note !== undefined) added.addHelpText('after', `\n${note}`);
  addExamples(added, examples, texts.examples ?? {}, language);
  if (command.run !== undefined) {
    added.action((...given: unknown[]) => run(command, collect(command, added, given)));
  }
  for (const [sub, one] of Object.entries(commands)) addCommand(added, sub, one, language, run);
  return added;
}

/** With the options of the commands above it: what both have, commander keeps with the upper one. */
function collect(
  { args = {}, options = {} }: Command,
  typed: commander.Command,
  words: readonly unknown[],
): Record<string, unknown> {
  const all: Record<string, unknown> = typed.optsWithGlobals();
  const given = [
    ...Object.keys(args).map((key, i) => [key, words[i]] as const),
    ...Object.keys(options).map((key) => [key, all[key]] as const),
  ];
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function toArgument(
  name: string,
  argument: Argument,
  words: string | undefined,
  language: Language,
): commander.Argument {
  const made = new commander.Argument(argumentTerm(name, argument), words);
  const read = reader(argument, language);
  return argument.many === true ? made.argParser(listReader(read)) : made.argParser(read);
}

function toOption(
  name: string,
  option: Option,
  words: string | undefined,
  language: Language,
): commander.Option {
  const { short, required = false, again = false, byDefault } = option;
  const long = optionTerm(name, option);
  const made = new commander.Option(short === undefined ? long : `-${short}, ${long}`, words);
  const read = reader(option, language);
  if (again || made.variadic) made.argParser(listReader(read));
  else if (option.value !== undefined) made.argParser(read);
  return made.default(byDefault).makeOptionMandatory(required);
}

const listReader =
  (read: (given: string) => unknown) =>
  (given: string, before: unknown): unknown[] => [
    ...(Array.isArray(before) ? (before as unknown[]) : []),
    read(given),
  ];

function reader({ read, complaint }: Argument | Option, language: Language) {
  return (given: string): unknown => {
    const word = unshieldText(given);
    const value = read === undefined ? word : read(word);
    if (value !== undefined) return value;
    throw new commander.InvalidArgumentError(complaint?.(language) ?? '');
  };
}
