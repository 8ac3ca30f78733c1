import type { Role } from '../army/role.ts';
import type { Command } from './command.ts';
import { unfinishedBlockers, type Slate, type Rules } from './slate.ts';
import { isOpen, moved } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import type { Task } from './task.ts';

export interface Settled {
  /** Tasks whose last blocker is done now. */
  released: string[];
}

/**
 * What follows from a move for everybody else, and from what a person did to the documents: finished
 * tasks leave, released ones queue, whoever is free gets the next of its queue and is told. Doing it
 * twice changes nothing the second time.
 */
export function settle(slate: Slate, rules: Rules, by: Role): Settled {
  const released = place(slate);
  const given = rules.specialists.flatMap((role) => nextFor(slate, role) ?? []);
  for (const task of given) {
    slate.put(task, 'current');
    const { task_id: id, parent_cmd: command, persona, assigned_to: to } = task;
    const words = rules.words.taskGiven({ id, command, persona, objective: clip(task.objective) });
    // Whoever's move released it: tasks are the marshall's to give.
    slate.note(noteOf(rules.marshalls[0] ?? by, to, 'task_assigned', words));
  }
  withdraw(slate, rules, by);
  for (const command of slate.commands()) {
    const begun = slate.slots().some(({ task }) => task.parent_cmd === command.id);
    if (command.status === 'pending' && begun)
      slate.putCommand({ ...command, status: 'in_progress' });
  }
  return { released };
}

function place(slate: Slate): string[] {
  const released: string[] = [];
  for (const { task, place: now } of slate.slots()) {
    if (now === 'finished') continue;
    const waits = unfinishedBlockers(slate, task).length > 0;
    if (!isOpen(task)) {
      slate.put(task, 'finished');
    } else if (task.status === 'assigned' && waits) {
      slate.put({ ...task, status: moved(task, 'hold') }, 'waiting');
    } else if (now === 'waiting' && task.status === 'in_progress') {
      // By a person's hand: nobody works on what is not given.
      slate.put({ ...task, status: waits ? 'blocked' : 'assigned' }, 'waiting');
    } else if (now === 'waiting' && task.status === 'blocked' && !waits && !task.reason) {
      slate.put({ ...task, status: moved(task, 'release') }, 'waiting');
      released.push(task.task_id);
    }
  }
  return released;
}

function nextFor(slate: Slate, role: Role): Task | undefined {
  const his = slate.slots().filter(({ task }) => task.assigned_to === role);
  if (his.some(({ place: now }) => now === 'current')) return undefined;
  const [first] = queueOf(slate, role);
  return first;
}

/** Those that could begin, in the order they will: by the command's priority, then by age. */
export function queueOf(slate: Pick<Slate, 'slots' | 'command'>, role: Role): Task[] {
  const ready = slate
    .slots()
    .filter(({ task, place: now }) => now === 'waiting' && task.assigned_to === role)
    .filter(({ task }) => task.status === 'assigned')
    .map(({ task }) => task);
  const rank = (task: Task): number => ranks[slate.command(task.parent_cmd)?.priority ?? 'medium'];
  return ready.toSorted((a, b) => rank(a) - rank(b) || byAge(a, b));
}

const ranks: Record<Command['priority'], number> = { high: 0, medium: 1, low: 2 };

/** Several tasks are given out within a second: then their numbers say which came first. */
export function byAge(a: Task, b: Task): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return numberIn(a.task_id) - numberIn(b.task_id) || (a.task_id < b.task_id ? -1 : 1);
}

export const numberIn = (id: string): number => Number(/_(\d{1,9})$/.exec(id)?.[1] ?? 0);

/** Whoever had a task this morning and has it no longer, without having reported, is told. */
function withdraw(slate: Slate, rules: Rules, by: Role): void {
  for (const [role, before] of slate.sheets.current) {
    const now = slate.slot(before.task_id);
    if (now === undefined || role === by || now.task.status === 'done') continue;
    const his = now.place === 'current' && now.task.assigned_to === role;
    if (his || !rules.specialists.includes(role)) continue;
    const to = now.task.assigned_to === role ? undefined : now.task.assigned_to;
    const facts = { id: before.task_id, to, ended: now.task.ended === true };
    slate.note(noteOf(by, role, 'wake_up', rules.words.taskWithdrawn(facts)));
  }
}
