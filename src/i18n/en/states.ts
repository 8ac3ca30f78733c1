import type { AgentState, Status } from '../../message/status.ts';

/** What is observed of an agent; a list may have its own word for one of these. */
export const agentStates = {
  idle: 'idle',
  busy: 'busy',
  waiting: 'waiting',
  limited: 'limited',
  retrying: 'retrying',
  unknown: 'unknown',
  deaf: 'no relay',
  gone: 'ended',
} satisfies Record<AgentState, string>;

/** What a role reports of itself. */
export const reportedStatuses = {
  idle: 'idle',
  working: 'working',
  blocked: 'blocked',
  done: 'done',
} satisfies Record<Status['status'], string>;

/** How far a command or a task of the board has come. */
export const workStatuses = {
  pending: 'pending',
  assigned: 'assigned',
  in_progress: 'in progress',
  done: 'done',
  blocked: 'blocked',
  ended: 'given up',
};
