import type { Env } from '../../config/env.ts';
import type { Language } from '../../i18n/texts.ts';
import { EXIT } from '../output/failure.ts';
import type { Desk } from '../terminal/desk.ts';

/** The groups of the overview, in its order. */
export const commandGroups = ['army', 'messages', 'work', 'machine', 'programs'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** What the completion of a shell offers for a value. */
export type Kind = 'role' | 'session' | 'formation' | 'file' | 'free' | readonly string[];

type InLanguage = (language: Language) => string;

/** What arguments and options have in common: how a word that was typed becomes a value. */
interface Reading<T> {
  kind?: Kind;
  /** Undefined: the word is not one of its values, and `complaint` says why. */
  read?: (given: string) => T | undefined;
  complaint?: InLanguage;
}

/** `T` is the type of its value, `P` whether it is there in every call. */
export interface Argument<T = unknown, P extends boolean = boolean> extends Reading<T> {
  required?: true;
  many?: true;
  /** Words the completion offers beside those of its kind. */
  also?: readonly string[];
  readonly type?: readonly [T, P];
}

export interface Option<T = unknown, P extends boolean = boolean> extends Reading<T> {
  /** Its value as the help shows it, `<name>` or `[id...]`; a plain flag has none. */
  value?: string;
  short?: string;
  required?: true;
  /** May be given more than once: its value is a list. */
  again?: true;
  /** Typed as `--no-<name>`; true where it is not given. */
  negated?: true;
  byDefault?: T;
  /** The words of an option that many commands have; those of others are in the command's texts. */
  about?: InLanguage;
  readonly type?: readonly [T, P];
}

type Arguments = Readonly<Record<string, Argument>>;
type Options = Readonly<Record<string, Option>>;

/** What `run` is called with: every argument and option by its name. */
export type Given<S> = {
  [K in keyof S as S[K] extends { type?: readonly [unknown, true] } ? K : never]: TypeOf<S[K]>;
} & {
  [K in keyof S as S[K] extends { type?: readonly [unknown, true] } ? never : K]?: TypeOf<S[K]>;
};
type TypeOf<V> = V extends { type?: readonly [infer T, boolean] } ? T : never;

interface Words {
  about: string;
  /** In the overview, where `about` does not fit into its line; '' where it does. */
  inOverview?: string;
  /** Below the options. */
  note?: string;
}

/** The words of a command in one language. */
export type CommandTexts<A = Arguments, O = Options, E = object> = Words &
  Named<'args', keyof A> &
  Named<'options', keyof { [K in keyof O as O[K] extends { about: InLanguage } ? never : K]: K }> &
  Named<'examples', keyof E>;
type Named<N extends string, K extends PropertyKey> = [K] extends [never]
  ? unknown
  : { [P in N]: { [Q in K]: string } };

/** What a command is given beside its words. */
export interface CommandContext<T = object> {
  env: Env;
  language: Language;
  texts: T;
  /** What `--lang` said, where it was given. */
  asked: string | undefined;
  /** Another board than that of this folder. */
  desk?: Desk;
}

/** A line to type; a function where its words depend on the language. */
export type Examples = Readonly<Record<string, string | InLanguage>>;

/** The exit code; a command that returns none is done. */
type Ending = Promise<number | undefined> | number | undefined;

interface Shape {
  /** Where it stands in the overview; what stands below another command has neither. */
  group?: CommandGroup;
  place?: number;
  /** Does not stand in the help. */
  hidden?: true;
  /** Called with all words before they are parsed; throws where they cannot be right. */
  check?: (argv: readonly string[], language: Language) => void;
}

interface Definition<A, O, E, S, T extends CommandTexts<A, O, E>> extends Shape {
  texts: Record<Language, T>;
  args?: A & Arguments;
  options?: O & Options;
  examples?: E & Examples;
  commands?: S & Commands;
  run?: (given: Given<A> & Given<O>, context: CommandContext<T>) => Ending;
}

type AnyTexts = Words & {
  [N in 'args' | 'options' | 'examples']?: Readonly<Record<string, string>>;
};

/** A command as the parser, the help, the completion and the fast path see it. */
export interface Command extends Shape {
  texts: Record<Language, AnyTexts>;
  args?: Arguments;
  options?: Options;
  examples?: Examples;
  commands?: Commands;
  run?: (given: never, context: never) => Ending;
}

export type Commands = Readonly<Record<string, Command>>;

/** A command that remembers the type of what its `run` is given. */
export type CommandOf<G, S = unknown> = Command & { commands?: S; readonly given?: G };

/** A file in `commands/` exports one as `command`, and its name is the file's. */
export const defineCommand = <
  T extends CommandTexts<A, O, E>,
  A = object,
  O = object,
  E = object,
  S = object,
>(
  definition: Definition<A, O, E, S, T>,
): CommandOf<Given<A> & Given<O>, S> => definition;

/** As it is typed: `--dry-run`, `--no-rituals`. */
export const longFlag = (name: string, { negated }: Option): string =>
  `--${negated ? 'no-' : ''}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** As the help shows it: `<role>`, `[message...]`. */
export function argumentTerm(
  name: string,
  { required, many }: { required?: boolean; many?: boolean },
): string {
  const term = `${name}${many ? '...' : ''}`;
  return required ? `<${term}>` : `[${term}]`;
}

/** As the help shows it: `--json`, `--since <time>`. */
export const optionTerm = (name: string, option: Option): string =>
  [longFlag(name, option), option.value].filter(Boolean).join(' ');

type Run = (given: object, context: CommandContext) => Ending;

/** Runs a command with what the parser, or the fast path, has read for it. */
export const runCommand = async (
  { run, texts }: Command,
  given: object,
  context: Omit<CommandContext, 'texts'>,
): Promise<number> =>
  (await (run as unknown as Run)(given, { ...context, texts: texts[context.language] })) ??
  EXIT.done;
