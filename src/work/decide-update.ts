import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import { needDuty, slateOf, unfinishedBlockers, type Rules, type Slate } from './slate.ts';
import { illegal, isOpen, moved } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import { settle } from './settle.ts';
import type { Task, TaskChange } from './task.ts';

export function decideUpdate(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  { task_id, status, reason }: TaskChange,
): Decision<{ task: Task }> {
  needDuty(by, rules.specialists, 'specialist');
  const slate = slateOf(sheets);
  const task = ownTask(slate, by, task_id, status);
  // Only by a person's hand can it have blockers now; it begins when they are done all the same.
  if (status === 'in_progress' && unfinishedBlockers(slate, task).length > 0)
    throw waiting({ ...task, status: 'blocked' }, status, ['assigned']);
  const changed: Task = { ...task, status: moved(task, status === 'blocked' ? 'halt' : 'begin') };
  delete changed.reason;
  if (status === 'blocked') {
    if (reason === undefined) throw new OvldError('reason_missing', { id: task.task_id });
    changed.reason = reason;
    const facts = { id: task.task_id, by, reason: clip(reason) };
    for (const to of rules.marshalls)
      slate.note(noteOf(by, to, 'report_received', rules.words.declaredBlocked(facts)));
  }
  slate.put(changed, 'current');
  settle(slate, rules, by);
  return slate.decision({ task: changed });
}

/** The task a specialist speaks of: the one he has, by name or without. */
export function ownTask(slate: Slate, by: Role, id: string | undefined, to: string): Task {
  const current = slate.slots().find(isCurrentOf(by))?.task;
  if (id === undefined) {
    if (current === undefined) throw new OvldError('no_task', { role: by });
    return current;
  }
  const { task, place } = slate.known(id);
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
  const { code, data } = illegal(task, to) as OvldError<'illegal_move'>;
  const from = task.status === 'assigned' ? 'queued' : task.status;
  return new OvldError(code, { ...data, from, allowed });
}
