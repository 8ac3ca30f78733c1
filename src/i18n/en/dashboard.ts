import type { AlertKind } from '../../army/human.ts';
import type { Stage } from '../../lookout/picture.ts';
import { plainReason } from '../foreign-words.ts';
import { ageWords } from './age.ts';
import { doorbells } from './doorbells.ts';
import { pause } from './pause.ts';
import { unpause } from './unpause.ts';
import { agentStates, reportedStatuses, workStatuses } from './states.ts';

/** What is typed, and what it does. */
export type KeyWords = readonly [keys: string, does: string];

/** `needs`: what must be so for the key to do something. */
type HelpWords = readonly [...KeyWords, needs?: 'live' | 'over' | 'board'];

export const dashboard = {
  about: 'watch an army and speak to it, in this terminal',
  options: {
    web: 'as a page in your browser, on this machine only',
    port: 'with --web: the port, at which the address stays the same; any free one unless you say',
    open: 'with --web: also open it in the browser',
    json: 'with --web: print JSON and nothing else ({"url", "port"})',
  },
  examples: {
    here: 'the army of this folder',
    session: 'an army by its name, from anywhere',
    web: 'a page in the browser; prints its address',
    open: 'at the same address every time, and opened at once',
  },
  web: {
    notPort: 'It must be a port, from 0 to 65535.',
    /** `why`: the system's own code. */
    portRefused: (port: number, why: string) =>
      why === 'EADDRINUSE'
        ? `port ${port} is taken by another program`
        : `port ${port} cannot be used (${why})`,
    otherPort: 'choose another --port, or leave it out: any free one is taken then',
    needsWeb: '--port, --open and --json go with --web',
    listening: (session: string, url: string) => `The army ${session} is at ${url}`,
    stopHint: 'Anyone with this address can write to your agents. Ctrl-C ends it.',
    over: 'The army was dismissed.',
    cannotOpen: 'No browser could be opened here: open the address yourself.',
  },
  panels: { roles: 'Roles', letters: 'Messages', board: 'Board' },
  standing: {
    gone: 'its session has ended: ovld summon --resume raises it again',
    over: 'dismissed: this is its last known state',
    paused: 'paused: p goes on',
  },
  /** In the header. */
  up: (age: string) => (age === 'now' ? 'just summoned' : `up ${age}`),
  unread: (count: number) => `✉ ${count} for you`,
  age: ageWords,
  columns: {
    role: 'role',
    agent: 'agent',
    unread: 'unread',
    oldest: 'oldest',
    wake: 'last wake',
    says: 'reported',
  },
  doorbells,
  wakeAgo: (wake: string, age: string) => `${wake}, ${age}`,
  agent: agentStates,
  status: reportedStatuses,
  until: (time: string) => `until ${time}`,
  marks: {
    held: 'held',
    paused: 'paused',
    unreachable: 'unreachable',
    asks: 'asks you',
    noRelay: 'no relay',
  },
  alerts: {
    waits: (role: string, age: string) => `${role} waits for you (${age})`,
    died: (role: string, age: string) => `${role} has ended (${age})`,
    unreachable: (role: string, age: string) => `${role} is unreachable (${age})`,
    wrote: (role: string, age: string) => `${role} wrote to you (${age})`,
    limited: (role: string, age: string) => `${role} is at its usage limit (${age})`,
    set_aside: (role: string, age: string) =>
      `an entry in the inbox of ${role} is no message (${age})`,
    loops: (role: string, age: string, other: string) =>
      `${role} and ${other} are slowed: too many messages (${age})`,
  } satisfies Record<AlertKind, (role: string, age: string, other: string) => string>,
  /** Of mail to the person. */
  yours: { unread: 'unread', read: 'read' },
  stages: {
    stored: 'stored',
    rung: 'rung',
    fetched: 'fetched',
    acknowledged: 'acknowledged',
  } satisfies Record<Stage, string>,
  /** Of all messages there were. */
  figures: (stored: number, waiting: number) =>
    `${stored} in all, ${waiting === 0 ? 'none' : waiting} unread`,
  urgent: 'urgent',
  redelivered: (times: number) => `handed over ${times === 1 ? 'once' : `${times} times`} before`,
  /** A message whose text no longer exists. */
  lost: '(text no longer available)',
  nobody: {
    letters: 'No messages yet. Press s to write to the selected role.',
    board: 'No commands yet.',
    inbox: 'Nothing unread.',
  },
  work: workStatuses,
  waitsFor: (tasks: readonly string[]) => `waits for ${tasks.join(', ')}`,
  fault: (file: string, reason: string) => `${file} cannot be read: ${plainReason('en', reason)}`,
  page: { from: 'From', to: 'To', subject: 'Subject', sent: 'Sent', stage: 'Progress' },
  document: {
    purpose: 'Purpose',
    criteria: 'Acceptance criteria',
    command: 'Command',
    objective: 'Objective',
    deliverables: 'Deliverables',
    context: 'Context',
    reason: 'Why blocked',
  },
  /** Of what is longer than the screen. */
  rows: (from: number, to: number, of: number) => `lines ${from}–${to} of ${of}`,
  inbox: { mine: 'Your inbox', of: (role: string) => `Unread mail of ${role}` },
  editor: {
    /** For whom, where it is for all. */
    everybody: 'everybody',
    answer: (to: string) => `Answer to ${to}`,
    write: (to: string) => `Message to ${to}`,
    subject: 'Subject',
    body: 'Text',
    urgent: 'urgent',
  },
  tooSmall: (columns: number, rows: number, needColumns: number, needRows: number) =>
    `This terminal has ${columns} × ${rows} cells; the dashboard needs ${needColumns} × ${needRows}. Make it larger, or q to quit.`,
  /** What came of what a person did. */
  done: {
    sent: (to: string) => `Sent to ${to}.`,
    notWoken: (to: string, why: string) =>
      `Stored for ${to}, not woken: ${why}. It will be read later.`,
    sending: 'Sending …',
    cancelled: 'Draft kept: write or answer there again to continue it.',
    empty: 'There is nothing to send yet.',
    rung: (role: string) => `Ringing ${role} again.`,
    nothingToRing: (role: string) => `${role} has nothing unread.`,
    held: (role: string) => `${role} is held: its mail waits. h releases it.`,
    released: (role: string) => `${role} is no longer held.`,
    /** The key that was pressed does it when it is pressed again. */
    askPause: 'Pause the army and interrupt running turns? p again: yes, Esc: no.',
    askUnpause: 'Let the army go on? p again: yes, Esc: no.',
    paused: 'The army is paused: mail is stored and waits. p goes on.',
    notInterrupted: pause.failed,
    goesOn: unpause.goesOn,
    notPaused: unpause.notPaused,
    shown: (role: string) => `The session shows the pane of ${role}.`,
    read: (count: number) =>
      count === 0 ? 'Nothing was unread.' : count === 1 ? 'Read.' : `${count} messages read.`,
    gone: 'That message is no longer available.',
    notYours: 'This is mail of a role: it stays unread until its agent takes it.',
    nobody: 'No role is selected.',
    notToYourself: 'That message is your own. Press s to write to a role.',
    draftOpen: 'You have unsent text: Enter sends it, Ctrl-C again quits without sending.',
    noEditor: 'No editor: set $EDITOR.',
    editorFailed: 'The editor ended with an error; the text is unchanged.',
    editorKept: (file: string) => `The editor ended with an error; its text is in ${file}`,
    over: 'The army was dismissed. This is its last known state; q quits.',
  },
  /** Printed after the terminal is given back. */
  unsent: (to: string) => `Not sent to ${to}:`,
  /** Where the kept texts are, for a terminal that may be gone. */
  unsentKept: (path: string) => `What you had not sent is kept in ${path}`,
  /** By what is shown; the most wanted first, for there may not be room for all. */
  keys: {
    main: [
      ['↑↓', 'move'],
      ['⏎', 'open'],
      ['a', 'answer'],
      ['s', 'write'],
      ['?', 'help'],
      ['q', 'quit'],
      ['Tab', 'panel'],
      ['i', 'inbox'],
      ['r', 'ring'],
      ['h', 'hold'],
      ['g', 'go to pane'],
      ['p', 'pause'],
    ] as readonly KeyWords[],
    page: [
      ['↑↓', 'scroll'],
      ['Esc', 'back'],
    ] as readonly KeyWords[],
    letter: [
      ['↑↓', 'scroll'],
      ['a', 'answer'],
      ['e', 'answer in $EDITOR'],
      ['Esc', 'back'],
    ] as readonly KeyWords[],
    mine: [
      ['↑↓', 'scroll'],
      ['a', 'answer'],
      ['m', 'mark read'],
      ['e', 'answer in $EDITOR'],
      ['Esc', 'back'],
    ] as readonly KeyWords[],
    inbox: [
      ['↑↓', 'move'],
      ['⏎', 'open'],
      ['m', 'mark read'],
      ['a', 'answer'],
      ['Esc', 'back'],
      ['M', 'mark all read'],
    ] as readonly KeyWords[],
    editor: [
      ['⏎', 'send'],
      ['Esc', 'put aside'],
      ['Ctrl-J', 'new line'],
      ['Tab', 'subject'],
      ['Ctrl-E', '$EDITOR'],
      ['Ctrl-T', 'urgent'],
    ] as readonly KeyWords[],
    subject: [
      ['⏎', 'to the text'],
      ['Esc', 'put aside'],
    ] as readonly KeyWords[],
    over: [
      ['↑↓', 'move'],
      ['⏎', 'open'],
      ['q', 'quit'],
    ] as readonly KeyWords[],
  },
  help: {
    title: 'Help',
    keys: [
      ['↑ ↓  j k', 'move; PgUp PgDn Home End in larger steps'],
      ['Tab', 'next panel, Shift-Tab the one before'],
      ['Enter', "open a message or a role's unread mail"],
      ['', 'on the board: open a command or a task', 'board'],
      ['a', 'answer the selected message; e does so in $EDITOR', 'live'],
      ['s', 'write to the selected role, S to all of them', 'live'],
      ['i', 'your own inbox: m marks one read, M all you have seen', 'live'],
      ['r', 'ring the selected role about its unread mail now', 'live'],
      ['h', 'hold the selected role: it is not rung; h again releases it', 'live'],
      ['g', "show the selected role's pane in the attached terminal", 'live'],
      ['p', 'pause the army, after a question; p again goes on', 'live'],
      ['q  Ctrl-C', 'quit; the army keeps running. Ctrl-Z suspends until fg', 'live'],
      ['q  Ctrl-C', 'quit; Ctrl-Z suspends until fg', 'over'],
    ] as readonly HelpWords[],
    marks: [
      ['●○○○', 'stored: durable, not rung yet'],
      ['●●○○', 'rung: its agent was nudged'],
      ['●●●○', 'fetched: handed over to the agent'],
      ['●●●●', 'acknowledged: the agent continued after it'],
      ['○', 'to you: unread, then ● read'],
      ['!', 'urgent'],
      ['↻2', 'handed over twice before'],
    ] as readonly KeyWords[],
  },
};
