/** Words of other programs, and the commands that do it here: those there are at the place it was typed. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  ls: ['list', 'status'],
  list: ['status'],
  ps: ['list', 'status'],
  top: ['dashboard'],
  start: ['summon'],
  run: ['summon'],
  up: ['summon'],
  new: ['summon'],
  launch: ['summon'],
  spawn: ['summon'],
  stop: ['pause', 'unsummon'],
  kill: ['unsummon'],
  down: ['unsummon'],
  quit: ['unsummon'],
  exit: ['unsummon'],
  end: ['unsummon'],
  dismiss: ['unsummon'],
  rm: ['unsummon'],
  resume: ['unpause', 'summon'],
  continue: ['unpause', 'summon'],
  join: ['attach'],
  enter: ['attach'],
  logs: ['log'],
  messages: ['log', 'inbox'],
  mail: ['inbox'],
  tell: ['send'],
  msg: ['send'],
  mute: ['hold'],
  unmute: ['release'],
  setup: ['init'],
  check: ['doctor'],
};

/** What a person means who types a word of another program; none where it is no such word. */
export const meantCommands = (word: string, names: readonly string[]): string[] =>
  Object.hasOwn(MEANT, word) ? (MEANT[word] ?? []).filter((name) => names.includes(name)) : [];
