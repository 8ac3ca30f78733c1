import { join } from 'node:path';
import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { evaluationSchema, type Evaluation } from '../../work/evaluation.ts';
import { paperIdSchema } from '../../work/fields.ts';
import { byAge } from '../../work/settle.ts';
import { taskSchema, type Task } from '../../work/task.ts';
import type { Needs, Sheets } from '../papers.ts';
import { readCommands, type CommandList } from './command-list.ts';
import { isBroken, namesIn, type Broken, type Documents, type Found } from './documents.ts';
import {
  countedAnew,
  highest,
  knowledgeCounted,
  readNumbers,
  tasksEvaluated,
  type Numbers,
} from './numbers.ts';
import * as at from './places.ts';
import { readReports, type ReportShelf } from './reports.ts';

export interface Library {
  disk: Disk;
  root: string;
  documents: Documents;
  /** The list of commands as it was read last. */
  lastList?: { text: string; list: CommandList };
}

/** The sheets, and where and in what words each of them lies. */
export interface Shelf {
  sheets: Sheets;
  list: CommandList;
  /** Its text as it is in the file; undefined where there is none. */
  listText: string | undefined;
  tasks: ReadonlyMap<string, Found<Task>>;
  reports: ReportShelf;
  numbers: Numbers;
  broken: readonly Broken[];
}

const LIST_BYTES = 16 * 1024 * 1024;
const MOST_FAULTS = 50;

export async function loadShelf(library: Library, needs: Needs = {}): Promise<Shelf> {
  const { documents } = library;
  const broken: Broken[] = [];
  const text = await commandText(library);
  const list = listOf(library, text ?? '');
  if (list.reason !== undefined) broken.push({ path: at.COMMANDS, reason: list.reason });
  const commands = list.entries.map(({ command }) => command);

  const tasks = new Map<string, Found<Task>>();
  const take = async (path: string, fits: (task: Task) => string | undefined) => {
    const read = await documents.read(path, taskSchema());
    if (read === undefined) return undefined;
    const reason = isBroken(read) ? read.reason : unfit(read.value, fits, tasks);
    if (isBroken(read)) broken.push(read);
    else if (reason !== undefined) broken.push({ path, reason, text: read.text });
    else {
      tasks.set(read.value.task_id, read);
      return read.value;
    }
    return undefined;
  };
  const current = new Map<Role, Task>();
  for (const role of await documents.names(at.TASKS)) {
    if (!z.safeParse(roleSchema, role).success) continue;
    const isHis = (task: Task) =>
      task.assigned_to === role ? undefined : 'assigned_to is not the specialist of the file';
    const task = await take(at.currentTask(role), isHis);
    if (task !== undefined) current.set(role, task);
  }
  const waiting: Task[] = [];
  for (const name of await documents.names(at.WAITING)) {
    const task = await take(join(at.WAITING, `${name}.yaml`), () => undefined);
    if (task !== undefined) waiting.push(task);
  }
  const parents = new Set([
    ...commands.map(({ id }) => id),
    ...[...tasks.values()].map(({ value }) => value.parent_cmd),
  ]);
  const finished: Task[] = [];
  for (const command of parents) {
    for (const name of await documents.names(at.finishedTasks(command))) {
      // A task that was taken up again by a person's hand counts where it is open.
      if (tasks.has(name)) continue;
      const task = await take(join(at.finishedTasks(command), `${name}.yaml`), () => undefined);
      if (task !== undefined) finished.push(task);
    }
  }
  const reports = await readReports(documents, parents, tasks);
  broken.push(...reports.broken);
  const evaluations = await readEvaluations(documents, tasks.keys(), broken);
  const awaited = [...current.values(), ...waiting].flatMap(({ blocked_by }) => blocked_by);
  const mentioned = new Set([...(needs.tasks ?? []), ...awaited]);
  const elsewhere = await archivedTasks(
    documents,
    [...mentioned].filter((id) => !tasks.has(id)),
  );
  for (const found of elsewhere.values()) tasks.set(found.value.task_id, found);
  for (const id of elsewhere.keys()) {
    const evaluation = await readEvaluation(documents, id);
    if (evaluation !== undefined && !isBroken(evaluation))
      evaluations.set(id, evaluation.value.evaluation);
  }
  const ids = commands.map(({ id }) => id);
  const numbers = await numbersOf(library, ids, tasks.keys(), needs);
  const { command, task, pattern, lesson } = numbers;
  return {
    sheets: {
      commands,
      current,
      waiting: waiting.toSorted(byAge),
      finished,
      reports: reports.last,
      evaluations,
      finishedElsewhere: (id) => elsewhere.get(id)?.value,
      next: {
        command: command + 1,
        task: task + 1,
        knowledge: { pattern: pattern + 1, lesson: lesson + 1 },
      },
      faults: [...broken, ...(await setAside(library))]
        .slice(0, MOST_FAULTS)
        .map(({ path, reason }) => ({ file: path, reason })),
    },
    list,
    listText: text,
    tasks,
    reports,
    numbers,
    broken,
  };
}

