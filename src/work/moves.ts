import { OvldError } from '../errors.ts';
import type { Task, TaskStatus } from './task.ts';

/**
 * Every legal move of a task. What is not here is refused.
 *
 *   begin     its specialist starts it, or goes on with one it had declared blocked
 *   halt      its specialist cannot go on, and says why
 *   finish    a report: done          fail      a report: failed or blocked
 *   block     it gets a blocker       unblock   its last blocker is done
 *   reassign  by the marshall         end       given up by the marshall
 */
export const taskMoves = {
  begin: { assigned: 'in_progress', blocked: 'in_progress' },
  halt: { in_progress: 'blocked' },
  finish: { in_progress: 'done' },
  fail: { in_progress: 'blocked' },
  block: { assigned: 'blocked', blocked: 'blocked' },
  unblock: { blocked: 'assigned' },
  reassign: { assigned: 'assigned', blocked: 'assigned' },
  end: { assigned: 'blocked', blocked: 'blocked' },
} as const satisfies Record<string, Partial<Record<TaskStatus, TaskStatus>>>;

export type TaskMove = keyof typeof taskMoves;

const targets: Record<TaskMove, string> = {
  begin: 'in_progress',
  halt: 'blocked',
  finish: 'done',
  fail: 'blocked',
  block: 'blocked',
  unblock: 'assigned',
  reassign: 'assigned',
  end: 'ended',
};

/** The status a move leads to; throws `illegal_move`. */
export function applyMove(task: Task, move: TaskMove): TaskStatus {
  const rows: Partial<Record<TaskStatus, TaskStatus>> = taskMoves[move];
  const to = isOpen(task) ? rows[task.status] : undefined;
  if (to === undefined) throw illegalMove(task, targets[move]);
  return to;
}

export function illegalMove(task: Task, to: string): OvldError {
  const from = task.ended === true ? 'ended' : task.status;
  // The refused status may be another role's to set: naming it as possible would mislead.
  const allowed = listAllowed(task).filter((status) => status !== to);
  return new OvldError('illegal_move', { id: task.task_id, from, to, allowed });
}

export function listAllowed(task: Task): TaskStatus[] {
  if (!isOpen(task)) return [];
  const rows = Object.values(taskMoves) as Partial<Record<TaskStatus, TaskStatus>>[];
  const reached = rows.flatMap((row) => row[task.status] ?? []);
  return [...new Set(reached)].filter((status) => status !== task.status);
}

export const isOpen = ({ status, ended }: Task): boolean => status !== 'done' && ended !== true;
