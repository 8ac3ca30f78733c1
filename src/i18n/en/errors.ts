import type { ErrorTexts } from '../texts.ts';

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const howToInstall: Record<string, string> = {
  zellij: 'install Zellij: brew install zellij, or cargo install --locked zellij',
  tmux: 'install tmux: apt install tmux, or brew install tmux',
};

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

export const errors: ErrorTexts = {
  env_missing: ({ variable }) => ({
    what: `the environment variable ${variable} is not set`,
    hint: 'a relay is started by its agent: give it OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION in the MCP config',
  }),
  env_invalid: ({ variable, value, expected }) => ({
    what: `${variable} is ${JSON.stringify(value)}, which is not a valid value`,
    hint:
      expected === undefined
        ? 'roles and sessions are lower-case letters, digits, - and _, beginning with a letter, 32 at most; the relay directory is an absolute path'
        : `it may be ${expected}`,
  }),
  env_role_unknown: ({ variable, value, roles }) => ({
    what: `${variable} is ${JSON.stringify(value)}, which is no role of this army`,
    hint: `the roles are ${roles.join(', ')}`,
  }),
  home_unset: ({ path }) => ({
    what: `HOME is not set to an absolute path, so ${path} cannot be found`,
    hint: 'set HOME to your home directory',
  }),
  usage: ({ message, command, hint }) => ({
    what: message,
    hint: hint ?? `ovld ${command ? `${command} ` : ''}--help lists what there is`,
  }),
  refused: ({ message, hint }) => ({ what: message, hint }),
  store_unusable: ({ path, reason }) => ({
    what: `the directory ${path} cannot be used: ${reason}`,
    hint: 'check that it is a directory you may write to',
  }),
  store_gone: ({ path }) => ({
    what: `the relay directory ${path} is gone`,
    hint: 'the army was dismissed; nothing was sent',
  }),
  store_full: ({ path }) => ({
    what: `there is no space left for ${path}`,
    hint: 'nothing was sent; free some space and send it again',
  }),
  store_busy: ({ path, reason }) => ({
    what: `${path} could not be read or written just now: ${reason}`,
    hint: 'nothing was lost; try again in a moment',
  }),
  store_symlink: ({ path }) => ({
    what: `${path} is not a real directory`,
    hint: 'links inside the relay directory are refused; remove it',
  }),
  formation_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)} is not a formation: ${reason}`,
    hint: 'fix the file; docs/formats.md lists what a formation may hold',
  }),
  formation_unknown: ({ name, known, like }) => ({
    what: `there is no formation ${JSON.stringify(name)}${like ? ` (did you mean ${like}?)` : ''}`,
    hint: `the formations are ${known.join(', ')}; one of your own is .ovld/formations/<name>.yaml`,
  }),
  config_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)}: ${reason}`,
    hint: 'fix the file; docs/formats.md lists what it may hold',
  }),
  ritual_missing: ({ role, tried }) => ({
    what: `there is no ritual for ${role}`,
    hint: `looked for ${tried.join(', ')}; --no-rituals summons without any`,
  }),
  mux_none: ({ tried }) => ({
    what: `neither ${tried.join(' nor ')} is installed`,
    hint: `${howToInstall.zellij}; or ${howToInstall.tmux}; ovld demo needs neither`,
  }),
  mux_missing: ({ program, other }) => ({
    what: `${program} is not installed, or not on the PATH`,
    hint: `${howToInstall[program] ?? `install ${program}`}${other === undefined ? '' : `; ${other} is there: --mux ${other}`}`,
  }),
  mux_too_old: ({ program, version, needs }) => ({
    what: `${program} ${version} is too old: ovld needs ${needs} or newer`,
    hint: howToInstall[program] ?? `install a newer ${program}`,
  }),
  mux_failed: ({ program, command, reason }) => ({
    what: `${program} could not do ${command}: ${reason}`,
    hint: 'ovld status shows what is left of the army; ovld unsummon clears it away',
  }),
  pane_hidden: ({ role }) => ({
    what: `something else is shown in place of the pane of ${role}`,
    hint: 'close it, the scrollback editor for one, and try again',
  }),
  pane_gone: ({ role }) => ({
    what: `${role} has no pane any more`,
    hint: `bring it back with ovld restart ${role}`,
  }),
  army_over: ({ session }) => ({
    what: `the army ${session} was dismissed; nothing reaches it any more`,
    hint: 'an army of the same name is a different one: open that one (ovld status lists them)',
  }),
  no_terminal_attached: ({ session }) => ({
    what: `no terminal is attached to the session ${session}`,
    hint: `run ovld attach --session ${session}`,
  }),
  agent_missing: ({ program, role, package: source }) => ({
    what: `${role} needs ${program}, which is not installed or not on the PATH`,
    hint: `install it: ${source === undefined ? program : `npm install -g ${source}`}; without it, scripted agents play: the same command with --agent mock`,
  }),
  agent_too_old: ({ program, version, needs, package: source }) => ({
    what: `${program} ${version} is too old: ovld needs ${needs} or newer`,
    hint: `${source === undefined ? `install a newer ${program}` : `npm install -g ${source}@latest`}, or choose another agent with --agent`,
  }),
  folder_missing: ({ path, role }) => ({
    what: `the working folder of ${role} does not exist: ${path}`,
    hint: 'make it, or change cwd in the formation',
  }),
  folder_unusable: ({ path, reason }) => ({
    what: `${path} cannot be written to: ${reason}`,
    hint: 'make it a directory of your own, or remove it',
  }),
  project_taken: ({ session, folder }) => ({
    what: `the army ${session} works with the queue and the board of ${folder}`,
    hint: `join it with ovld attach --session ${session}, or end it first: ovld unsummon --session ${session}`,
  }),
  play_refused: ({ folder, commands, knowledge, unread }) => ({
    what: `scripted agents only play, and the board of ${folder} holds real work: ${[
      ...(commands > 0 ? [commands === 1 ? '1 command' : `${commands} commands`] : []),
      ...(knowledge > 0
        ? [knowledge === 1 ? '1 piece of knowledge' : `${knowledge} pieces of knowledge`]
        : []),
      ...(unread > 0
        ? [
            unread === 1
              ? '1 document that cannot be read'
              : `${unread} documents that cannot be read`,
          ]
        : []),
    ].join(', ')}`,
    hint: 'let them play in an empty folder (cd "$(mktemp -d)"), or summon agents that work: leave out --agent mock',
  }),
  play_mixed: ({ roles }) => ({
    what: `scripted agents only play, so they cannot share a board with agents that work: ${roles.join(', ')}`,
    hint: 'give these roles an agent that works, or let all of them play: --agent mock',
  }),
  unapproved: ({ formation, folder, approve }) => ({
    what: `the formation ${formation} comes with ${folder} and chooses what is run, and you have not approved that`,
    hint: `${approve} shows it, and asks`,
  }),
  session_taken: ({ session, folder }) => ({
    what:
      folder === undefined
        ? `a session named ${session} is running that ovld did not start`
        : `the session ${session} belongs to the army of ${folder}`,
    hint: 'choose another name with --session',
  }),
  session_too_long: ({ path, bytes, limit }) => ({
    what: `the path of the session's socket has ${bytes} bytes, and ${limit} is the limit: ${path}`,
    hint: 'choose a shorter name with --session, or a shorter ZELLIJ_SOCKET_DIR',
  }),
  army_none: ({ folder }) => ({
    what: folder === undefined ? 'there is no army at all' : `no army was summoned in ${folder}`,
    hint: 'ovld summon raises one',
  }),
  army_not_here: ({ folder }) => ({
    what: `no army was summoned in ${folder}`,
    hint: 'ovld summon raises one here; to mean the army of another folder, type:',
  }),
  army_above: ({ session, folder, second }) => ({
    what: `this folder is in the checkout of the army ${session}, which is up in ${folder}`,
    hint: `join it with ovld attach --session ${session}, or raise a second army here: ${second}`,
  }),
  army_here: ({ session, second }) => ({
    what: `the army ${session} is up in this folder`,
    hint: `join it with ovld attach, end it with ovld unsummon, or raise a second army beside it: ${second}`,
  }),
  army_unknown: ({ session, sessions }) => ({
    what: `ovld has no army named ${session}`,
    hint:
      sessions.length === 0 ? 'there is no army at all' : `the armies are ${sessions.join(', ')}`,
  }),
  past_army_unknown: ({ army, sessions }) => ({
    what: `the history has no army ${army}`,
    hint:
      sessions.length === 0
        ? 'no dismissed army has left mail here'
        : `ovld history lists them; there are ${sessions.join(', ')}`,
  }),
  army_ambiguous: ({ armies }) => ({
    what: `more than one army could be meant: ${armies.map(({ session }) => session).join(', ')}`,
    hint: 'to say which, type:',
  }),
  army_not_live: ({ session }) => ({
    what: `the army ${session} has ended; its session is gone`,
    hint: 'ovld summon --resume raises it again with its mail; ovld unsummon clears it away',
  }),
  army_elsewhere: ({ session, folder }) => ({
    what: `the army ${session} of ${folder} seems to be running on another machine that shares this home`,
    hint: `check there; to clear it away from here anyway: ovld unsummon --session ${session}`,
  }),
  agent_argument: ({ role, argument }) => ({
    what: `${role}: ${argument} is not for an agent in a pane: it would run on its own, elsewhere, or without asking for trust`,
    hint: 'take it out of the args of the formation',
  }),
  agent_mode: ({ role, agent, mode }) => ({
    what: `${role}: ${agent} has no permission mode ${JSON.stringify(mode)}`,
    hint: 'take permission_mode out of the formation, or name one of its own: docs/agents.md',
  }),
  army_hidden: ({ session, mux, running, server }) => ({
    what: `${mux} shows no session of the army ${session}, yet ${running} of its processes run inside a multiplexer (process ${server}): its socket may have been removed, or its session renamed`,
    hint: `${mux === 'tmux' ? `if no other tmux has taken its place, kill -USR1 ${server} makes it answer again; ` : ''}to end it: ovld unsummon --session ${session}`,
  }),
  not_ended: ({ session, pids }) => ({
    what: `some processes of the army ${session} did not end: ${pids.join(', ')}`,
    hint: 'end them by hand, then run ovld unsummon again',
  }),
  here_unusable: ({ reason }) => ({
    what: `the folder you are in cannot be used (${reason})`,
    hint: 'it was removed, or is closed to you: cd to another folder',
  }),
  no_terminal: ({ command }) => ({
    what: `${command} needs a terminal, and there is none here`,
    hint:
      command === 'ovld dashboard'
        ? 'ovld status shows the army once, ovld log -f follows its messages'
        : 'ovld summon --detach starts the army without one; ovld attach joins it later',
  }),
  not_confirmed: ({ session }) => ({
    what: `the dismissal of ${session} was not confirmed`,
    hint: 'answer y, or use --force',
  }),
  interrupted: ({ at }) =>
    at === 'question'
      ? { what: 'interrupted', hint: 'nothing was done' }
      : {
          what: 'interrupted; nothing of the army is left',
          hint: 'ovld summon raises it; with --resume, the mail and conversations of the last one go on',
        },
  terminal_too_small: ({ columns, rows, needColumns, needRows }) => ({
    what: `this terminal has ${columns}×${rows} cells; the army needs ${needColumns}×${needRows}`,
    hint: 'enlarge it, or use ovld summon --detach and attach from a larger one',
  }),
  unknown_role: ({ role, roles, like }) => ({
    what: `there is no role ${JSON.stringify(role)} in this army${like ? ` (did you mean ${like}?)` : ''}`,
    hint:
      roles.length > 0
        ? `the roles are ${roles.join(', ')}`
        : 'a role has a name of lower-case letters, digits, _ and -',
  }),
  body_too_long: ({ bytes, limit, more }) => ({
    what: `the body is ${more === true ? 'more than ' : ''}${kib(bytes)}, and ${kib(limit)} is the limit`,
    hint: 'write it to a file and send the path',
  }),
  body_encoded_too_long: ({ bytes, limit }) => ({
    what: `the body takes ${kib(bytes)} with its quotes and control characters escaped, and ${kib(limit)} is the limit`,
    hint: 'write it to a file and send the path',
  }),
  subject_too_long: ({ characters, limit }) => ({
    what: `the subject has ${characters} characters, and ${limit} is the limit`,
    hint: 'put the rest into the body',
  }),
  task_too_long: ({ characters, limit }) => ({
    what: `the task has ${characters} characters, and ${limit} is the limit`,
    hint: 'one line is enough; send details as a message',
  }),
  arguments_invalid: ({ tool, issues }) => ({
    what: `${tool} was called with arguments it does not take: ${issues}`,
    hint: 'call it again with the arguments of its schema',
  }),
  unknown_tool: ({ tool, tools }) => ({
    what: `there is no tool ${JSON.stringify(tool)}`,
    hint: `the tools are ${tools.join(', ')}`,
  }),
  id_exhausted: ({ attempts }) => ({
    what: `no free message id in ${attempts} attempts`,
    hint: 'nothing was sent; please report this as a bug',
  }),
  unknown_entry: ({ id, role }) => ({
    what: `there is no message ${JSON.stringify(id)} in the inbox of ${role}`,
    hint: `ovld queue list ${role} shows what there is`,
  }),
  queue_missing: ({ path }) => ({
    what: `there is no queue here: ${path}`,
    hint: 'nothing was changed; ovld queue write makes one',
  }),
  unknown_type: ({ type, types }) => ({
    what: `${type} is no type of message`,
    hint: `the types are ${types.join(', ')}`,
  }),
  queue_locked: ({ path, holder }) => ({
    what: `${path} is being written to, and has been for too long (process ${holder})`,
    hint: 'nothing was written; try again in a moment',
  }),
  document_invalid: ({ path, line, reason }) => ({
    what: `${place(path, line)} cannot be used: ${reason}`,
    hint: 'fix the file; docs/formats.md says what it may hold',
  }),
  document_too_large: ({ path, bytes, limit }) => ({
    what: `${path} has ${bytes} bytes, and ${limit} is the limit`,
    hint: 'move what is old out of it',
  }),
  board_off: ({ session }) => ({
    what: `the army ${session} has no board`,
    hint: 'put `toolsets: [messaging, board, knowledge]` into .ovld/config.yaml, or raise one with ovld summon --formation bastion',
  }),
  not_your_duty: ({ role, duty }) => ({
    what: `${role} may not do that: it is for the ${duty}`,
    hint: 'send a message to the role that may',
  }),
  not_a_specialist: ({ role, specialists }) => ({
    what: `${role} takes no tasks`,
    hint: `tasks are for ${list(specialists)}`,
  }),
  unknown_command: ({ id, known }) => ({
    what: `there is no command ${id}`,
    hint: `the commands are ${list(known)}`,
  }),
  unknown_task: ({ id }) => ({
    what: `there is no task ${id}`,
    hint: 'list_board (or ovld board) shows the tasks',
  }),
  no_task: ({ role }) => ({
    what: `${role} has no task now`,
    hint: 'wait: a message comes with the next one',
  }),
  not_your_task: ({ id, owner }) => ({
    what: `${id} is the task of ${owner}`,
    hint: 'get_task shows yours',
  }),
  illegal_move: ({ id, from, to, allowed }) => ({
    what: `${id} is ${from} and cannot become ${to}`,
    hint: allowed.length === 0 ? 'it is finished' : `from here it can become ${allowed.join(', ')}`,
  }),
  dependency_cycle: ({ cycle }) => ({
    what: `these tasks would wait for each other: ${cycle.join(' → ')}`,
    hint: 'leave out one of the dependencies; nothing was changed',
  }),
  task_has_dependents: ({ id, dependents }) => ({
    what: `${id} cannot be given up: ${dependents.join(', ')} wait for it`,
    hint: 'assign those again without it, or end them first',
  }),
  command_closed: ({ id }) => ({
    what: `${id} is done; no task can be added to it`,
    hint: 'ask the envoy for a new command',
  }),
  other_command: ({ id, command }) => ({
    what: `${id} belongs to ${command}`,
    hint: 'assign it again for that command, or make a new task',
  }),
  reason_missing: ({ id }) => ({
    what: `${id} cannot be blocked without a reason`,
    hint: 'say in `reason` what it waits for',
  }),
  gaps_contradict: ({ meets }) => ({
    what: meets
      ? 'the report says that the criteria are met, and lists gaps'
      : 'the report says that the criteria are not met, and names no gap',
    hint: meets
      ? 'set meets_criteria to false, or leave gaps empty'
      : 'name in gaps each criterion that is not met, by its number or its words',
  }),
  unknown_criterion: ({ number, count }) => ({
    what: `the command has no criterion ${number}`,
    hint: `its criteria have the numbers 1 to ${count}; a gap can also be given in words`,
  }),
  not_reported: ({ id, status }) => ({
    what: `${id} is ${status}: there is nothing to evaluate yet`,
    hint: 'a task is evaluated once its report is in; end: true gives up one that failed',
  }),
  already_evaluated: ({ id }) => ({
    what: `${id} has been evaluated`,
    hint: 'an evaluation stands; record_knowledge adds what was learnt since',
  }),
  bug: ({ message }) => ({ what: `unexpected: ${message}`, hint: 'please report this as a bug' }),
};
