export const values = {
  options: {
    session: 'which army, by its session; else the one of this folder',
    json: 'print JSON and nothing else',
    formation: 'which formation: overlord, pair, bastion, or one of your own',
    mux: 'where the agents run: zellij or tmux',
    agent: 'what plays the roles: one program for all, or role=program, by commas',
    specialists: 'how many specialists, 1 to 12, where the formation has a count of them',
    store: 'where messages are kept: files, or the queue of the project',
    toolsets: 'which tools the agents get beside messaging: board, knowledge',
    all: "every army of yours, not only this folder's",
    dryRun: "print the agents' files and the multiplexer's commands, and do nothing",
    boardFormation: 'whose board it is where no army is running (bastion)',
    as: 'act as this role',
    input: 'take everything from a YAML or JSON file; - is standard input',
  },
  empty: 'It must not be empty.',
  notOneOf: (names: readonly string[]) => `It must be one of ${names.join(', ')}.`,
  notSomeOf: (names: readonly string[]) =>
    `It must be some of ${names.join(', ')}, separated by commas.`,
  notUpTo: (most: number) => `It must be a whole number from 1 to ${most}.`,
  notSession:
    'It must be lower-case letters, digits, - and _, beginning with a letter, 32 at most.',
  notSince: 'It must be a duration (10m, 2h), a time of day (14:30), or RFC 3339.',
};
