import { join } from 'node:path';
import type { Role } from '../../army/role.ts';

/** Every path of the board's documents, relative to the project's own folder (`.ovld/`). */
export const COMMANDS = 'queue/envoy_to_marshall.yaml';
export const TASKS = 'queue/tasks';
export const WAITING = 'queue/tasks/waiting';
export const REPORTS = 'queue/reports';
export const ARCHIVE = 'queue/archive/commands';
export const BAD = 'queue/bad';
export const LOCKS = 'queue/.lock';
export const BOARD_LOCK = 'queue/.lock/board';
/** A change that is decided and not finished. */
export const INTENT = 'queue/.intent.json';
/** Messages of finished changes that could not be sent yet. */
export const UNSENT = 'queue/.unsent.json';
/** The highest numbers given out; replaced with every change, so it also says that there was one. */
export const NUMBERS = 'queue/.numbers.json';
export const EVALUATIONS = 'knowledge/evaluations';
export const DASHBOARD = 'dashboard.md';

export const KNOWLEDGE = { pattern: 'knowledge/patterns', lesson: 'knowledge/lessons' } as const;

export const currentTask = (role: Role): string => join(TASKS, `${role}.yaml`);
export const waitingTask = (id: string): string => join(WAITING, `${id}.yaml`);
export const finishedTasks = (command: string): string => join(ARCHIVE, command, 'tasks');
export const finishedTask = (command: string, id: string): string =>
  join(finishedTasks(command), `${id}.yaml`);
export const latestReport = (role: Role): string => join(REPORTS, `${role}_report.yaml`);
export const oldReports = (command: string): string => join(ARCHIVE, command, 'reports');
export const oldReport = (command: string, id: string, n: number): string =>
  join(oldReports(command), `${id}.${n}.yaml`);
export const closedCommand = (id: string): string => join(ARCHIVE, id, 'command.yaml');
export const evaluationOf = (taskId: string): string => join(EVALUATIONS, `eval_${taskId}.yaml`);

/** All directories that a change may write into; those of an archived command are made with it. */
export const DIRECTORIES = [
  LOCKS,
  WAITING,
  REPORTS,
  ARCHIVE,
  EVALUATIONS,
  KNOWLEDGE.pattern,
  KNOWLEDGE.lesson,
];
