import type { FindingCode, FindingData, NotFixed, Unasked } from '../../doctor/finding.ts';
import { plainReason } from '../foreign-words.ts';
import { army } from './army.ts';

const INSTALL: Partial<Record<string, string>> = {
  zellij:
    'install it from https://zellij.dev (0.41 or newer; from 0.44 on your focus stays where it is)',
  tmux: 'install the package tmux of your system (3.2 or newer)',
};
const install = (program: string): string => INSTALL[program] ?? `install ${program}`;
const others = (more: number): string => (more === 0 ? '' : `, and ${more} more`);
const messages = (n: number): string => (n === 1 ? '1 message' : `${n} messages`);

const UNASKED: Record<Unasked, string> = {
  missing: 'is not installed here',
  late: 'did not answer in time',
  failed: 'answered with an error',
};

/** A finding in words; a hint where there is something to do about it. */
export interface FindingText {
  what: string;
  hint?: string;
}

const findings: { [C in FindingCode]: (data: FindingData[C]) => FindingText } = {
  node_fine: ({ version }) => ({ what: `Node.js ${version}` }),
  node_old: ({ version, needs }) => ({
    what: `Node.js ${version} is too old: ovld needs ${needs} or newer`,
    hint: 'install a newer one from https://nodejs.org',
  }),
  mux_by_pane: ({ program, version }) => ({
    what: `${program} ${version}: types into panes by their id, your focus stays where it is`,
  }),
  mux_by_focus: ({ program, version }) => ({
    what: `${program} ${version} types only where the focus is: waking an agent moves yours`,
    hint: 'zellij 0.44 or newer types by pane id',
  }),
  agent_fine: ({ program, version, hasDoor }) => ({
    what: `${program} ${version}: ${hasDoor ? 'is woken by a way of its own' : 'is woken by keystrokes'}`,
  }),
  agents_others: ({ agents }) => ({
    what: `further agents that can play roles: ${agents.map((one) => one.program).join(', ')}`,
    hint: `npm install -g ${agents.map((one) => one.package).join(' ')}`,
  }),
  agents_none: ({ agents }) => ({
    what: `no agent is installed: ${agents.map((one) => one.program).join(', ')}`,
    hint: `npm install -g ${agents[0]?.package ?? ''}, or another of them; until then: ovld demo, or ovld summon --agent mock`,
  }),
  program_missing: ({ program }) => ({
    what: `${program} is not installed`,
    hint: `if you want to use it: ${install(program)}`,
  }),
  program_old: ({ program, version, needs, package: source }) => ({
    what: `${program} ${version} is too old: ovld needs ${needs} or newer`,
    hint: source === undefined ? install(program) : `npm install -g ${source}@latest`,
  }),
  program_late: ({ program, ms }) => ({
    what: `${program} did not answer in time: no version within ${ms / 1000} s`,
    hint: `run ${program} --version yourself: which ${program} is first on the PATH?`,
  }),
  program_unread: ({ program }) => ({
    what: `${program} reported its version in a way that ovld cannot read`,
    hint: `is the first ${program} on the PATH the one you mean?`,
  }),
  no_mux: ({ programs }) => ({
    what: `no multiplexer that ovld can use: an army needs ${programs.join(' or ')}`,
    hint: 'install one of them; ovld demo works without',
  }),
  home_unset: () => ({
    what: 'HOME is not set, or is no absolute path: there is no place for an army',
    hint: 'set HOME to your home directory',
  }),
  dir_writable: ({ path }) => ({ what: `${path} can be written to` }),
  dir_unwritable: ({ path, reason }) => ({
    what: `${path} cannot be written to (${plainReason('en', reason)})`,
    hint: 'make it a directory of yours that can be written to',
  }),
  disk_fine: ({ path, freeMb }) => ({ what: `${freeMb} MB are free at ${path}` }),
  disk_low: ({ path, freeMb }) => ({
    what: `only ${freeMb} MB are free at ${path}`,
    hint: 'make room before agents write more; ovld history prune removes old mail',
  }),
  disk_full: ({ path, freeMb }) => ({
    what: `the disk at ${path} is full (${freeMb} MB free): messages will be refused`,
    hint: 'make room; ovld history prune removes old mail',
  }),
  socket_long: ({ program, path, bytes, limit, variable }) => ({
    what: `the socket of ${program} would be ${path}: ${bytes} bytes, and ${limit} is the most`,
    hint: `set ${variable} to a short directory, such as /tmp/${program}`,
  }),
  socket_short_names: ({ program, dir, room, variable }) => ({
    what: `with the sockets of ${program} in ${dir}, a session's name can have ${room} characters`,
    hint: `a shorter ${variable} leaves room for longer ones`,
  }),
  file_invalid: ({ path, line, reason }) => ({
    what: `${path}${line === undefined ? '' : `:${line}`}: ${plainReason('en', reason)}`,
    hint: 'fix the file, or remove it',
  }),
  files_fine: ({ count }) => ({
    what:
      count === 0
        ? 'no configuration, formations or rituals of your own'
        : `${count} ${count === 1 ? 'file' : 'files'} of your own (configuration, formations, rituals) can be read`,
  }),
  army_live: ({ session, folder, mux }) => ({
    what: `the army ${session} of ${folder} is running, in ${mux}`,
  }),
  army_renamed: ({ session, name, mux }) => ({ what: army.renamed(session, name, mux) }),
  army_dead: ({ session, folder, running }) => ({
    what: `the army ${session} of ${folder} is on record, but its session has ended${running === 0 ? '' : `; ${running} of its processes still run`}`,
    hint: `ovld unsummon --session ${session}`,
  }),
  army_foreign: ({ session, mux }) => ({
    what: `the army ${session} has ended, and a ${mux} session of that name is not ovld's`,
    hint: `ovld unsummon --session ${session} forgets the army and leaves that session alone`,
  }),
  army_elsewhere: ({ session, folder }) => ({
    what: `the army ${session} of ${folder} seems to be running on another machine that shares this home`,
    hint: `check there; only if that machine is gone: ovld unsummon --session ${session}`,
  }),
  army_hidden: ({ session, mux, running, server }) => ({
    what: `${mux} shows no session of the army ${session}, yet ${running} of its processes run inside a multiplexer (process ${server}): its socket may have been removed, and then no agent can be woken`,
    hint: `${mux === 'tmux' ? `if no other tmux has taken its place, kill -USR1 ${server} makes it answer again; ` : ''}to end the army: ovld unsummon --session ${session}`,
  }),
  army_without_relay: ({ session, path }) => ({
    what: `the army ${session} is running, but its relay directory ${path} is gone: no message can be sent`,
    hint: `ovld unsummon --session ${session}, then ovld summon`,
  }),
  army_unasked: ({ session, mux, why }) => ({
    what: `it is unknown whether the army ${session} is running: ${mux} ${UNASKED[why]}`,
    hint: `check ${mux} itself; nothing was changed`,
  }),
  armies_busy: () => ({
    what: 'an army is being started or ended just now: armies were not checked',
    hint: 'run ovld doctor again in a moment',
  }),
  armies_none: () => ({ what: 'no army is on record' }),
  agent_gone: ({ session, role }) => ({
    what: `the agent of ${role} in the army ${session} has ended`,
    hint: `ovld restart ${role} --session ${session}`,
  }),
  ritual_missing: ({ session, role }) => ({
    what: `${role} in the army ${session} has not got its ritual`,
    hint: `ovld inject ${role} --session ${session}`,
  }),
  record_broken: ({ path }) => ({
    what: `${path} should be the record of an army, and cannot be read: ovld ignores it`,
    hint: `if no army is running that ovld status does not show: rm ${path}`,
  }),
  orphans: ({ path, pids }) => ({
    what: `processes of an army that has ended still run (${pids.join(', ')}); its relay directory was ${path}`,
    hint: `ovld doctor --fix, or kill ${pids.join(' ')}`,
  }),
  orphans_hidden: ({ path, pids, server }) => ({
    what: `processes of an army that is neither on record nor has its relay directory (${path}) run inside a multiplexer (process ${server}): ${pids.join(', ')}; they cannot send messages any more`,
    hint: `see there what they are doing (a tmux whose socket is gone answers again after kill -USR1 ${server}); to end them: kill ${pids.join(' ')}`,
  }),
  cleanup_interrupted: ({ path, session }) => ({
    what: `a clean-up of ${session} was cut off: its mail is still in ${path}`,
    hint: 'ovld doctor --fix saves it to the history; so does the next ovld summon of that name',
  }),
  lock_left: ({ path }) => ({
    what: `${path} is a lock whose holder is gone`,
    hint: 'ovld doctor --fix removes it; so does the next process that needs it',
  }),
  relay_formation_broken: ({ path, reason }) => ({
    what: `${path} cannot be read (${plainReason('en', reason)}): relays of that army cannot start again`,
    hint: 'ovld unsummon, then ovld summon --resume',
  }),
  relay_link: ({ path, more }) => ({
    what: `${path}${others(more)} is a link; ovld refuses links there, and whatever needs it fails`,
    hint: `look where it leads, then: rm ${path}`,
  }),
  relay_left: ({ path, session }) => ({
    what: `${path} is a relay directory of ${session}, which no process is using`,
    hint: 'the next army of that name saves its mail to the history, or takes it with --resume',
  }),
  quarantined: ({ path, count }) => ({
    what: `${count} unreadable ${count === 1 ? 'file was' : 'files were'} set aside in ${path}`,
    hint: 'the .reason file beside each says why; remove them when you have checked them',
  }),
  journal_torn: ({ path, count }) => ({
    what: `${count} ${count === 1 ? 'line' : 'lines'} of ${path} ${count === 1 ? 'is' : 'are'} torn`,
    hint: 'a process was killed while it wrote; no message is lost by that',
  }),
  survey_cut: ({ path, looked, cutAt }) => ({
    what: `there is so much in ${path} that only the first ${looked} files were checked; those from ${cutAt} on were not`,
    hint: 'if old armies are the cause, ovld history prune removes them',
  }),
  too_open: ({ path, mode, more }) => ({
    what: `${path} (${mode})${others(more)} can be read or written by others on this machine`,
    hint: `ovld doctor --fix, or chmod go= ${path}`,
  }),
  inbox_broken: ({ path, reason }) => ({
    what: `${path} is broken: ${plainReason('en', reason)}`,
    hint: 'fix the YAML; else the next message sets it aside and keeps what can be read',
  }),
  intent_left: ({ path }) => ({
    what: `a change of the board was decided and not finished (${path})`,
    hint: 'ovld board finishes it',
  }),
  unsent_left: ({ path }) => ({
    what: `messages of the board are still to be sent (${path})`,
    hint: 'the next change of the board sends them',
  }),
  check_failed: ({ check, reason }) => ({
    what: `the check ${check} failed: ${plainReason('en', reason)}`,
    hint: 'the state of what it checks is unknown',
  }),
};