function unfit(
  task: Task,
  fits: (task: Task) => string | undefined,
  taken: ReadonlyMap<string, unknown>,
): string | undefined {
  return taken.has(task.task_id) ? `${task.task_id} is in another file` : fits(task);
}

function listOf(library: Library, text: string): CommandList {
  if (library.lastList?.text !== text) library.lastList = { text, list: readCommands(text) };
  return library.lastList.list;
}

async function commandText({ disk, root }: Library): Promise<string | undefined> {
  const path = join(root, at.COMMANDS);
  try {
    return await disk.read(path, LIST_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (!(error instanceof UnfitFile)) throw error;
    const bytes = (await disk.stat(path))?.bytes ?? 0;
    if (bytes > LIST_BYTES)
      throw new OvldError('paper_too_large', { path, bytes, limit: LIST_BYTES });
    throw new OvldError('paper_invalid', { path, reason: error.reason });
  }
}

export const readEvaluation = (documents: Documents, taskId: string) =>
  documents.read(at.evaluationOf(taskId), evaluationSchema());

async function readEvaluations(
  documents: Documents,
  ids: Iterable<string>,
  broken: Broken[],
): Promise<Map<string, Evaluation>> {
  const found = new Map<string, Evaluation>();
  for (const id of ids) {
    const read = await readEvaluation(documents, id);
    if (read === undefined) continue;
    // It is the project's: it stays where it is, for a person to mend.
    if (isBroken(read)) broken.push({ ...read, denied: true });
    else found.set(id, read.value.evaluation);
  }
  return found;
}

/** By name, in every archived command: asked only for tasks that somebody mentions. */
export async function archivedTasks(
  documents: Documents,
  ids: readonly string[],
): Promise<Map<string, Found<Task>>> {
  const found = new Map<string, Found<Task>>();
  const wanted = ids.filter((id) => z.safeParse(paperIdSchema, id).success);
  if (wanted.length === 0) return found;
  const commands = (await documents.folders(at.ARCHIVE)).toReversed();
  for (const id of wanted) {
    for (const command of commands) {
      const read = await documents.read(at.finishedTask(command, id), taskSchema());
      if (read === undefined || isBroken(read)) continue;
      found.set(id, read);
      break;
    }
  }
  return found;
}

async function numbersOf(
  { disk, root, documents }: Library,
  commands: readonly string[],
  tasks: Iterable<string>,
  needs: Needs,
): Promise<Numbers> {
  const kept = (await readNumbers(disk, root))?.numbers ?? (await countedAnew(documents));
  // Knowledge is shared with others: what came from them has numbers too. A task with the number of one
  // that they evaluated could never be.
  const known = needs.knowledge === true ? await knowledgeCounted(documents) : kept;
  const evaluated = needs.task === true ? await tasksEvaluated(documents) : 0;
  return {
    ...kept,
    pattern: Math.max(kept.pattern, known.pattern),
    lesson: Math.max(kept.lesson, known.lesson),
    command: Math.max(kept.command, highest(commands, 'cmd')),
    task: Math.max(kept.task, evaluated, highest(tasks, 'subtask')),
  };
}

/** What was set aside and is still there: a person is told until it has been seen to. */
async function setAside({ disk, root }: Library): Promise<{ path: string; reason: string }[]> {
  const names = await namesIn(disk, join(root, at.BAD));
  const there = new Set(names);
  const reasons = names.filter((name) => name.endsWith('.reason')).slice(0, MOST_FAULTS);
  const found: { path: string; reason: string }[] = [];
  for (const name of reasons) {
    const file = name.slice(0, -'.reason'.length);
    if (!there.has(file)) continue;
    const reason = await disk.read(join(root, at.BAD, name), 64 * 1024).catch(() => '');
    found.push({ path: join(at.BAD, file), reason: reason.trim() });
  }
  return found;
}
