import { OvldError } from '../errors.ts';
import { unfinishedBlockers, type Slate } from './slate.ts';
import { illegal, isOpen, moved } from './moves.ts';
import type { Task } from './task.ts';

/**
 * Puts a task's dependencies down, both ways: whatever it waits for names it in `blocks`, whatever
 * waits for it names it in `blocked_by`, and nothing else does. Throws before anything is changed.
 */
export function linked(slate: Slate, task: Task, blocks: string[], blockedBy: string[]): Task {
  const id = task.task_id;
  const [before, after] = [[...new Set(blockedBy)], [...new Set(blocks)]];
  if (before.includes(id) || after.includes(id))
    throw new OvldError('dependency_cycle', { cycle: [id, id] });
  for (const other of before) {
    const found = slate.known(other).task;
    // What was given up is never done: waiting for it would have no end.
    if (found.ended === true) throw illegal(found, 'done');
  }
  const held = after.map((other) => slate.known(other).task);
  // Those it held back before may be anything by now; a new one must not have begun.
  for (const other of held) if (!other.blocked_by.includes(id)) moved(other, 'hold');
  refuseCycle(slate, id, before, after);

  for (const other of new Set([...task.blocked_by, ...before])) {
    const slot = slate.slot(other);
    if (slot === undefined) continue;
    const names = naming(slot.task.blocks, id, before.includes(other));
    if (names !== slot.task.blocks) slate.put({ ...slot.task, blocks: names }, slot.place);
  }
  for (const other of new Set([...task.blocks, ...after])) {
    const slot = slate.slot(other);
    if (slot === undefined) continue;
    const names = naming(slot.task.blocked_by, id, after.includes(other));
    if (names === slot.task.blocked_by) continue;
    const changed = { ...slot.task, blocked_by: names };
    if (isOpen(changed) && after.includes(other)) {
      // Another task is the reason now.
      delete changed.reason;
      slate.put({ ...changed, status: moved(changed, 'hold') }, 'waiting');
    } else {
      slate.put(changed, slot.place);
    }
  }
  return { ...task, blocks: after, blocked_by: before };
}

function naming(ids: string[], id: string, wanted: boolean): string[] {
  if (ids.includes(id) === wanted) return ids;
  return wanted ? [...ids, id] : ids.filter((each) => each !== id);
}

/** Follows what each waits for, from the new task on; the way back to it is the cycle. */
function refuseCycle(slate: Slate, id: string, before: string[], after: string[]): void {
  const waitsFor = (of: string): readonly string[] => {
    if (of === id) return before;
    const task = slate.slot(of)?.task;
    if (task === undefined) return [];
    return naming(task.blocked_by, id, after.includes(of));
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
export function refuseFollowing(slate: Slate, id: string, follows: string, command: string): void {
  const { parent_cmd: parent } = slate.known(follows).task;
  const theirs = slate.command(parent)?.status ?? 'done';
  if (parent !== command && theirs !== 'done')
    throw new OvldError('other_command', { id: follows, command: parent });
  const path = [id];
  for (let at: string | undefined = follows; at !== undefined;) {
    const again = path.includes(at);
    path.push(at);
    if (again) throw new OvldError('dependency_cycle', { cycle: path.slice(path.indexOf(at)) });
    at = slate.slot(at)?.task.follows;
  }
}

/** Those that cannot go on without it. */
export const dependents = (slate: Slate, id: string): string[] =>
  slate
    .slots()
    .filter(({ task }) => isOpen(task) && unfinishedBlockers(slate, task).includes(id))
    .map(({ task }) => task.task_id);
