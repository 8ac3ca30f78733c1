import type { DoctorTexts } from './doctor.ts';
import { reasonIn } from './reasons.ts';

const INSTALL: Partial<Record<string, string>> = {
  zellij:
    'install it from https://zellij.dev (0.41 or newer; from 0.44 on your focus stays where it is)',
  tmux: 'install the package tmux of your system (3.2 or newer)',
  claude: 'npm install -g @anthropic-ai/claude-code',
};
const install = (program: string): string => INSTALL[program] ?? `install ${program}`;
const others = (more: number): string => (more === 0 ? '' : `, and ${more} more`);
const messages = (n: number): string => (n === 1 ? '1 message' : `${n} messages`);

export const enDoctor: DoctorTexts = {
  about: 'look for what is wrong: programs, directories, armies, files; --fix mends what is safe',
  fix: 'mend what can be mended without harm, and say what was not',
  json: 'print JSON and nothing else',
  examples: {
    look: 'what is wrong, and what to do about it',
    fix: 'clear away dead armies, finish clean-ups, tighten permissions',
    json: 'the same for a script; exit 1 where there is a fault',
  },
  mended: 'mended',
  savedTo: (n, path) => `${messages(n)} saved to ${path}`,
  notMended: {
    changed: 'not mended: it is different now, run ovld doctor again',
    busy: 'not mended: somebody is using it',
    not_ours: 'not mended: it belongs to another user',
    failed: 'not mended: it did not work',
  },
  summary: ({ faults, warnings, mended, kept }) =>
    [
      faults === 0 ? 'No fault' : faults === 1 ? '1 fault' : `${faults} faults`,
      ...(warnings === 0 ? [] : [warnings === 1 ? '1 warning' : `${warnings} warnings`]),
      ...(mended === 0 ? [] : [`${mended} mended`]),
      ...(kept === 0 ? [] : [`${kept} that could not be mended`]),
    ].join(', ') + '.',
  canMend: (count) =>
    `ovld doctor --fix can mend ${count === 1 ? 'one of them' : `${count} of them`}.`,
  findings: {
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
    agent_fine: ({ program, version }) => ({ what: `${program} ${version}` }),
    program_missing: ({ program }) => ({
      what: `${program} is not installed`,
      hint:
        program === 'claude'
          ? `${install(program)}; until then: ovld demo, or ovld summon --agent mock`
          : `if you want to use it: ${install(program)}`,
    }),
    program_old: ({ program, version, needs }) => ({
      what: `${program} ${version} is too old: ovld needs ${needs} or newer`,
      hint: install(program),
    }),
    program_late: ({ program, ms }) => ({
      what: `${program} did not tell its version within ${ms} ms`,
      hint: `type its name with --version yourself: which ${program} is first on the PATH?`,
    }),
    program_unread: ({ program }) => ({
      what: `${program} did not tell its version in a way that ovld knows`,
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
      what: `${path} cannot be written to (${reasonIn('en', reason)})`,
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
      what: `${path}${line === undefined ? '' : `:${line}`}: ${reasonIn('en', reason)}`,
      hint: 'mend the file, or remove it',
    }),
    files_fine: ({ count }) => ({
      what:
        count === 0
          ? 'no configuration, formations or rituals of your own'
          : `${count} ${count === 1 ? 'file' : 'files'} of your own (configuration, formations, rituals) can be read`,
    }),
    army_live: ({ session, folder, mux }) => ({
      what: `the army ${session} of ${folder} stands, in ${mux}`,
    }),
    army_dead: ({ session, folder, running }) => ({
      what: `the army ${session} of ${folder} is on record, but its session is gone${running === 0 ? '' : `; ${running} of its processes still run`}`,
      hint: `ovld unsummon --session ${session}`,
    }),
    army_foreign: ({ session, mux }) => ({
      what: `the army ${session} is gone, and a ${mux} session of that name is not ovld's`,
      hint: `ovld unsummon --session ${session} forgets the army and leaves that session alone`,
    }),
    army_elsewhere: ({ session, folder }) => ({
      what: `the army ${session} of ${folder} seems to stand on another machine that shares this home`,
      hint: `look there; only if that machine is gone: ovld unsummon --session ${session}`,
    }),
    army_hidden: ({ session, mux, running, server }) => ({
      what: `${mux} shows no session of the army ${session}, yet ${running} of its processes run inside a multiplexer (process ${server}): its socket may have been removed, and then nobody can be woken`,
      hint: `${mux === 'tmux' ? `if no other tmux has taken its place, kill -USR1 ${server} makes it answer again; ` : ''}to end the army: ovld unsummon --session ${session}`,
    }),
    army_without_relay: ({ session, path }) => ({
      what: `the army ${session} stands, but its relay directory ${path} is gone: no message can be sent`,
      hint: `ovld unsummon --session ${session}, then ovld summon`,
    }),
    army_unasked: ({ session, mux }) => ({
      what: `whether the army ${session} stands could not be told: ${mux} does not answer`,
      hint: `see what ${mux} says itself; nothing was changed`,
    }),
    armies_busy: () => ({
      what: 'an army is being started or ended just now: armies were not looked at',
      hint: 'run ovld doctor again in a moment',
    }),
    armies_none: () => ({ what: 'no army is on record' }),
    agent_gone: ({ session, role }) => ({
      what: `the agent of ${role} in the army ${session} is gone`,
      hint: `ovld restart ${role} --session ${session}`,
    }),
    record_broken: ({ path }) => ({
      what: `${path} should be the record of an army, and cannot be read: ovld passes it over`,
      hint: `if no army of yours stands that ovld status does not show: rm ${path}`,
    }),
    orphans: ({ path, pids }) => ({
      what: `processes of an army that is gone still run (${pids.join(', ')}); its relay directory was ${path}`,
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
      hint: 'ovld doctor --fix removes it; so does whoever needs it next',
    }),
    relay_formation_broken: ({ path, reason }) => ({
      what: `${path} cannot be read (${reasonIn('en', reason)}): relays of that army cannot start again`,
      hint: 'ovld unsummon, then ovld summon --resume',
    }),
    relay_link: ({ path, more }) => ({
      what: `${path}${others(more)} is a link; ovld refuses links there, and whatever needs it fails`,
      hint: `look where it leads, then: rm ${path}`,
    }),
    relay_left: ({ path, session }) => ({
      what: `${path} is a relay directory of ${session}, which nobody is using`,
      hint: 'the next army of that name saves its mail to the history, or takes it with --resume',
    }),
    quarantined: ({ path, count }) => ({
      what: `${count} ${count === 1 ? 'file' : 'files'} that nobody could read ${count === 1 ? 'was' : 'were'} set aside in ${path}`,
      hint: 'each lies beside a .reason; remove them when you have seen to them',
    }),
    journal_torn: ({ path, count }) => ({
      what: `${count} ${count === 1 ? 'line' : 'lines'} of ${path} ${count === 1 ? 'is' : 'are'} torn`,
      hint: 'a process was killed while it wrote; no message is lost by that',
    }),
    survey_cut: ({ path, looked, cutAt }) => ({
      what: `there is so much in ${path} that only the first ${looked} files were looked at; those from ${cutAt} on were not`,
      hint: 'ovld history prune takes out old armies, if it is they',
    }),
    too_open: ({ path, mode, more }) => ({
      what: `${path} (${mode})${others(more)} can be read or written by others on this machine`,
      hint: `ovld doctor --fix, or chmod go= ${path}`,
    }),
    inbox_broken: ({ path, reason }) => ({
      what: `${path} is broken: ${reasonIn('en', reason)}`,
      hint: 'mend the YAML; else the next message sets it aside and keeps what can be read',
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
      what: `the check ${check} could not look: ${reasonIn('en', reason)}`,
      hint: 'what it looks at is unknown',
    }),
  },
};
