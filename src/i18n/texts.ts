import type { AlertKind } from '../army/human.ts';
import type { Question } from '../agent/agent.ts';
import type { ErrorData, WakeFailure } from '../errors.ts';
import type { DoorbellWords } from './doorbells.ts';

export type Language = 'en' | 'ja';

/** What went wrong, and what to do about it. */
export interface Explanation {
  what: string;
  hint: string;
}

type BoardErrorCode =
  | 'unknown_type'
  | 'queue_locked'
  | 'paper_invalid'
  | 'paper_too_large'
  | 'board_off'
  | 'not_your_duty'
  | 'not_a_specialist'
  | 'unknown_command'
  | 'unknown_task'
  | 'no_task'
  | 'not_your_task'
  | 'illegal_move'
  | 'dependency_cycle'
  | 'task_has_dependents'
  | 'command_closed'
  | 'other_command'
  | 'reason_missing'
  | 'gaps_contradict'
  | 'unknown_criterion'
  | 'not_reported'
  | 'already_evaluated';

export type BoardErrors = Pick<Texts['errors'], BoardErrorCode>;

/**
 * What every process may have to say: failures, nudges, the replies of the five tools. A relay evaluates
 * this at its start and nothing else; what belongs to one command or the board has a file of its own,
 * `<topic>.ts` with a record of both languages. A language that lacks a text does not compile.
 */
export interface Texts {
  errors: { [C in keyof ErrorData]: (data: ErrorData[C]) => Explanation };
  wake: Record<WakeFailure, string>;
  nudge: (nudge: { from: string | undefined; mark: string }) => string;
  /** Before a role's ritual, where its agent's conversation was cleared, compacted or resumed. */
  roleAgain: string;
  /** `wakes`: somebody can ring for this role's mail. */
  instructions(role: string, wakes: boolean): string;
  sent(id: string, to: string): string;
  ringing: string;
  coalesced: string;
  typed: string;
  person: string;
  storedNotWoken(reason: string, code: string): string;
  notSent(to: string, what: string): string;
  broadcast(delivered: number, of: number): string;
  inboxEmpty: string;
  inbox(count: number): string;
  more(remaining: number): string;
  redelivered(times: number): string;
  statusSet(status: string, task: string): string;
  /** To one of two agents that wrote to each other without end. */
  exchangeHeld(other: string): string;
}

/** The commands and options of the program, one line each. */
export interface CliTexts {
  description: string;
  relay: string;
  mockAgent: string;
  notSeconds: string;
  summon: string;
  unsummon: string;
  attach: string;
  status: string;
  inject: string;
  log: string;
  hold: string;
  release: string;
  watch: string;
  /** The words after `inject`, and after `hold` and `release`. */
  roles: string;
  roleOrAll: string;
  restart: string;
  restartRoles: string;
  flags: Record<CliFlag, string>;
  mockFlags: Record<MockAgentFlag, string>;
  notOneOf(values: readonly string[]): string;
  notSomeOf(values: readonly string[]): string;
  notUpTo(most: number): string;
  notSession: string;
  notSince: string;
}

/** `ovld queue`: what it is, and what it says. */
export interface QueueTexts {
  about: string;
  write: string;
  list: string;
  target: string;
  message: string;
  type: string;
  from: string;
  fromMissing: string;
  nothingSaid: string;
  written(id: string, to: string): string;
  empty: string;
  noQueue: string;
  /** To an agent that has no relay: where its mail is, and what to do with it. */
  nudgeToFile(nudge: { from: string | undefined; mark: string; file: string }): string;
}

export type CliFlag =
  | 'formation'
  | 'mux'
  | 'agent'
  | 'specialists'
  | 'store'
  | 'toolsets'
  | 'session'
  | 'newSession'
  | 'noRituals'
  | 'detach'
  | 'resume'
  | 'resumeRole'
  | 'dryRun'
  | 'all'
  | 'force'
  | 'json'
  | 'follow'
  | 'role'
  | 'since';

