import { join } from 'node:path';
import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { namesIn, UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { evaluationSchema, type Evaluation } from '../../work/evaluation.ts';
import { documentIdSchema } from '../../work/fields.ts';
import { compareAge } from '../../work/settle.ts';
import { taskSchema, type Task } from '../../work/task.ts';
import type { Needs, BoardState } from '../documents.ts';
import { readCommands, type CommandList } from './command-list.ts';
import { isBroken, type Broken, type DocumentReader, type Found } from './document-reader.ts';
import {
  recountNumbers,
  findHighest,
  countKnowledge,
  readNumbers,
  countEvaluated,
  type Numbers,
} from './numbers.ts';
import * as at from './places.ts';
import { readReports, type LoadedReports } from './reports.ts';

export interface BoardSource {
  disk: Disk;
  root: string;
  reader: DocumentReader;
  /** The list of commands as it was read last. */
  lastList?: { text: string; list: CommandList };
}

/** The state of the board, with the file and the text each part was read from. */
export interface LoadedBoard {
  state: BoardState;
  list: CommandList;
  /** Its text as it is in the file; undefined where there is none. */
  listText: string | undefined;
  tasks: ReadonlyMap<string, Found<Task>>;
  reports: LoadedReports;
  numbers: Numbers;
  broken: readonly Broken[];
}

const LIST_BYTES = 16 * 1024 * 1024;
const MOST_FAULTS = 50;

export async function loadBoard(source: BoardSource, needs: Needs = {}): Promise<LoadedBoard> {
  const { reader } = source;
  const broken: Broken[] = [];
  const text = await readCommandText(source);
  const list = readList(source, text ?? '');
  if (list.reason !== undefined)
    broken.push({ path: at.COMMANDS, reason: list.reason, text: text ?? '' });
  const commands = list.entries.map(({ command }) => command);

  const tasks = new Map<string, Found<Task>>();
  const take = async (path: string, owner?: Role) => {
    const read = await reader.read(path, taskSchema());
    if (read === undefined) return undefined;
    const fault = isBroken(read) ? read : findMisfit(read, owner, tasks);
    if (fault !== undefined) broken.push(fault);
    if (fault !== undefined || isBroken(read)) return undefined;
    tasks.set(read.value.task_id, read);
    return read.value;
  };
  const current = new Map<Role, Task>();
  for (const role of await reader.names(at.TASKS)) {
    if (!z.safeParse(roleSchema, role).success) continue;
    const task = await take(at.currentTask(role), role);
    if (task !== undefined) current.set(role, task);
  }
  const waiting: Task[] = [];
  for (const name of await reader.names(at.WAITING)) {
    const task = await take(join(at.WAITING, `${name}.yaml`));
    if (task !== undefined) waiting.push(task);
  }
  const parents = new Set([
    ...commands.map(({ id }) => id),
    ...[...tasks.values()].map(({ value }) => value.parent_cmd),
  ]);
  const finished: Task[] = [];
  for (const command of parents) {
    for (const name of await reader.names(at.finishedTasks(command))) {
      // A finished task that a person made open again counts where it is open.
      if (tasks.has(name)) continue;
      const task = await take(at.finishedTask(command, name));
      if (task !== undefined) finished.push(task);
    }
  }
  const reports = await readReports(reader, parents, tasks);
  broken.push(...reports.broken);
  const evaluations = await readEvaluations(reader, tasks.keys(), broken);
  const awaited = [...current.values(), ...waiting].flatMap(({ blocked_by }) => blocked_by);
  const mentioned = new Set([...(needs.tasks ?? []), ...awaited]);
  const elsewhere = await findArchivedTasks(
    reader,
    [...mentioned].filter((id) => !tasks.has(id)),
  );
  for (const found of elsewhere.values()) tasks.set(found.value.task_id, found);
  for (const id of elsewhere.keys()) {
    const evaluation = await readEvaluation(reader, id);
    if (evaluation !== undefined && !isBroken(evaluation))
      evaluations.set(id, evaluation.value.evaluation);
  }
  const ids = commands.map(({ id }) => id);
  const numbers = await loadNumbers(source, ids, tasks.keys(), needs);
  const { command, task, pattern, lesson } = numbers;
  return {
    state: {
      commands,
      current,
      waiting: waiting.toSorted(compareAge),
      finished,
      reports: reports.last,
      evaluations,
      finishedElsewhere: (id) => elsewhere.get(id)?.value,
      next: {
        command: command + 1,
        task: task + 1,
        knowledge: { pattern: pattern + 1, lesson: lesson + 1 },
      },
      faults: [...broken, ...(await listSetAside(source))]
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

function findMisfit(
  { path, text, value: { task_id: id, assigned_to: by } }: Found<Task>,
  owner: Role | undefined,
  taken: ReadonlyMap<string, unknown>,
): Broken | undefined {
  if (taken.has(id)) return { path, text, reason: `${id} is in another file` };
  if (owner === undefined || by === owner) return undefined;
  return { path, text, reason: 'assigned_to is not the specialist of the file' };
}

function readList(source: BoardSource, text: string): CommandList {
  if (source.lastList?.text !== text) source.lastList = { text, list: readCommands(text) };
  return source.lastList.list;
}

async function readCommandText({ disk, root }: BoardSource): Promise<string | undefined> {
  const path = join(root, at.COMMANDS);
  try {
    return await disk.read(path, LIST_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (!(error instanceof UnfitFile)) throw error;
    const bytes = (await disk.stat(path))?.bytes ?? 0;
    if (bytes > LIST_BYTES)
      throw new OvldError('document_too_large', { path, bytes, limit: LIST_BYTES });
    throw new OvldError('document_invalid', { path, reason: error.reason });
  }
}

export const readEvaluation = (reader: DocumentReader, taskId: string) =>
  reader.read(at.evaluationOf(taskId), evaluationSchema());

async function readEvaluations(
  reader: DocumentReader,
  ids: Iterable<string>,
  broken: Broken[],
): Promise<Map<string, Evaluation>> {
  const found = new Map<string, Evaluation>();
  for (const id of ids) {
    const read = await readEvaluation(reader, id);
    if (read === undefined) continue;
    // An evaluation belongs to the project: it stays where it is, for a person to fix.
    if (isBroken(read)) broken.push({ ...read, denied: true });
    else found.set(id, read.value.evaluation);
  }
  return found;
}

/** Looks for tasks by id in every archived command. */
export async function findArchivedTasks(
  reader: DocumentReader,
  ids: readonly string[],
): Promise<Map<string, Found<Task>>> {
  const found = new Map<string, Found<Task>>();
  const wanted = ids.filter((id) => z.safeParse(documentIdSchema, id).success);
  if (wanted.length === 0) return found;
  const commands = (await reader.folders(at.ARCHIVE)).toReversed();
  for (const id of wanted) {
    for (const command of commands) {
      const read = await reader.read(at.finishedTask(command, id), taskSchema());
      if (read === undefined || isBroken(read)) continue;
      found.set(id, read);
      break;
    }
  }
  return found;
}

async function loadNumbers(
  { disk, root, reader }: BoardSource,
  commands: readonly string[],
  tasks: Iterable<string>,
  needs: Needs,
): Promise<Numbers> {
  const kept = (await readNumbers(disk, root))?.numbers ?? (await recountNumbers(reader));
  // Knowledge and evaluations come with the project: their numbers are taken too.
  const known = needs.knowledge === true ? await countKnowledge(reader) : kept;
  const evaluated = needs.task === true ? await countEvaluated(reader) : 0;
  return {
    ...kept,
    pattern: Math.max(kept.pattern, known.pattern),
    lesson: Math.max(kept.lesson, known.lesson),
    command: Math.max(kept.command, findHighest(commands, 'cmd')),
    task: Math.max(kept.task, evaluated, findHighest(tasks, 'subtask')),
  };
}

/** Everything in `queue/bad/`: a fault until a person has removed it. */
async function listSetAside({
  disk,
  root,
}: BoardSource): Promise<{ path: string; reason: string }[]> {
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
