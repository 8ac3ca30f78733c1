import { enDoorbells } from './doorbells.ts';
import type { ArmyTexts } from './texts.ts';

export const enArmy: ArmyTexts = {
  steps: {
    starting: 'starting',
    ready: 'ready',
    given: 'ritual given',
    skipped: 'skipped',
  },
  saved: (messages, path) =>
    `${messages === 1 ? '1 message' : `${messages} messages`} of the army before went to ${path}`,
  kept: (messages, path) =>
    `${messages === 1 ? '1 message is' : `${messages} messages are`} kept in ${path}`,
  resumed: (messages) =>
    messages === 1
      ? '1 unread message was taken back'
      : `${messages} unread messages were taken back`,
  goOn: (conversations) =>
    conversations === 1 ? '1 conversation goes on' : `${conversations} conversations go on`,
  startFresh: (roles) => `${roles.join(', ')}: no conversation to go on with, starting fresh`,
  cramped: (panes) =>
    `${panes} panes are very small as long as nobody is attached: what has to be typed there waits until somebody is (ovld attach)`,
  versionUnread: (program) => `${program} did not tell its version; going on all the same`,
  endedAgent: (role, pids, busy) =>
    `${role}: ended process ${pids.join(', ')}${busy ? ', in the middle of a turn' : ''}`,
  reseated: (role, pane, conversation) => {
    const how = {
      fresh: 'a fresh agent sits',
      resumed: 'its conversation goes on',
      lost: 'there is no conversation to go on with: a fresh agent sits',
    };
    return `${role}: ${how[conversation]} in pane ${pane}`;
  },
  up: (session, ready, roles) =>
    `The army ${session} is up: ${ready} of ${roles} roles ready. ovld attach joins it.`,
  watching: (session, inboxes) => `watching ${inboxes} inboxes of ${session}; Ctrl-C ends it`,
  nudged: (role) => `nudged ${role}`,
  workGoesOn: (roles) => `the work goes on; told: ${roles.join(', ')}`,
  noCount: (formation) => `--specialists: the formation ${formation} has no count of them`,
  noDuty: (duty, formation) =>
    `toolsets: the board needs a role with duty: ${duty}, and ${formation} has none`,
  joining: (session) => `The army ${session} is already up; joining it.`,
  alreadyUp: (session) => `The army ${session} is already up. ovld attach joins it.`,
  switched: (session) => `This terminal now shows ${session}. ovld unsummon ends the army.`,
  detached: (session) =>
    `The army ${session} goes on without you. ovld attach returns to it, ovld unsummon ends it.`,
  ended: (session) => `The army ${session} has ended and was cleared away.`,
  confirm: (session, folder) => `Dismiss the army ${session} of ${folder}? [y/N] `,
  which: (sessions) => `Which army? ${sessions.join(', ')}: `,
  dismissed: (session) => `The army ${session} was dismissed.`,
  nothing: 'There is no army.',
  dryFormation: ({ name, roles, mux, store, toolsets }) =>
    `Formation ${name}: ${roles.length} roles in ${mux}, store ${store}, tools ${toolsets.join(', ')}`,
  dryFiles: 'Would write:',
  dryCommands: 'Would run:',
  columns: {
    role: 'role',
    declared: 'declared',
    agent: 'agent',
    relay: 'relay',
    unread: 'unread',
    wake: 'last wake',
    pane: 'pane',
    ritual: 'ritual',
  },
  standing: {
    live: 'live',
    exited: 'exited: ovld summon starts it anew, ovld unsummon clears it away',
    gone: 'its session is gone: ovld summon --resume raises it again, ovld unsummon clears it away',
    foreign:
      'its session is gone, and another of that name is not ours: ovld unsummon clears up what is left',
  },
  orphans: (pids) => `still running without a session: process ${pids.join(', ')}`,
  agent: {
    idle: 'idle',
    busy: 'busy',
    waiting: 'waiting',
    unknown: '?',
    deaf: 'deaf',
    gone: 'gone',
  },
  relay: { alive: 'alive', gone: 'gone' },
  status: { idle: 'idle', working: 'working', blocked: 'blocked', done: 'done' },
  doorbells: enDoorbells,
  yourMail: (unread) =>
    `You have ${unread === 1 ? '1 unread message' : `${unread} unread messages`}: ovld inbox`,
  ritual: { due: 'not yet', given: 'given', skipped: 'skipped', none: '-' },
  mail: (role, unread, why) =>
    `${role}: ${unread === 1 ? '1 message waits' : `${unread} messages wait`}: ${why}`,
  ritualSkipped: (role, why) => `${role}: no ritual given: ${why}. ovld inject ${role} gives it.`,
  noPane: (role, why) => `${role}: ${why}`,
  asks: (role, question) => `${role}: ${question}. Answer it in its pane: ovld attach.`,
  questions: {
    trust: 'its agent asks whether you trust this folder',
    api_key: 'its agent asks whether to use the API key of your environment',
    bypass: 'its agent asks whether to run without permissions',
    settings: 'its agent complains about a settings file',
    login: 'its agent is not logged in',
    permission: 'its agent asks for permission',
    choice: 'its agent asks a question',
  },
  gone: (role) => `${role}: its agent is gone. ovld restart ${role} puts a fresh one in its seat.`,
  unreachable: (role) => `${role}: has not answered for ten minutes`,
  held: (role, other, by, since) => {
    const whom = by === 'guard' ? 'the guard' : 'a person';
    const what =
      other === undefined
        ? `${role}: nobody rings for it`
        : `${role} and ${other}: nobody rings for their exchange`;
    return `${what}, held by ${whom} since ${since}. ovld release ${role} lifts it.`;
  },
  holding: (role) => `${role} is held: its mail waits. ovld release ${role} rings again.`,
  alreadyHeld: (role) => `${role} is held already.`,
  released: (role, other) =>
    other === undefined ? `${role} is rung for again.` : `${role} and ${other} may go on.`,
  nothingHeld: 'Nothing is held.',
};