export type MockAgentFlag =
  | 'mcpConfig'
  | 'record'
  | 'control'
  | 'bootMs'
  | 'script'
  | 'roleName'
  | 'ritual'
  | 'resume'
  | 'noState';

interface DryFormation {
  name: string;
  roles: readonly unknown[];
  mux: string;
  store: string;
  toolsets: readonly string[];
}

/** What summon, unsummon, attach and status say to the person at the terminal. */
export interface ArmyTexts {
  steps: Record<'starting' | 'ready' | 'given' | 'skipped', string>;
  /** By a summons, of an army that ended by itself; and by a dismissal. */
  saved(messages: number, path: string): string;
  kept(messages: number, path: string): string;
  resumed(messages: number): string;
  goOn(conversations: number): string;
  startFresh(roles: readonly string[]): string;
  versionUnread(program: string): string;
  /** A session nobody looks at has panes of its own size. */
  cramped(panes: number): string;
  endedAgent(role: string, pids: readonly number[], busy: boolean): string;
  reseated(role: string, pane: string, conversation: 'fresh' | 'resumed' | 'lost'): string;
  up(session: string, ready: number, roles: number): string;
  /** By a summons: who was told of unfinished work. */
  workGoesOn(roles: readonly string[]): string;
  /** What was asked of a formation that does not have it. */
  noCount(formation: string): string;
  noDuty(duty: string, formation: string): string;
  joining(session: string): string;
  watching(session: string, inboxes: number): string;
  nudged(role: string): string;
  alreadyUp(session: string): string;
  switched(session: string): string;
  detached(session: string): string;
  ended(session: string): string;
  confirm(session: string, folder: string): string;
  which(sessions: readonly string[]): string;
  dismissed(session: string): string;
  nothing: string;
  dryFormation(formation: DryFormation): string;
  dryFiles: string;
  dryCommands: string;
  columns: Record<
    'role' | 'declared' | 'agent' | 'relay' | 'unread' | 'wake' | 'pane' | 'ritual',
    string
  >;
  standing: Record<'live' | 'exited' | 'gone' | 'foreign', string>;
  orphans(pids: readonly number[]): string;
  agent: Record<'idle' | 'busy' | 'waiting' | 'unknown' | 'deaf' | 'gone', string>;
  relay: Record<'alive' | 'gone', string>;
  /** What a role says of itself. */
  status: Record<'idle' | 'working' | 'blocked' | 'done', string>;
  doorbells: DoorbellWords;
  /** Of the person's own. */
  yourMail(unread: number): string;
  ritual: Record<'due' | 'given' | 'skipped' | 'none', string>;
  mail(role: string, unread: number, why: string): string;
  ritualSkipped(role: string, why: string): string;
  noPane(role: string, why: string): string;
  /** Its agent's question, to be answered in its pane. */
  asks(role: string, question: string): string;
  questions: Record<Question, string>;
  /** No agent, and no pane it could still come up in. */
  gone(role: string): string;
  unreachable(role: string): string;
  /** Of a role, or of its exchange with another; since when, and by whom. */
  held(role: string, other: string | undefined, by: 'person' | 'guard', since: string): string;
  holding(role: string): string;
  alreadyHeld(role: string): string;
  released(role: string, other: string | undefined): string;
  nothingHeld: string;
}

/** `ovld log`: one line an event. */
export interface LogTexts {
  events: Record<LogEvent, string>;
  urgent: string;
  as: Record<'own' | 'sender' | 'deputy' | 'hook', string>;
  why: Record<'cancelled' | 'died' | 'left', string>;
  doorbells: DoorbellWords;
  by: Record<'person' | 'guard', string>;
  alerts: Record<AlertKind, string>;
  tookMs(ms: number): string;
  sameConversation: string;
  /** The end of following: the army was dismissed. */
  over: string;
}

export type LogEvent =
  | 'stored'
  | 'rung'
  | 'ring_failed'
  | 'fetched'
  | 'acknowledged'
  | 'put_back'
  | 'resumed'
  | 'quarantined'
  | 'unreachable'
  | 'confirmed'
  | 'held'
  | 'released'
  | 'alerted'
  | 'restarted'
  | 'reconnected';
