import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, Edit, Note, BoardState } from '../documents/documents.ts';
import type { Command } from './command.ts';
import type { Evaluation } from './evaluation.ts';
import type { Knowledge } from './knowledge.ts';
import type { BoardNotes } from './notes.ts';
import type { Report } from './report.ts';
import type { Task } from './task.ts';

/** What a decision knows besides the documents: the roles by duty, the time, and the words. */
export interface Rules {
  envoys: readonly Role[];
  marshalls: readonly Role[];
  specialists: readonly Role[];
  now: string;
  words: BoardNotes;
}

export type Place = 'current' | 'waiting' | 'finished';

interface Slot {
  task: Task;
  place: Place;
}

export type EditedBoard = ReturnType<typeof editBoard>;

/**
 * `BoardState` with the edits of one decision applied. A document changed several times on the way is
 * edited once, to what it is in the end.
 */
export function editBoard(state: BoardState) {
  const slots = new Map<string, Slot>();
  // A task in two places counts as current before waiting, and as waiting before finished.
  for (const task of state.finished) slots.set(task.task_id, { task, place: 'finished' });
  for (const task of state.waiting) slots.set(task.task_id, { task, place: 'waiting' });
  for (const task of state.current.values()) slots.set(task.task_id, { task, place: 'current' });
  const commands = new Map(state.commands.map((command) => [command.id, command]));
  const changedTasks = new Map<string, Edit>();
  const changedCommands = new Map<string, Edit>();
  const added: Edit[] = [];
  const reports = new Map(state.reports);
  const evaluations = new Map(state.evaluations);
  const notes: Note[] = [];

  const slot = (id: string): Slot | undefined => {
    const here = slots.get(id);
    if (here !== undefined) return here;
    const task = state.finishedElsewhere(id);
    return task && { task, place: 'finished' };
  };
  return {
    state,
    slot,
    /** Throws `unknown_task`. */
    known(id: string): Slot {
      const found = slot(id);
      if (found === undefined) throw new OvldError('unknown_task', { id });
      return found;
    },
    slots: (): readonly Slot[] => [...slots.values()],
    put(task: Task, place: Place): void {
      slots.set(task.task_id, { task, place });
      changedTasks.set(task.task_id, { kind: 'task', task, place });
    },
    commands: (): readonly Command[] => [...commands.values()],
    command: (id: string): Command | undefined => commands.get(id),
    putCommand(command: Command): void {
      commands.set(command.id, command);
      changedCommands.set(command.id, { kind: 'command', command });
    },
    putReport(report: Report): void {
      reports.set(report.task_id, report);
      added.push({ kind: 'report', report });
    },
    putEvaluation(evaluation: Evaluation): void {
      evaluations.set(evaluation.task_id, evaluation);
      added.push({ kind: 'evaluation', evaluation });
    },
    putKnowledge: (knowledge: Knowledge): void => void added.push({ kind: 'knowledge', knowledge }),
    report: (taskId: string): Report | undefined => reports.get(taskId),
    evaluation: (taskId: string): Evaluation | undefined => evaluations.get(taskId),
    note: (note: Note): void => void notes.push(note),
    decision<T>(value: T): Decision<T> {
      const edits = [...changedCommands.values(), ...changedTasks.values(), ...added];
      return { value, edits, notes };
    },
  };
}

/** The tasks it waits for that are not done; a task that no longer exists counts as not done. */
export const findBlockers = (edited: Pick<EditedBoard, 'slot'>, task: Task): string[] =>
  task.blocked_by.filter((id) => edited.slot(id)?.task.status !== 'done');

export function assertDuty(by: Role, roles: readonly Role[], duty: string): void {
  if (!roles.includes(by)) throw new OvldError('not_your_duty', { role: by, duty });
}

export function requireCommand(edited: EditedBoard, id: string): Command {
  const command = edited.command(id);
  if (command === undefined) {
    const known = edited.commands().filter(({ status }) => status !== 'done');
    throw new OvldError('unknown_command', { id, known: known.map((each) => each.id) });
  }
  return command;
}

/** `cmd_007`; as many digits as it takes beyond 999. */
export const formatId = (prefix: string, number: number): string =>
  `${prefix}_${String(number).padStart(3, '0')}`;
