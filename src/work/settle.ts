import type { Role } from '../army/role.ts';
import type { Command } from './command.ts';
import { findBlockers, type EditedBoard, type Rules } from './edited-board.ts';
import { isOpen, applyMove } from './moves.ts';
import { clip, writeNote } from './notes.ts';
import type { Task } from './task.ts';

/**
 * Applies what a move, or a person's edit of the documents, means for all other tasks: finished ones
 * leave, released ones queue, a free specialist gets the next of its queue and a note about it. A
 * second call changes nothing. `released`: the tasks whose last blocker is done now.
 */
export function settleBoard(edited: EditedBoard, rules: Rules, by: Role): { released: string[] } {
  const released = placeTasks(edited);
  const given = rules.specialists.flatMap((role) => findNextTask(edited, role) ?? []);
  for (const task of given) {
    edited.put(task, 'current');
    const { task_id: id, parent_cmd: command, persona, assigned_to: to } = task;
    const words = rules.words.taskGiven({ id, command, persona, objective: clip(task.objective) });
    // Whichever move released the task, the note comes from the marshall: only it gives tasks.
    edited.note(writeNote(rules.marshalls[0] ?? by, to, 'task_assigned', words));
  }
  announceWithdrawn(edited, rules, by);
  for (const command of edited.commands()) {
    const begun = edited.slots().some(({ task }) => task.parent_cmd === command.id);
    if (command.status === 'pending' && begun)
      edited.putCommand({ ...command, status: 'in_progress' });
  }
  return { released };
}

function placeTasks(edited: EditedBoard): string[] {
  const released: string[] = [];
  for (const { task, place: now } of edited.slots()) {
    if (now === 'finished') continue;
    const waits = findBlockers(edited, task).length > 0;
    if (!isOpen(task)) {
      edited.put(task, 'finished');
    } else if (task.status === 'assigned' && waits) {
      edited.put({ ...task, status: applyMove(task, 'block') }, 'waiting');
    } else if (now === 'waiting' && task.status === 'in_progress') {
      // A person wrote this status: a task that is not given is not in progress.
      edited.put({ ...task, status: waits ? 'blocked' : 'assigned' }, 'waiting');
    } else if (now === 'waiting' && task.status === 'blocked' && !waits && !task.reason) {
      edited.put({ ...task, status: applyMove(task, 'unblock') }, 'waiting');
      released.push(task.task_id);
    }
  }
  return released;
}

function findNextTask(edited: EditedBoard, role: Role): Task | undefined {
  const own = edited.slots().filter(({ task }) => task.assigned_to === role);
  if (own.some(({ place: now }) => now === 'current')) return undefined;
  const [first] = listQueue(edited, role);
  return first;
}

/** The specialist's tasks that could begin, in order: by the command's priority, then by age. */
export function listQueue(edited: Pick<EditedBoard, 'slots' | 'command'>, role: Role): Task[] {
  const ready = edited
    .slots()
    .filter(({ task, place: now }) => now === 'waiting' && task.assigned_to === role)
    .filter(({ task }) => task.status === 'assigned')
    .map(({ task }) => task);
  const rank = (task: Task): number => ranks[edited.command(task.parent_cmd)?.priority ?? 'medium'];
  return ready.toSorted((a, b) => rank(a) - rank(b) || compareAge(a, b));
}

const ranks: Record<Command['priority'], number> = { high: 0, medium: 1, low: 2 };

/** Several tasks may be given within a second: then their numbers say which came first. */
export function compareAge(a: Task, b: Task): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return readNumber(a.task_id) - readNumber(b.task_id) || (a.task_id < b.task_id ? -1 : 1);
}

export const readNumber = (id: string): number => Number(/_(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** Sends a note to each specialist that lost its task in this move without having reported. */
function announceWithdrawn(edited: EditedBoard, rules: Rules, by: Role): void {
  for (const [role, before] of edited.state.current) {
    const now = edited.slot(before.task_id);
    if (now === undefined || role === by || now.task.status === 'done') continue;
    const isOwn = now.place === 'current' && now.task.assigned_to === role;
    if (isOwn || !rules.specialists.includes(role)) continue;
    const to = now.task.assigned_to === role ? undefined : now.task.assigned_to;
    const facts = { id: before.task_id, to, ended: now.task.ended === true };
    edited.note(writeNote(by, role, 'wake_up', rules.words.taskWithdrawn(facts)));
  }
}
