import { doorbells } from './doorbells.ts';
import { agentStates, reportedStatuses } from './states.ts';

export const status = {
  about: 'show every role: what it reports, what is seen of it, what waits for it',
  inOverview: 'show every role: reported, seen, and what waits',
  examples: { here: 'the army of this folder', all: 'every army, for a program' },
  nothing: 'There is no army.',
  columns: {
    role: 'role',
    declared: 'reported',
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
    gone: 'its session has ended: ovld summon --resume raises it again, ovld unsummon clears it away',
    foreign:
      'its session has ended, and another of that name is not ours: ovld unsummon clears up what is left',
  },
  orphans: (pids: readonly number[]) =>
    `still running without a session: process ${pids.join(', ')}`,
  agent: { ...agentStates, unknown: '?', waiting: 'waiting for you' },
  relay: { alive: 'alive', gone: 'ended' },

  /** What a role says of itself. */
  status: reportedStatuses,
  doorbells,

  /** Of the person's own. */
  yourMail: (unread: number) =>
    `You have ${unread === 1 ? '1 unread message' : `${unread} unread messages`}: ovld inbox`,
  ritual: { due: 'not yet', given: 'given', skipped: 'skipped', none: '-' },
  mail: (role: string, unread: number, why: string) =>
    `${role}: ${unread === 1 ? '1 message waits' : `${unread} messages wait`}: ${why}`,
  ritualSkipped: (role: string, why: string) =>
    `${role}: no ritual given: ${why}. ovld inject ${role} gives it.`,
  /** The command that was to give it may have been ended. */
  ritualOverdue: (role: string) => `${role}: its ritual is overdue. ovld inject ${role} gives it.`,
  noPane: (role: string, why: string) => `${role}: ${why}`,

  /** Its agent's question, to be answered in its pane. */
  asks: (role: string, question: string) =>
    `${role}: ${question}. Answer it in its pane: ovld attach.`,

  /** No agent, and no pane it could still come up in. */
  gone: (role: string) => `${role}: its agent has ended. ovld restart ${role} starts a new one.`,
  unreachable: (role: string) => `${role}: has not answered for ten minutes`,

  /** Of a role, or of its exchange with another; since when, and by whom. */
  held: (role: string, other: string | undefined, by: 'person' | 'guard', since: string) => {
    const whom = by === 'guard' ? 'the guard' : 'a person';
    const what =
      other === undefined
        ? `${role}: held by ${whom}`
        : `${role} and ${other}: their exchange is held by ${whom}`;
    return `${what} since ${since}. ovld release ${role} lifts it.`;
  },

  paused: (since: string) =>
    `The army has been paused since ${since}: no role is rung for. Run ovld unpause to go on.`,

  limited: (role: string, until: string | undefined) =>
    `${role}: its account is at its usage limit${until === undefined ? '' : ` until ${until}`}. Its mail waits, and it is woken then.`,

  /** Of two that write each other without end. */
  slowed: (role: string, other: string, until: string) =>
    `${role} and ${other}: slowed by the guard until ${until}, too many messages between them. ovld release ${role} ends it.`,
};
