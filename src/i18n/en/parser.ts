export const parser = {
  description:
    'Summons an army of coding agents into Zellij or tmux panes and carries messages between them.',
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
  examples: 'Examples:',
  /** In place of `[options]` and `[command]` in a usage line. */
  options: '[options]',
  command: '[command]',
  /** Above the commands: what to type for more. */
  more: 'ovld <command> --help shows options and examples of a command.',
  /** Below the commands of the first hour, which are printed where none was typed. */
  start: {
    begin: {
      title: 'To begin, in the folder of a project:',
      rows: [
        ['ovld demo', 'watch scripted agents carry out a request'],
        ['ovld summon --agent mock', 'an army of scripted agents; needs no account'],
        ['ovld summon --formation pair', 'two agents in Claude Code: lead and hand'],
        ['ovld summon', 'six agents in Claude Code, led by an overlord'],
      ],
    },
    goOn: {
      title: 'With an army:',
      rows: [
        ['ovld attach', 'join it'],
        ['ovld status', 'look at every role, and what waits'],
        ['ovld send <role> "<text>"', 'write to a role'],
        ['ovld inbox', 'read what the roles wrote to you'],
        ['ovld log --messages', 'read what they wrote to each other'],
        ['ovld dashboard', 'watch all of it'],
        ['ovld unsummon', 'dismiss it; its mail goes to the history'],
      ],
    },
    more: 'ovld --help lists all commands, ovld <command> --help the options and examples of one; ovld doctor looks for what is missing.',
  },
  help: 'show this help',
  version: 'show the version',
  lang: 'speak this language: en or ja (or set OVLD_LANG)',
  /** Below the help of every command. */
  langToo: '--lang en|ja works with every command.',
  usual: (value: string) => ` (default: ${value})`,
  noCommand: 'no command given',
  unknownOption: (flag: string, like: string | undefined) =>
    `unknown option '${flag}'${like === undefined ? '' : ` (did you mean ${like}?)`}`,
  unknownCommand: (name: string, like: string | undefined) =>
    `unknown command '${name}'${like === undefined ? '' : ` (did you mean ${like}?)`}`,
  /** In the place of a command there is a word of another program. */
  does: (commands: readonly (readonly [typed: string, about: string])[]) =>
    commands.map(([typed, about]) => `${typed}: ${about}`).join('; '),
  textAfterDashes: (command: string) =>
    `${command} --help lists the options; text that begins with - goes after --`,
  argumentMissing: (name: string) => `missing required argument '${name}'`,
  valueMissing: (flags: string) => `option '${flags}' argument missing`,
  optionMissing: (flags: string) => `required option '${flags}' not specified`,
  tooMany: (command: string | undefined, expected: number, given: number) =>
    `too many arguments${command === undefined ? '' : ` for '${command}'`}: it takes ${expected}, and ${given} were given`,
  badOption: (flags: string, value: string, why: string) =>
    `option '${flags}' argument '${value}' is invalid. ${why}`,
  badArgument: (name: string, value: string, why: string) =>
    `argument '${name}' value '${value}' is invalid. ${why}`,
  notTogether: (one: string, other: string) =>
    `option '${one}' cannot be used with option '${other}'`,
};
