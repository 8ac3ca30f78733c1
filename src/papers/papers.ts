import type { Role } from '../army/role.ts';
import type { Command } from '../work/command.ts';
import type { Evaluation } from '../work/evaluation.ts';
import type { Knowledge } from '../work/knowledge.ts';
import type { Report } from '../work/report.ts';
import type { Task } from '../work/task.ts';

/**
 * The documents of the work, in the project. The promise:
 *
 *  - `change` is one step to everybody else, between processes too: nobody reads or writes half of it.
 *  - once it has returned, it survives a crash; killed on the way it is either as if it had never been
 *    asked for, or finished by whoever comes next (`unfinished`), messages included.
 *  - what a person wrote into a document (comments, order, keys we do not know) stays as it is.
 *  - a document that cannot be read is set aside with its reason and named in `faults`.
 */
export interface Papers {
  /** As it is now, without keeping anybody out. */
  read(): Promise<Sheets>;
  /**
   * `decide` is pure and may be asked again; it throws to refuse, and then nothing has happened.
   */
  change<T>(decide: (sheets: Sheets) => Decision<T>, needs?: Needs): Promise<Changed<T>>;
  /** Does what a dead process had decided and not finished: how many changes that were. */
  finish(): Promise<{ finished: number; notes: SentNote[] }>;
  /** A finished task, with its last report, from the archive. */
  archived(taskId: string): Promise<{ task: Task; report?: Report } | undefined>;
  evaluation(taskId: string): Promise<Evaluation | undefined>;
  /** All knowledge, evaluations' extracts included; read again only where files have changed. */
  knowledge(): Promise<readonly Filed<Knowledge>[]>;
}

/** Everything the board decides by: the open work whole, of the finished what still matters. */
export interface Sheets {
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
  /** A task of an archived command, where it was mentioned; for dependencies. */
  finishedElsewhere(taskId: string): Task | undefined;
  /** Numbers that were never used; those of knowledge are so only where it was asked for. */
  next: { command: number; task: number; knowledge: { pattern: number; lesson: number } };
  faults: readonly { file: string; reason: string }[];
}

export interface Decision<T> {
  value: T;
  edits: readonly Edit[];
  notes: readonly Note[];
}

/** What a decision looks at beside the open work; reading it always would cost more with every year. */
export interface Needs {
  /** Tasks it will ask `finishedElsewhere` for. */
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

/** What becomes of a document. The backend knows its file; only what differs is changed in its text. */
export type Edit =
  | { paper: 'command'; command: Command }
  | { paper: 'task'; task: Task; place: 'current' | 'waiting' | 'finished' }
  | { paper: 'report'; report: Report }
  | { paper: 'evaluation'; evaluation: Evaluation }
  | { paper: 'knowledge'; knowledge: Knowledge };

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
export interface PaperHints {
  blocks: string;
  blocked_by: string;
  found: string;
  correctness: string;
  code_quality: string;
  efficiency: string;
}