export const doctor = {
  about: 'look for what is wrong: programs, directories, armies, files; --fix fixes what is safe',
  options: { fix: 'fix what can be fixed without harm, and say what was not' },
  examples: {
    look: 'what is wrong, and what to do about it',
    fix: 'clear away ended armies, finish clean-ups, tighten permissions',
    json: 'the same for a script; exit 1 where there is a fault',
  },
  fixed: 'fixed',
  savedTo: (n: number, path: string) => `${messages(n)} saved to ${path}`,
  notFixed: {
    changed: 'not fixed: it is different now, run ovld doctor again',
    busy: 'not fixed: it is in use',
    not_ours: 'not fixed: it belongs to another user',
    failed: 'not fixed: it did not work',
  } satisfies Record<NotFixed, string>,
  /** The last line. */
  summary: ({
    faults,
    warnings,
    fixed,
    kept,
  }: {
    faults: number;
    warnings: number;
    fixed: number;
    kept: number;
  }) =>
    [
      faults === 0 ? 'No fault' : faults === 1 ? '1 fault' : `${faults} faults`,
      ...(warnings === 0 ? [] : [warnings === 1 ? '1 warning' : `${warnings} warnings`]),
      ...(fixed === 0 ? [] : [`${fixed} fixed`]),
      ...(kept === 0 ? [] : [`${kept} that could not be fixed`]),
    ].join(', ') + '.',
  canFix: (count: number) =>
    `ovld doctor --fix can fix ${count === 1 ? 'one of them' : `${count} of them`}.`,
  findings: findings,
};
