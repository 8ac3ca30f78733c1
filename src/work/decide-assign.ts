import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import type { TaskPlace } from './board.ts';
import {
  slateOf,
  needCommand,
  needDuty,
  numbered,
  unfinishedBlockers,
  type Slate,
  type Rules,
} from './slate.ts';
import { linked, refuseFollowing } from './links.ts';
import { moved } from './moves.ts';
import { settle } from './settle.ts';
import type { Task, TaskOrder } from './task.ts';

export interface AssignDecision {
  task: Task;
  place: TaskPlace;
  waitsFor: readonly string[];
}

/** A new task, or one that is given out again: to the same specialist or another, as it says now. */
export function decideAssign(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  order: TaskOrder,
): Decision<AssignDecision> {
  needDuty(by, rules.marshalls, 'marshall');
  const slate = slateOf(sheets);
  const before = order.task_id === undefined ? undefined : again(slate, rules, order.task_id);
  const command = needCommand(slate, order.parent_cmd);
  if (before !== undefined && before.parent_cmd !== command.id)
    throw new OvldError('other_command', { id: before.task_id, command: before.parent_cmd });
  if (command.status === 'done') throw new OvldError('command_closed', { id: command.id });
  const { specialists } = rules;
  if (!specialists.includes(order.assigned_to))
    throw new OvldError('not_a_specialist', { role: order.assigned_to, specialists });
  const id = before?.task_id ?? numbered('subtask', sheets.next.task);
  if (order.follows !== undefined) refuseFollowing(slate, id, order.follows, command.id);
  const bare = written(id, order, rules.now, before);
  const blocks = order.blocks ?? before?.blocks ?? [];
  const blockedBy = order.blocked_by ?? before?.blocked_by ?? [];
  slate.put(linked(slate, bare, blocks, blockedBy), 'waiting');
  settle(slate, rules, by);
  const { task, place } = slate.known(id);
  const waitsFor = unfinishedBlockers(slate, task);
  return slate.decision({ task, place: placeOf(task, place), waitsFor });
}

/** What is being worked on stays where it is, unless whoever did is no longer in the army. */
function again(slate: Slate, rules: Rules, id: string): Task {
  const { task } = slate.known(id);
  const gone = task.status === 'in_progress' && !rules.specialists.includes(task.assigned_to);
  if (!gone) moved(task, 'reassign');
  return task;
}

function written(id: string, order: TaskOrder, now: string, before: Task | undefined): Task {
  const follows = order.follows ?? before?.follows;
  return {
    task_id: id,
    parent_cmd: order.parent_cmd,
    assigned_to: order.assigned_to,
    persona: order.persona,
    timestamp: now,
    status: 'assigned',
    objective: order.objective,
    deliverables: order.deliverables,
    context: order.context,
    blocks: before?.blocks ?? [],
    blocked_by: before?.blocked_by ?? [],
    ...(follows === undefined ? {} : { follows }),
  };
}

export function placeOf(task: Task, place: 'current' | 'waiting' | 'finished'): TaskPlace {
  if (place === 'current') return 'given';
  return task.status === 'blocked' ? 'waits' : 'queued';
}
