import { parserTexts } from '../../i18n/parser.ts';
import type { Language } from '../../i18n/texts.ts';
import { longFlag, type Command, type Commands, type Kind, type Option } from './define-command.ts';
import { inHelpOrder, langOption } from './parser.ts';

export interface OptionNode {
  flags: readonly string[];
  about: string;
  value?: Kind;
  /** May be given more than once. */
  again?: true;
}

export interface ArgumentNode {
  kind: Kind;
  /** Words to offer beside those of its kind. */
  also?: readonly string[];
}

/** The whole program as the completion knows it; the build writes it down. */
export interface CommandNode {
  about: string;
  options: readonly OptionNode[];
  arguments: readonly ArgumentNode[];
  /** The last argument may be given again and again. */
  rest?: true;
  commands: Readonly<Record<string, CommandNode>>;
}

const HELP: OptionNode = { flags: ['--help', '-h'], about: '' };

/** What the completion of a shell has to know, in one language. */
export function completionTree(commands: Commands, language: Language): CommandNode {
  const { description, version, lang } = parserTexts[language];
  return {
    about: description,
    options: [
      { flags: ['--version', '-V'], about: version },
      optionNode('lang', langOption, lang),
      HELP,
    ],
    arguments: [],
    commands: nodes(inHelpOrder(commands), language),
  };
}

const nodes = (
  commands: readonly [string, Command][],
  language: Language,
): Record<string, CommandNode> =>
  Object.fromEntries(
    commands
      .filter(([, { hidden }]) => hidden !== true)
      .map(([name, command]) => [name, commandNode(command, language)]),
  );

function commandNode(command: Command, language: Language): CommandNode {
  const { args = {}, options = {}, commands = {} } = command;
  const { about, inOverview, options: words } = command.texts[language];
  const typed = Object.values(args);
  return {
    about: inOverview || about,
    options: [
      ...Object.entries(options).map(([name, option]) =>
        optionNode(name, option, option.about?.(language) ?? words?.[name] ?? ''),
      ),
      HELP,
    ],
    arguments: typed.map(({ kind = 'free', also }) => ({ kind, ...(also && { also }) })),
    ...(typed.at(-1)?.many && { rest: true }),
    commands: nodes(Object.entries(commands), language),
  };
}

function optionNode(name: string, option: Option, about: string): OptionNode {
  const { short, value, kind = 'free', again } = option;
  return {
    flags: [longFlag(name, option), ...(short === undefined ? [] : [`-${short}`])],
    about,
    ...(value !== undefined && { value: kind }),
    ...(again && { again }),
  };
}
