import { join } from 'node:path';
import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { reportSchema, type Report } from '../../work/report.ts';
import type { Task } from '../../work/task.ts';
import { isBroken, type Broken, type DocumentReader, type Found } from './document-reader.ts';
import { latestReport, oldReports, REPORTS } from './places.ts';

export interface LoadedReports {
  /** The last report on each task. */
  last: ReadonlyMap<string, Report>;
  /** Each specialist's latest report, with its file. */
  latest: ReadonlyMap<Role, Found<Report>>;
  broken: readonly Broken[];
}

const SUFFIX = '_report';

export async function readReports(
  reader: DocumentReader,
  commands: Iterable<string>,
  tasks: ReadonlyMap<string, Found<Task>>,
): Promise<LoadedReports> {
  const broken: Broken[] = [];
  const take = async (path: string): Promise<Found<Report> | undefined> => {
    const read = await reader.read(path, reportSchema());
    if (read === undefined || !isBroken(read)) return read;
    broken.push(read);
    return undefined;
  };
  const last = new Map<string, Report>();
  const consider = (report: Report): void => {
    const before = last.get(report.task_id);
    if (before === undefined || isLater(report, before, tasks.get(report.task_id)?.value))
      last.set(report.task_id, report);
  };
  for (const command of commands) {
    const names = await reader.names(oldReports(command));
    for (const name of names.toSorted((a, b) => turnOf(a) - turnOf(b))) {
      const found = await take(join(oldReports(command), `${name}.yaml`));
      if (found !== undefined) consider(found.value);
    }
  }
  const latest = new Map<Role, Found<Report>>();
  for (const name of await reader.names(REPORTS)) {
    const role = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
    if (!z.safeParse(roleSchema, role).success) continue;
    const found = await take(latestReport(role));
    if (found === undefined) continue;
    latest.set(role, found);
    consider(found.value);
  }
  return { last, latest, broken };
}

/** `subtask_001.2` is the second. */
const turnOf = (name: string): number => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0);

/** Within a second, the report of the task's specialist is later; of one specialist's, the one read later. */
function isLater(report: Report, before: Report, task: Task | undefined): boolean {
  if (report.timestamp !== before.timestamp) return report.timestamp > before.timestamp;
  return report.worker_id === before.worker_id || report.worker_id === task?.assigned_to;
}

/** The number an old report gets in the archive. */
export async function findNextTurn(reader: DocumentReader, { parent_cmd, task_id }: Report) {
  const names = await reader.names(oldReports(parent_cmd));
  const own = names.filter((name) => name.startsWith(`${task_id}.`));
  return Math.max(0, ...own.map((name) => turnOf(name))) + 1;
}

/** Of a task whose command is archived; it may still be the specialist's latest report. */
export async function readLastArchivedReport(
  reader: DocumentReader,
  task: Task,
): Promise<Report | undefined> {
  const found = { path: '', text: '', value: task };
  const { last } = await readReports(reader, [task.parent_cmd], new Map([[task.task_id, found]]));
  return last.get(task.task_id);
}
