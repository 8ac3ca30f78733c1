import type { Question } from '../../agent/agent.ts';

export const summon = {
  about: 'raise an army of agents in Zellij or tmux panes',
  options: {
    model: "the model of every role; else what the formation says, else the agent's own",
    permissionMode: "the agents' permission mode, of every role: acceptEdits, auto …",
    session: 'the name of the session',
    here: 'raise a second army, though this folder or one above it in the checkout has one',
    rituals: 'type nothing into the panes at the start',
    detach: 'start without taking this terminal',
    resume: 'resume the unread mail and the conversations of the previous army',
    dashboard: "also open the dashboard, in a last tab of the army's session",
  },
  examples: {
    detached: 'start, and leave this terminal alone',
    planned: 'only show the plan',
    formation: 'another formation',
  },

  /** By a summons, of an army that ended by itself; and by a dismissal. */
  saved: (messages: number, path: string) =>
    `${messages === 1 ? '1 message' : `${messages} messages`} of the previous army went to ${path}`,
  resumed: (messages: number) =>
    messages === 1
      ? '1 unread message was carried over'
      : `${messages} unread messages were carried over`,
  goOn: (conversations: number) =>
    conversations === 1 ? '1 conversation resumed' : `${conversations} conversations resumed`,
  startFresh: (roles: readonly string[]) =>
    `${roles.join(', ')}: no conversation to resume, starting a new one`,

  /** A session without a terminal has panes of its own size. */
  cramped: (panes: number) =>
    `${panes} panes are very small while no terminal is attached: ovld types there only after ovld attach`,
  /** The army completes by itself once the person has answered. */
  waits: (roles: number, agent: string, question: Question) =>
    `${roles === 1 ? '1 role waits' : `${roles} roles wait`}: ${agent} ${
      question === 'trust' ? 'asks whether you trust this folder' : 'has a question for you'
    }: ovld attach`,
  up: (session: string, ready: number, roles: number) =>
    `The army ${session} is up: ${ready} of ${roles} roles ready. ovld attach joins it.`,

  /** Where some roles still run, or wait. */
  someEnded: (roles: readonly string[]) =>
    `ovld restart ${roles.join(' ')} starts ${roles.length === 1 ? 'the ended agent' : 'the ended agents'} again.`,
  /** The multiplexer shows only dead panes. */
  allEnded: (session: string) =>
    `The army ${session} is not up: every agent has ended. ovld summon starts it anew, ovld unsummon clears it away.`,

  playsIn: (scratch: string) =>
    `The agents are scripted: they play on a board of their own, in ${scratch}, and leave nothing in .ovld/.`,
  /** By a summons: the roles that got a message about unfinished work. */
  workGoesOn: (roles: readonly string[]) => `unfinished work announced to ${roles.join(', ')}`,
  stopping: 'Interrupted: ending what was started …',
  joinHere: (session: string) => `The army ${session} is up in this folder. Join it? [Y/n] `,
  joinAbove: (session: string, folder: string) =>
    `The army ${session} is up in ${folder}, the same checkout. Join it? [Y/n] `,
  joining: (session: string) => `The army ${session} is already up; joining it.`,
};
