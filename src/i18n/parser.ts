import type { Language } from './texts.ts';

/** The parts of the overview, in its order. */
export type CommandGroup = 'army' | 'messages' | 'work' | 'machine' | 'programs';

/** What the parser of the command line says of itself. */
export interface ParserTexts {
  titles: Readonly<Record<'Usage:' | 'Arguments:' | 'Options:' | 'Commands:', string>>;
  groups: Record<CommandGroup, string>;
  /** Of commands whose description does not fit into a line of the overview. */
  summaries: Readonly<Record<string, string>>;
  examples: string;
  /** In place of `[options]` and `[command]` in a usage line. */
  options: string;
  command: string;
  /** Above the commands: what to type for more. */
  more: string;
  help: string;
  version: string;
  lang: string;
  /** Below the help of every command. */
  langToo: string;
  usual(value: string): string;
  noCommand: string;
  unknownOption(flag: string, like: string | undefined): string;
  unknownCommand(name: string, like: string | undefined): string;
  argumentMissing(name: string): string;
  valueMissing(flags: string): string;
  optionMissing(flags: string): string;
  tooMany(command: string | undefined, expected: number, given: number): string;
  badOption(flags: string, value: string, why: string): string;
  badArgument(name: string, value: string, why: string): string;
  notTogether(one: string, other: string): string;
}

const en: ParserTexts = {
  titles: {
    'Usage:': 'Usage:',
    'Arguments:': 'Arguments:',
    'Options:': 'Options:',
    'Commands:': 'Commands:',
  },
  groups: {
    army: 'An army:',
    messages: 'Its messages:',
    work: 'Its work:',
    machine: 'This machine:',
    programs: 'Started by programs:',
  },
  summaries: {
    status: 'show every role: declared, seen, and what waits',
    restart: 'put a fresh agent into the seat of a role',
    inject: 'give roles their rituals (again)',
    unsummon: 'dismiss an army; its mail goes to the history',
    release: 'ring again for a role, or for all',
    watch: 'nudge agents that have no relay, until stopped',
    board: 'show the work, or issue a command',
    task: 'look at tasks and move them on',
    completion: 'print the completion of a shell',
    relay: 'serve one role over MCP on stdin and stdout',
  },
  examples: 'Examples:',
  options: '[options]',
  command: '[command]',
  more: 'ovld <command> --help shows options and examples of a command.',
  help: 'show this help',
  version: 'show the version',
  lang: 'speak this language: en or ja (or set OVLD_LANG)',
  langToo: '--lang en|ja works with every command.',
  usual: (value) => ` (default: ${value})`,
  noCommand: 'no command given',
  unknownOption: (flag, like) =>
    `unknown option '${flag}'${like === undefined ? '' : ` (did you mean ${like}?)`}`,
  unknownCommand: (name, like) =>
    `unknown command '${name}'${like === undefined ? '' : ` (did you mean ${like}?)`}`,
  argumentMissing: (name) => `missing required argument '${name}'`,
  valueMissing: (flags) => `option '${flags}' argument missing`,
  optionMissing: (flags) => `required option '${flags}' not specified`,
  tooMany: (command, expected, given) =>
    `too many arguments${command === undefined ? '' : ` for '${command}'`}: it takes ${expected}, and ${given} were given`,
  badOption: (flags, value, why) => `option '${flags}' argument '${value}' is invalid. ${why}`,
  badArgument: (name, value, why) => `argument '${name}' value '${value}' is invalid. ${why}`,
  notTogether: (one, other) => `option '${one}' cannot be used with option '${other}'`,
};

const ja: ParserTexts = {
  titles: {
    'Usage:': '使い方:',
    'Arguments:': '引数:',
    'Options:': 'オプション:',
    'Commands:': 'コマンド:',
  },
  groups: {
    army: '軍:',
    messages: 'メッセージ:',
    work: '仕事:',
    machine: 'この環境:',
    programs: 'プログラムが起動するもの:',
  },
  summaries: {
    unsummon: '軍を送還する（メールは履歴に残す）',
    release: '役への合図を再開する。役を書かなければすべて',
    watch: '伝令を持たないエージェントに合図する（止めるまで）',
    board: '仕事の様子を表示する。指令を出す',
    completion: 'シェルの補完スクリプトを出力する',
    relay: '一つの役に MCP を stdin と stdout で提供する',
  },
  examples: '例:',
  options: '[オプション]',
  command: '[コマンド]',
  more: '各コマンドのオプションと例は ovld <コマンド> --help で表示します。',
  help: 'このヘルプを表示する',
  version: 'バージョンを表示する',
  lang: '表示する言語（en または ja。OVLD_LANG でも指定できる）',
  langToo: '--lang en|ja はどのコマンドでも使えます。',
  usual: (value) => `（指定がなければ ${value}）`,
  noCommand: 'コマンドが指定されていません',
  unknownOption: (flag, like) =>
    `${flag} というオプションはありません${like === undefined ? '' : `。もしかして: ${like}`}`,
  unknownCommand: (name, like) =>
    `${name} というコマンドはありません${like === undefined ? '' : `。もしかして: ${like}`}`,
  argumentMissing: (name) => `<${name}> が指定されていません`,
  valueMissing: (flags) => `${flags} には値が必要です`,
  optionMissing: (flags) => `${flags} は必ず指定してください`,
  tooMany: (command, expected, given) =>
    `${command === undefined ? '' : `${command} の`}引数が多すぎます。${expected} 個までですが、${given} 個あります`,
  badOption: (flags, value, why) => `${flags} に '${value}' は使えません。${why}`,
  badArgument: (name, value, why) => `<${name}> に '${value}' は使えません。${why}`,
  notTogether: (one, other) => `${one} と ${other} は同時に使えません`,
};

export const parserTexts: Record<Language, ParserTexts> = { en, ja };
