import type { Command, Option } from 'commander';
import { choicesOf } from '../choices.ts';
import type { CommandNode, Kind, OptionNode } from './tree.ts';

/** By what a value is called in the help. */
const CALLED: Readonly<Record<string, Kind>> = {
  role: 'role',
  target: 'role',
  to: 'role',
  whose: 'role',
  specialist: 'role',
  session: 'session',
  formation: 'formation',
  file: 'file',
  path: 'file',
  shell: ['bash', 'zsh', 'fish'],
};

/** Who is addressed besides the roles. */
export const ALSO: Readonly<Record<string, readonly string[]>> = {
  hold: ['all'],
  release: ['all'],
  send: ['all'],
  inbox: ['human'],
};

/** What the completion has to know, taken from the parser: a new command cannot be forgotten. */
export function treeOf(command: Command): CommandNode {
  const subs = command.commands.filter((sub) => !isHidden(sub));
  return {
    about: command.summary() || command.description(),
    options: [
      ...command.options.filter(({ hidden }) => !hidden).map(optionNode),
      { flags: ['--help', '-h'], about: '' },
    ],
    arguments: command.registeredArguments.map((argument) => kindOf(argument.name(), [])),
    ...(command.registeredArguments.at(-1)?.variadic && { rest: true as const }),
    commands: Object.fromEntries(subs.map((sub) => [sub.name(), treeOf(sub)])),
  };
}

export const isHidden = (command: Command): boolean =>
  '_hidden' in command && command._hidden === true;

function optionNode(option: Option): OptionNode {
  const flags = [option.long, option.short].filter((flag) => flag !== undefined && flag !== null);
  const takes = option.required || option.optional;
  const [, called = ''] = /[<[]([a-z-]+)/.exec(option.flags) ?? [];
  const name = option.attributeName();
  const kind = kindOf(name in CALLED ? name : called, choicesOf(option.parseArg));
  return {
    flags,
    about: option.description,
    ...(takes && { value: kind }),
    ...(collects(option) && { again: true as const }),
  };
}

/** One that makes a list of a word can be given again. */
function collects({ parseArg }: Option): boolean {
  try {
    return Array.isArray(parseArg?.('lesson: x', undefined));
  } catch {
    return false;
  }
}

const kindOf = (called: string, choices: readonly string[]): Kind =>
  choices.length > 0 ? choices : (CALLED[called] ?? 'free');
