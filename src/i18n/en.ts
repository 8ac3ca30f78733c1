import { enBoardErrors } from './board-errors-en.ts';
import type { Texts } from './texts.ts';

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

const place = (path: string, line: number | undefined): string =>
  line === undefined ? path : `${path}:${line}`;

const howToInstall: Record<string, string> = {
  zellij: 'install Zellij: brew install zellij, or cargo install --locked zellij',
  tmux: 'install tmux: apt install tmux, or brew install tmux',
  claude: 'install Claude Code: npm install -g @anthropic-ai/claude-code',
};

const howToUpdate: Record<string, string> = {
  claude: 'update Claude Code: claude update, or npm install -g @anthropic-ai/claude-code@latest',
};

export const en: Texts = {
  errors: {
    ...enBoardErrors,
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
    home_unset: ({ purpose }) => ({
      what: `HOME is not set, so the ${purpose} directory cannot be found`,
      hint: 'set HOME, or name the directory yourself',
    }),
    usage: ({ message, command, hint }) => ({
      what: message,
      hint: hint ?? `ovld ${command ? `${command} ` : ''}--help lists what there is`,
    }),
    refused: ({ message, hint }) => ({ what: message, hint }),
    store_unusable: ({ path, reason }) => ({
      what: `the relay directory ${path} cannot be used: ${reason}`,
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
      hint: 'mend the file, or remove it to use the overlord formation',
    }),
    formation_unknown: ({ name, tried }) => ({
      what: `there is no formation ${JSON.stringify(name)}`,
      hint: `looked for ${tried.join(', ')}`,
    }),
    config_invalid: ({ path, line, reason }) => ({
      what: `${place(path, line)}: ${reason}`,
      hint: 'mend the file; docs/formats.md lists what it may hold',
    }),
    ritual_missing: ({ role, tried }) => ({
      what: `there is no ritual for ${role}`,
      hint: `looked for ${tried.join(', ')}; --no-rituals summons without any`,
    }),
    mux_none: ({ tried }) => ({
      what: `neither ${tried.join(' nor ')} is installed`,
      hint: `${howToInstall.zellij}; or ${howToInstall.tmux}`,
    }),
    mux_missing: ({ program }) => ({
      what: `${program} is not installed, or not on the PATH`,
      hint: howToInstall[program] ?? `install ${program}`,
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
      hint: 'an army of the same name is another one: open it anew (ovld status lists those there are)',
    }),
    nobody_attached: ({ session }) => ({
      what: `nobody looks at the session ${session}, so there is nobody to show a pane to`,
      hint: `ovld attach --session ${session}`,
    }),
    agent_missing: ({ program, role }) => ({
      what: `${role} needs ${program}, which is not installed or not on the PATH`,
      hint: howToInstall[program] ?? `install ${program}, or choose another agent with --agent`,
    }),
    agent_too_old: ({ program, version, needs }) => ({
      what: `${program} ${version} is too old: ovld needs ${needs} or newer`,
      hint:
        howToUpdate[program] ?? `install a newer ${program}, or choose another agent with --agent`,
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
      what: `no army was summoned in ${folder}`,
      hint: 'ovld summon raises one; ovld status --all lists those of other folders',
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
          ? 'no army was ever dismissed here'
          : `ovld history lists them; there are ${sessions.join(', ')}`,
    }),
    army_ambiguous: ({ sessions }) => ({
      what: `there is more than one army: ${sessions.join(', ')}`,
      hint: 'say which with --session',
    }),
    army_not_live: ({ session }) => ({
      what: `the army ${session} has ended; its session is gone`,
      hint: 'ovld summon --resume raises it again with its mail; ovld unsummon clears it away',
    }),
    army_elsewhere: ({ session, folder }) => ({
      what: `the army ${session} of ${folder} seems to stand on another machine that shares this home`,
      hint: `look there; to clear it away from here all the same: ovld unsummon --session ${session}`,
    }),
    agent_argument: ({ role, argument }) => ({
      what: `${role}: with ${argument} its agent would run by itself, without a pane to talk in`,
      hint: 'take it out of the args of the formation',
    }),
    army_hidden: ({ session, mux, running, server }) => ({
      what: `${mux} shows no session of the army ${session}, yet ${running} of its processes run inside a multiplexer (process ${server}): its socket may have been removed, or its session renamed`,
      hint: `${mux === 'tmux' ? `if no other tmux has taken its place, kill -USR1 ${server} makes it answer again; ` : ''}to end it: ovld unsummon --session ${session}`,
    }),
    not_ended: ({ session, pids }) => ({
      what: `some of the army ${session} would not end: process ${pids.join(', ')}`,
      hint: 'end them by hand, then run ovld unsummon again',
    }),
    no_terminal: ({ command }) => ({
      what: `${command} needs a terminal, and there is none here`,
      hint:
        command === 'ovld dashboard'
          ? 'ovld status shows the army once, ovld log -f follows its messages'
          : 'ovld summon --detach starts the army without one; ovld attach joins it later',
    }),
    not_confirmed: ({ session }) => ({
      what: `nobody confirmed that ${session} is to be dismissed`,
      hint: 'answer y, or use --force',
    }),
    interrupted: () => ({ what: 'interrupted', hint: 'nothing was done' }),
    terminal_too_small: ({ columns, rows, needColumns, needRows }) => ({
      what: `this terminal has ${columns}×${rows} cells; the army needs ${needColumns}×${needRows}`,
      hint: 'enlarge it, or use ovld summon --detach and attach from a larger one',
    }),
    unknown_role: ({ role, roles, like }) => ({
      what: `there is no role ${JSON.stringify(role)} in this army${like ? ` (did you mean ${like}?)` : ''}`,
      hint: `the roles are ${roles.join(', ')}`,
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
    bug: ({ message }) => ({ what: `unexpected: ${message}`, hint: 'please report this as a bug' }),
  },
  wake: {
    no_mux: 'this army has no terminal to type into',
    no_pane: 'no pane of that role was found',
    pane_dead: 'the program in its pane has ended',
    dialog_open: 'a dialog is open in its pane',
    draft_present: 'a person is typing in its pane',
    agent_busy: 'it is in the middle of a turn',
    copy_mode: 'its pane is in copy mode',
    pane_hidden: 'something else is shown in place of its pane',
    no_client: 'nobody is attached, so its pane cannot be focused',
    not_ready: 'it has not come up yet',
    screen_unknown: 'its pane shows no composer',
    not_shown: 'the nudge did not appear in its composer',
    ring_timeout: 'the nudge took too long',
    ring_failed: 'the nudge could not be given',
    flag_failed: 'the pending flag could not be raised',
    held: 'nobody rings for it until a person lifts the hold',
  },
  nudge: ({ from, mark }) =>
    `[MESSAGE from ${from ?? 'relay'}] You have mail: call check_inbox. (#${mark})`,
  roleAgain: 'Your role in this army, as you were given it at the beginning:',
  instructions: (role, wakes) => {
    const when = wakes
      ? 'When you see [MESSAGE from …], call check_inbox. Do not poll: you are told when mail arrives.'
      : 'Nobody can wake you here: call check_inbox when you have finished a task.';
    return `You are ${role}. ${when} Send file paths, not file contents. human is the person you all work for.`;
  },
  sent: (id, to) => `Stored for ${to} (${id}).`,
  ringing: 'Being woken.',
  coalesced: 'Already being woken.',
  typed: 'Woken.',
  person: 'The person will see it.',
  storedNotWoken: (reason, code) =>
    `Stored, not woken: ${reason} (${code}). It will be read later; do not send it again.`,
  notSent: (to, what) => `Not sent to ${to}: ${what}.`,
  broadcast: (delivered, of) => `Stored for ${delivered} of ${of}.`,
  inboxEmpty: 'No unread messages.',
  inbox: (count) => (count === 1 ? '1 message.' : `${count} messages.`),
  more: (remaining) => `${remaining} more: call check_inbox again.`,
  redelivered: (times) => `handed over ${times === 1 ? 'once' : `${times} times`} before`,
  statusSet: (status, task) => `Status: ${status}${task === '' ? '' : ` (${task})`}.`,
  exchangeHeld: (other) =>
    `Your exchange with ${other} is held: too many messages between you two in a few minutes. Nobody is woken for them until a person types to one of you or runs \`ovld release\`. Stop answering ${other}, and go on with other work.`,
};
