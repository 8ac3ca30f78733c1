import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import type { Assigned, TaskPlace } from './board.ts';
import {
  editBoard,
  requireCommand,
  assertDuty,
  formatId,
  findBlockers,
  type EditedBoard,
  type Rules,
} from './edited-board.ts';
import { linkTask, refuseFollowing } from './links.ts';
import { applyMove } from './moves.ts';
import { settleBoard } from './settle.ts';
import type { Task, TaskOrder } from './task.ts';

/** A new task, or one that is given out again: to the same specialist or another, as it says now. */
export function decideAssign(
  state: BoardState,
  rules: Rules,
  by: Role,
  order: TaskOrder,
): Decision<Assigned> {
  assertDuty(by, rules.marshalls, 'marshall');
  const edited = editBoard(state);
  const before = order.task_id === undefined ? undefined : again(edited, rules, order.task_id);
  const command = requireCommand(edited, order.parent_cmd);
  if (before !== undefined && before.parent_cmd !== command.id)
    throw new OvldError('other_command', { id: before.task_id, command: before.parent_cmd });
  if (command.status === 'done') throw new OvldError('command_closed', { id: command.id });
  const { specialists } = rules;
  if (!specialists.includes(order.assigned_to))
    throw new OvldError('not_a_specialist', { role: order.assigned_to, specialists });
  const id = before?.task_id ?? formatId('subtask', state.next.task);
  if (order.follows !== undefined) refuseFollowing(edited, id, order.follows, command.id);
  const bare = written(id, order, rules.now, before);
  const blocks = order.blocks ?? before?.blocks ?? [];
  const blockedBy = order.blocked_by ?? before?.blocked_by ?? [];
  edited.put(linkTask(edited, bare, blocks, blockedBy), 'waiting');
  settleBoard(edited, rules, by);
  const { task, place } = edited.known(id);
  const waitsFor = findBlockers(edited, task);
  return edited.decision({ task, place: placeOf(task, place), waitsFor });
}

/** What is being worked on stays where it is, unless its specialist is no longer in the army. */
function again(edited: EditedBoard, rules: Rules, id: string): Task {
  const { task } = edited.known(id);
  const gone = task.status === 'in_progress' && !rules.specialists.includes(task.assigned_to);
  if (!gone) applyMove(task, 'reassign');
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
