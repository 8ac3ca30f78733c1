import type { Role } from '../army/role.ts';
import type { Command, CommandOrder } from './command.ts';
import type { Evaluation, EvaluationOrder } from './evaluation.ts';
import type { Knowledge, KnowledgeOrder } from './knowledge.ts';
import type { Report, ReportOrder } from './report.ts';
import type { Task, TaskChange, TaskOrder } from './task.ts';

/**
 * The work of an army: commands become tasks, tasks become reports, reports become evaluations,
 * evaluations become knowledge. Who acts is the caller's own role, never an argument of a tool.
 *
 *   command  pending ─ first task ─▶ in_progress ─ all done, evaluated, no gap ─▶ done (the envoy is told)
 *   task     blocked (waits for others) ─ last blocker done ─▶ assigned ─▶ in_progress ─ report ─▶ done
 *                                                    ▲                          └─ failed ─▶ blocked
 *                                                    └──── the marshall assigns it again ────┘
 *
 * Every other move is refused (`illegal_move`). A specialist has one task at a time; the others wait
 * behind it. Whatever a move brings about for others (a release, the next task, a done command) is part
 * of it: done whole, or by the next who comes after a crash.
 */
export interface Board {
  issue(by: Role, order: CommandOrder): Promise<Issued>;
  assign(by: Role, order: TaskOrder): Promise<Assigned>;
  /** The task a specialist has now; undefined where it has none. Changes nothing. */
  current(role: Role): Promise<CurrentTask | undefined>;
  update(by: Role, change: TaskChange): Promise<Updated>;
  report(by: Role, order: ReportOrder): Promise<Reported>;
  evaluate(by: Role, order: EvaluationOrder): Promise<Evaluated>;
  record(by: Role, order: KnowledgeOrder): Promise<Recorded>;
  list(): Promise<BoardView>;
  /** One task with all that is known of it, finished ones too; throws `unknown_task`. */
  task(id: string): Promise<TaskView & { report?: Report; evaluation?: Evaluation }>;
  /** Finishes what somebody who died had begun; how many changes that were. */
  recover(): Promise<number>;
  /** After a summons: tells everybody, or one, whose work is unfinished. Whom it told. */
  resume(only?: Role): Promise<readonly Role[]>;
}

/** Who was sent a message because of a move. */
export interface Told {
  to: Role;
  /** The message's id; undefined where it could not be sent, which costs the move nothing. */
  id: string | undefined;
}

interface Outcome {
  told: readonly Told[];
}

export interface Issued extends Outcome {
  command: Command;
}

/** `given`: it is the specialist's current task. `queued`: behind another of his. `waits`: for others. */
export type TaskPlace = 'given' | 'queued' | 'waits';

export interface Assigned extends Outcome {
  task: Task;
  place: TaskPlace;
  /** The tasks it waits for that are not done. */
  waitsFor: readonly string[];
}

export interface CurrentTask {
  task: Task;
  command: Command | undefined;
  /** How many tasks of his wait behind it. */
  queued: number;
}

export interface Updated extends Outcome {
  task: Task;
}

export interface Reported extends Outcome {
  report: Report;
  task: Task;
  /** What the report says is missing, in the command's own words where they match. */
  gaps: readonly string[];
  /** Tasks that were released by it. */
  released: readonly string[];
  /** The specialist's next task, where there is one. */
  next: Task | undefined;
}

export interface Evaluated extends Outcome {
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

export interface Recorded {
  knowledge: Knowledge;
  /** Relative to the project's own folder. */
  path: string;
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
  /** What the reports on a command say is missing, and nobody has seen to; only of those that lack something. */
  gaps: readonly { command: string; gaps: readonly string[] }[];
  /** Of those commands. */
  tasks: readonly TaskView[];
  specialists: readonly { role: Role; current: string | undefined; queued: readonly string[] }[];
  /** Documents that could not be read, with why. */
  faults: readonly { file: string; reason: string }[];
}
