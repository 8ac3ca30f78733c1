import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import {
  assertDuty,
  editBoard,
  findBlockers,
  type Rules,
  type EditedBoard,
} from './edited-board.ts';
import { illegalMove, isOpen, applyMove } from './moves.ts';
import { clip, writeNote } from './notes.ts';
import { settleBoard } from './settle.ts';
import type { Task, TaskChange } from './task.ts';

export function decideUpdate(
  state: BoardState,
  rules: Rules,
  by: Role,
  { task_id, status, reason }: TaskChange,
): Decision<{ task: Task }> {
  assertDuty(by, rules.specialists, 'specialist');
  const edited = editBoard(state);
  const task = ownTask(edited, by, task_id, status);
  // Only by a person's hand can it have blockers now; it begins when they are done all the same.
  if (status === 'in_progress' && findBlockers(edited, task).length > 0)
    throw waiting({ ...task, status: 'blocked' }, status, ['assigned']);
  const changed: Task = {
    ...task,
    status: applyMove(task, status === 'blocked' ? 'halt' : 'begin'),
  };
  delete changed.reason;
  if (status === 'blocked') {
    if (reason === undefined) throw new OvldError('reason_missing', { id: task.task_id });
    changed.reason = reason;
    const facts = { id: task.task_id, by, reason: clip(reason) };
    for (const to of rules.marshalls)
      edited.note(writeNote(by, to, 'report_received', rules.words.declaredBlocked(facts)));
  }
  edited.put(changed, 'current');
  settleBoard(edited, rules, by);
  return edited.decision({ task: changed });
}

/** The task a specialist speaks of: the one he has, by name or without. */
export function ownTask(edited: EditedBoard, by: Role, id: string | undefined, to: string): Task {
  const current = edited.slots().find(isCurrentOf(by))?.task;
  if (id === undefined) {
    if (current === undefined) throw new OvldError('no_task', { role: by });
    return current;
  }
  const { task, place } = edited.known(id);
  if (task.assigned_to !== by)
    throw new OvldError('not_your_task', { id, owner: task.assigned_to });
  if (place === 'current' || !isOpen(task)) return task;
  if (task.status === 'blocked') throw waiting(task, to, ['assigned']);
  throw waiting({ ...task, status: 'assigned' }, to, ['given']);
}

const isCurrentOf =
  (role: Role) =>
  ({ task, place }: { task: Task; place: string }): boolean =>
    place === 'current' && task.assigned_to === role;

function waiting(task: Task, to: string, allowed: string[]): OvldError {
  const { code, data } = illegalMove(task, to) as OvldError<'illegal_move'>;
  const from = task.status === 'assigned' ? 'queued' : task.status;
  return new OvldError(code, { ...data, from, allowed });
}
