import type { Role } from '../army/role.ts';
import type { Command } from '../work/command.ts';
import type { Evaluation } from '../work/evaluation.ts';
import type { Knowledge } from '../work/knowledge.ts';
import type { Report } from '../work/report.ts';
import type { Task } from '../work/task.ts';

/**
 * The documents of the board, in the project. The promise:
 *
 *  - `change` is one step, between processes too: no other call reads or writes half of it.
 *  - after it has returned, it survives a crash; killed on the way it either never happened, or the
 *    next call finishes it, messages included.
 *  - what a person wrote into a document (comments, order, unknown keys) stays as it is.
 *  - a document that cannot be read is set aside with its reason and named in `faults`.
 */
export interface BoardDocuments {
  /** The state as it is now; takes no lock. */
  read(): Promise<BoardState>;
  /** `decide` is pure and may be called again; it throws to refuse, and then nothing has happened. */
  change<T>(decide: (state: BoardState) => Decision<T>, needs?: Needs): Promise<Changed<T>>;
  /** Carries out the change a dead process had decided and not finished. */
  finish(): Promise<{ finished: number; notes: SentNote[] }>;
  /** A finished task, with its last report, from the archive. */
  archived(taskId: string): Promise<{ task: Task; report?: Report } | undefined>;
  evaluation(taskId: string): Promise<Evaluation | undefined>;
  /** All knowledge, evaluations' extracts included; read again only where files have changed. */
  knowledge(): Promise<readonly Filed<Knowledge>[]>;
}

/** Everything the board decides by: all open work, and the finished work that still matters. */
export interface BoardState {
  /** Every command that is not archived, in the order of the file. */
  commands: readonly Command[];
  /** `queue/tasks/<specialist>.yaml`. */
  current: ReadonlyMap<Role, Task>;
  /** `queue/tasks/waiting/`, oldest first. */
  waiting: readonly Task[];
  /** The finished tasks of those commands. */
  finished: readonly Task[];
  /** The last report on each task of those commands. */
  reports: ReadonlyMap<string, Report>;
  /** Evaluations of the tasks of those commands. */
  evaluations: ReadonlyMap<string, Evaluation>;
  /** A task of an archived command that was mentioned; for dependencies. */
  finishedElsewhere(taskId: string): Task | undefined;
  /** Unused numbers; those of knowledge only where `Needs` asked for them. */
  next: { command: number; task: number; knowledge: { pattern: number; lesson: number } };
  faults: readonly { file: string; reason: string }[];
}

export interface Decision<T> {
  value: T;
  edits: readonly Edit[];
  notes: readonly Note[];
}

/** What a decision reads beside the open work; always reading it would cost more with every year. */
export interface Needs {
  /** The tasks it asks `finishedElsewhere` for. */
  tasks?: readonly string[];
  /** It gives knowledge a number. */
  knowledge?: boolean;
  /** It gives a task a number. */
  task?: boolean;
}

export interface Changed<T> {
  value: T;
  notes: SentNote[];
  /** Where knowledge was filed, relative to the project's own folder. */
  filed: readonly string[];
}

/** The new content of a document. The backend knows its file, and changes only what differs in its text. */
export type Edit =
  | { kind: 'command'; command: Command }
  | { kind: 'task'; task: Task; place: 'current' | 'waiting' | 'finished' }
  | { kind: 'report'; report: Report }
  | { kind: 'evaluation'; evaluation: Evaluation }
  | { kind: 'knowledge'; knowledge: Knowledge };

/** A message that is part of a change. */
export interface Note {
  from: Role;
  to: Role;
  type: 'task_assigned' | 'report_received' | 'wake_up';
  subject: string;
  body: string;
}

export interface SentNote {
  note: Note;
  id: string | undefined;
}

export interface Filed<T> {
  document: T;
  /** Relative to the project's own folder. */
  path: string;
}

/** Remarks beside the fields of a new document, in the language of the army. */
export interface DocumentHints {
  blocks: string;
  blocked_by: string;
  found: string;
  correctness: string;
  code_quality: string;
  efficiency: string;
}
