import type { Role } from '../army/role.ts';
import type { Command, CommandOrder } from './command.ts';
import type { Evaluation, EvaluationOrder } from './evaluation.ts';
import type { Knowledge, KnowledgeOrder } from './knowledge.ts';
import type { Report, ReportOrder } from './report.ts';
import type { Task, TaskChange, TaskOrder } from './task.ts';

/**
 * The work of an army: commands become tasks, tasks become reports, reports become evaluations,
 * evaluations become knowledge. `by` is the caller's own role, never an argument of a tool.
 *
 *   command  pending ─ first task ─▶ in_progress ─ all done, evaluated, no gap ─▶ done (the envoy is told)
 *   task     blocked (waits for others) ─ last blocker done ─▶ assigned ─▶ in_progress ─ report ─▶ done
 *                                                    ▲                          └─ failed ─▶ blocked
 *                                                    └──── the marshall assigns it again ────┘
 *
 * Every other move is refused (`illegal_move`). A specialist has one task at a time; the others wait
 * behind it. What a move causes for other roles (a released task, the next task, a done command) is part
 * of it: done whole, and after a crash finished by the next process.
 */
export interface Board {
  issue(by: Role, order: CommandOrder): Promise<Outcome & { command: Command }>;
  assign(by: Role, order: TaskOrder): Promise<Outcome & Assigned>;
  /** The task a specialist has now; undefined where it has none. Changes nothing. */
  current(role: Role): Promise<CurrentTask | undefined>;
  update(by: Role, change: TaskChange): Promise<Outcome & { task: Task }>;
  report(by: Role, order: ReportOrder): Promise<Outcome & Reported>;
  evaluate(by: Role, order: EvaluationOrder): Promise<Outcome & Evaluated>;
  /** `path` is relative to the project's own folder. */
  record(by: Role, order: KnowledgeOrder): Promise<{ knowledge: Knowledge; path: string }>;
  list(): Promise<BoardView>;
  /** One task with all that is known of it, finished ones too; throws `unknown_task`. */
  task(id: string): Promise<TaskView & { report?: Report; evaluation?: Evaluation }>;
  /** Finishes the changes a dead process had begun; returns their number. */
  recover(): Promise<number>;
  /** After a summons: sends a note to every role, or to `only`, whose work is unfinished; returns the roles. */
  resume(only?: Role): Promise<readonly Role[]>;
}

/** A message that was sent because of a move. */
export interface SentNotice {
  to: Role;
  /** The message's id; undefined where it could not be sent, which costs the move nothing. */
  id: string | undefined;
}

interface Outcome {
  told: readonly SentNotice[];
}

/** `given`: the specialist's current task. `queued`: behind its current task. `waits`: for other tasks. */
export type TaskPlace = 'given' | 'queued' | 'waits';

export interface Assigned {
  task: Task;
  place: TaskPlace;
  /** The tasks it waits for that are not done. */
  waitsFor: readonly string[];
}

export interface CurrentTask {
  task: Task;
  command: Command | undefined;
  /** How many of the specialist's tasks wait behind it. */
  queued: number;
}

export interface Reported {
  report: Report;
  task: Task;
  /** What the report says is missing, in the command's own words where they match. */
  gaps: readonly string[];
  /** Tasks that were released by it. */
  released: readonly string[];
  /** The specialist's next task, where there is one. */
  next: Task | undefined;
}

export interface Evaluated {
  evaluation: Evaluation;
  command: Command;
  /** What keeps the command from being done; empty where it is done. */
  open: OpenWork;
}

export interface OpenWork {
  unfinished: readonly string[];
  unevaluated: readonly string[];
  gaps: readonly string[];
  /** The marshall said that more tasks follow. */
  more: boolean;
}

export interface TaskView {
  task: Task;
  place: TaskPlace | 'finished';
  waitsFor: readonly string[];
  evaluated: boolean;
}

export interface BoardView {
  /** Those that are not done, then the last few that are. */
  commands: readonly Command[];
  /** Of each command with open gaps: what its reports say is missing and no later task has closed. */
  gaps: readonly { command: string; gaps: readonly string[] }[];
  /** Of those commands. */
  tasks: readonly TaskView[];
  specialists: readonly { role: Role; current: string | undefined; queued: readonly string[] }[];
  /** Documents that could not be read, with why. */
  faults: readonly { file: string; reason: string }[];
}
