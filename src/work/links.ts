import { OvldError } from '../errors.ts';
import { findBlockers, type EditedBoard } from './edited-board.ts';
import { illegalMove, isOpen, applyMove } from './moves.ts';
import type { Task } from './task.ts';

/**
 * Writes a task's dependencies on both sides: each task it waits for names it in `blocks`, each task
 * that waits for it names it in `blocked_by`, and no other does. Throws before anything is changed.
 */
export function linkTask(
  edited: EditedBoard,
  task: Task,
  blocks: string[],
  blockedBy: string[],
): Task {
  const id = task.task_id;
  const [before, after] = [[...new Set(blockedBy)], [...new Set(blocks)]];
  if (before.includes(id) || after.includes(id))
    throw new OvldError('dependency_cycle', { cycle: [id, id] });
  for (const other of before) {
    const found = edited.known(other).task;
    // A task that was given up is never done: waiting for it would never end.
    if (found.ended === true) throw illegalMove(found, 'done');
  }
  const held = after.map((other) => edited.known(other).task);
  // A task it blocked before may have any status by now; a newly blocked one must not have begun.
  for (const other of held) if (!other.blocked_by.includes(id)) applyMove(other, 'block');
  refuseCycle(edited, id, before, after);

  for (const other of new Set([...task.blocked_by, ...before])) {
    const slot = edited.slot(other);
    if (slot === undefined) continue;
    const names = setMember(slot.task.blocks, id, before.includes(other));
    if (names !== slot.task.blocks) edited.put({ ...slot.task, blocks: names }, slot.place);
  }
  for (const other of new Set([...task.blocks, ...after])) {
    const slot = edited.slot(other);
    if (slot === undefined) continue;
    const names = setMember(slot.task.blocked_by, id, after.includes(other));
    if (names === slot.task.blocked_by) continue;
    const changed = { ...slot.task, blocked_by: names };
    if (isOpen(changed) && after.includes(other)) {
      // Another task is the reason now.
      delete changed.reason;
      edited.put({ ...changed, status: applyMove(changed, 'block') }, 'waiting');
    } else {
      edited.put(changed, slot.place);
    }
  }
  return { ...task, blocks: after, blocked_by: before };
}

function setMember(ids: string[], id: string, wanted: boolean): string[] {
  if (ids.includes(id) === wanted) return ids;
  return wanted ? [...ids, id] : ids.filter((each) => each !== id);
}

/** Walks along `blocked_by` from the new task on; a way back to it is the cycle. */
function refuseCycle(edited: EditedBoard, id: string, before: string[], after: string[]): void {
  const waitsFor = (of: string): readonly string[] => {
    if (of === id) return before;
    const task = edited.slot(of)?.task;
    if (task === undefined) return [];
    return setMember(task.blocked_by, id, after.includes(of));
  };
  const seen = new Set<string>();
  const path: { id: string; next: number }[] = [{ id, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = waitsFor(top.id)[top.next];
    top.next += 1;
    if (next === undefined) path.pop();
    else if (next === id)
      throw new OvldError('dependency_cycle', { cycle: [...path.map((step) => step.id), id] });
    else if (!seen.has(next)) {
      seen.add(next);
      path.push({ id: next, next: 0 });
    }
  }
}

/**
 * Tasks that follow each other would each close the gaps the other left, and their command would be done
 * with everything missing. The gaps of a command that is open are closed by its own tasks alone.
 */
export function refuseFollowing(
  edited: EditedBoard,
  id: string,
  follows: string,
  command: string,
): void {
  const { parent_cmd: parent } = edited.known(follows).task;
  const theirs = edited.command(parent)?.status ?? 'done';
  if (parent !== command && theirs !== 'done')
    throw new OvldError('other_command', { id: follows, command: parent });
  const path = [id];
  for (let at: string | undefined = follows; at !== undefined;) {
    const again = path.includes(at);
    path.push(at);
    if (again) throw new OvldError('dependency_cycle', { cycle: path.slice(path.indexOf(at)) });
    at = edited.slot(at)?.task.follows;
  }
}

/** The open tasks that wait for it. */
export const findDependents = (edited: EditedBoard, id: string): string[] =>
  edited
    .slots()
    .filter(({ task }) => isOpen(task) && findBlockers(edited, task).includes(id))
    .map(({ task }) => task.task_id);
