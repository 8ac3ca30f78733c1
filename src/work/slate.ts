import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, Edit, Note, Sheets } from '../papers/papers.ts';
import type { Command } from './command.ts';
import type { Evaluation } from './evaluation.ts';
import type { Knowledge } from './knowledge.ts';
import type { BoardNotes } from './notes.ts';
import type { Report } from './report.ts';
import type { Task } from './task.ts';

/** What a decision knows besides the documents: who does what, the time, and the words. */
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

/**
 * The sheets with a decision's changes pencilled in. A document changed several times on the way is
 * edited once, to what it is in the end.
 */
export interface Slate {
  readonly sheets: Sheets;
  slot(id: string): Slot | undefined;
  /** Throws `unknown_task`. */
  known(id: string): Slot;
  slots(): readonly Slot[];
  put(task: Task, place: Place): void;
  commands(): readonly Command[];
  command(id: string): Command | undefined;
  putCommand(command: Command): void;
  putReport(report: Report): void;
  putEvaluation(evaluation: Evaluation): void;
  putKnowledge(knowledge: Knowledge): void;
  report(taskId: string): Report | undefined;
  evaluation(taskId: string): Evaluation | undefined;
  note(note: Note): void;
  decision<T>(value: T): Decision<T>;
}

export function slateOf(sheets: Sheets): Slate {
  const slots = new Map<string, Slot>();
  // A task that is in two places is taken where it is most alive.
  for (const task of sheets.finished) slots.set(task.task_id, { task, place: 'finished' });
  for (const task of sheets.waiting) slots.set(task.task_id, { task, place: 'waiting' });
  for (const task of sheets.current.values()) slots.set(task.task_id, { task, place: 'current' });
  const commands = new Map(sheets.commands.map((command) => [command.id, command]));
  const changedTasks = new Set<string>();
  const changedCommands = new Set<string>();
  const papers: Edit[] = [];
  const reports = new Map(sheets.reports);
  const evaluations = new Map(sheets.evaluations);
  const notes: Note[] = [];

  const slot = (id: string): Slot | undefined => {
    const here = slots.get(id);
    if (here !== undefined) return here;
    const task = sheets.finishedElsewhere(id);
    return task && { task, place: 'finished' };
  };
  return {
    sheets,
    slot,
    known(id) {
      const found = slot(id);
      if (found === undefined) throw new OvldError('unknown_task', { id });
      return found;
    },
    slots: () => [...slots.values()],
    put(task, place) {
      slots.set(task.task_id, { task, place });
      changedTasks.add(task.task_id);
    },
    commands: () => [...commands.values()],
    command: (id) => commands.get(id),
    putCommand(command) {
      commands.set(command.id, command);
      changedCommands.add(command.id);
    },
    putReport(report) {
      reports.set(report.task_id, report);
      papers.push({ paper: 'report', report });
    },
    putEvaluation(evaluation) {
      evaluations.set(evaluation.task_id, evaluation);
      papers.push({ paper: 'evaluation', evaluation });
    },
    putKnowledge: (knowledge) => void papers.push({ paper: 'knowledge', knowledge }),
    report: (taskId) => reports.get(taskId),
    evaluation: (taskId) => evaluations.get(taskId),
    note: (note) => void notes.push(note),
    decision<T>(value: T): Decision<T> {
      const tasks = [...changedTasks].flatMap((id): Edit[] => {
        const now = slots.get(id);
        return now === undefined ? [] : [{ paper: 'task', ...now }];
      });
      const orders = [...changedCommands].flatMap((id): Edit[] => {
        const command = commands.get(id);
        return command === undefined ? [] : [{ paper: 'command', command }];
      });
      return { value, edits: [...orders, ...tasks, ...papers], notes };
    },
  };
}

/** The tasks it waits for that are not done; one nobody knows any more never will be. */
export const unfinishedBlockers = (slate: Pick<Slate, 'slot'>, task: Task): string[] =>
  task.blocked_by.filter((id) => slate.slot(id)?.task.status !== 'done');

export function needDuty(by: Role, roles: readonly Role[], duty: string): void {
  if (!roles.includes(by)) throw new OvldError('not_your_duty', { role: by, duty });
}

export function needCommand(slate: Slate, id: string): Command {
  const command = slate.command(id);
  if (command === undefined) {
    const known = slate.commands().filter(({ status }) => status !== 'done');
    throw new OvldError('unknown_command', { id, known: known.map((each) => each.id) });
  }
  return command;
}

/** `cmd_007`; as many digits as it takes beyond 999. */
export const numbered = (prefix: string, number: number): string =>
  `${prefix}_${String(number).padStart(3, '0')}`;
