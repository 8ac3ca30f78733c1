import { join } from 'node:path';
import { evaluationSchema, type Evaluation } from '../../work/evaluation.ts';
import type { Report } from '../../work/report.ts';
import type { Task } from '../../work/task.ts';
import type { Edit, DocumentHints } from '../documents.ts';
import { amendText } from './amend.ts';
import { joinList, putCommand, type CommandList } from './command-list.ts';
import { isBroken, type DocumentReader } from './document-reader.ts';
import type { FileChange } from './intent.ts';
import { findFreeName } from './knowledge.ts';
import type { LoadedBoard } from './load.ts';
import { findHighest, type Numbers } from './numbers.ts';
import * as at from './places.ts';
import { findNextTurn } from './reports.ts';
import { header, writeEvaluation, writeKnowledge, writeReport, writeTask } from './write.ts';

const DONE_KEPT = 20;
/** At most so many in one change: a long change is more likely to be interrupted. */
const MOST_CLOSED = 50;

/** The files a decision changes, with their old and their new text. */
export async function planFiles(
  reader: DocumentReader,
  loaded: LoadedBoard,
  edits: readonly Edit[],
  hints: DocumentHints,
): Promise<{ files: FileChange[]; filed: string[] }> {
  const before = new Map<string, string>();
  const after = new Map<string, string | null>();
  const filed: string[] = [];
  const write: Write = (path, text, was) => {
    if (was !== undefined) before.set(path, was);
    // One edit does not remove what another writes.
    if (text !== null || !after.has(path)) after.set(path, text);
  };
  let list = loaded.list;
  for (const edit of edits) {
    switch (edit.kind) {
      case 'command':
        list = putCommand(list, edit.command);
        break;
      case 'task':
        planTask(loaded, edit.task, edit.place, hints, write);
        break;
      case 'report':
        await planReport(reader, loaded, edit.report, hints, write);
        break;
      case 'evaluation':
        await planEvaluation(reader, edit.evaluation, hints, write);
        break;
      case 'knowledge': {
        const path = await findFreeName(reader, edit.knowledge);
        write(path, writeKnowledge(path, edit.knowledge));
        filed.push(path);
        break;
      }
    }
  }
  const { kept, closed } = closeCommands(list, loaded, edits);
  for (const { command, text } of closed) {
    const path = at.closedCommand(command.id);
    write(path, header(path) + text);
  }
  if (edits.some(({ kind }) => kind === 'command') || closed.length > 0) {
    const head = loaded.listText === undefined ? header(at.COMMANDS) : kept.head;
    write(at.COMMANDS, joinList({ ...kept, head }), loaded.listText);
  }
  const numbers = `${JSON.stringify(raiseNumbers(loaded.numbers, edits))}\n`;
  return { files: [{ path: at.NUMBERS, text: numbers }, ...orderChanges(before, after)], filed };
}

type Write = (path: string, text: string | null, was?: string) => void;

function planTask(
  loaded: LoadedBoard,
  task: Task,
  place: 'current' | 'waiting' | 'finished',
  hints: DocumentHints,
  write: Write,
): void {
  const there = loaded.tasks.get(task.task_id);
  const path = taskPath(task, place, there?.path);
  if (there === undefined) {
    write(path, writeTask(path, task, hints));
    return;
  }
  if (path !== there.path) write(there.path, null, there.text);
  const text = amendText(there.text, [], there.value, task);
  write(path, moveHeader(text, there.path, path), textAt(loaded, path));
}

function taskPath(task: Task, place: string, now: string | undefined): string {
  if (place === 'current') return at.currentTask(task.assigned_to);
  if (place === 'finished') return at.finishedTask(task.parent_cmd, task.task_id);
  // In waiting/ a person may have given it another name.
  return now?.startsWith(`${at.WAITING}/`) === true ? now : at.waitingTask(task.task_id);
}

const textAt = (loaded: LoadedBoard, path: string): string | undefined =>
  [...loaded.tasks.values()].find((found) => found.path === path)?.text;

/** Replaces the comment that names the file. */
const moveHeader = (text: string, from: string, to: string): string =>
  text.startsWith(header(from)) ? header(to) + text.slice(header(from).length) : text;

async function planReport(
  reader: DocumentReader,
  loaded: LoadedBoard,
  report: Report,
  hints: DocumentHints,
  write: Write,
): Promise<void> {
  const path = at.latestReport(report.worker_id);
  const before = loaded.reports.latest.get(report.worker_id);
  if (before !== undefined) {
    const { parent_cmd, task_id } = before.value;
    const old = at.oldReport(parent_cmd, task_id, await findNextTurn(reader, before.value));
    write(old, moveHeader(before.text, path, old));
  }
  write(path, writeReport(path, report, hints), before?.text);
}

async function planEvaluation(
  reader: DocumentReader,
  evaluation: Evaluation,
  hints: DocumentHints,
  write: Write,
): Promise<void> {
  const path = at.evaluationOf(evaluation.task_id);
  const there = await reader.read(path, evaluationSchema());
  if (there === undefined || isBroken(there)) {
    write(path, writeEvaluation(path, evaluation, hints));
    return;
  }
  const text = amendText(there.text, ['evaluation'], there.value.evaluation, evaluation);
  write(path, text, there.text);
}

/** Done commands beyond the last few leave the list, unless an open task refers to them. */
function closeCommands(list: CommandList, loaded: LoadedBoard, edits: readonly Edit[]) {
  const { current, waiting } = loaded.state;
  const changed = edits.flatMap((edit) => (edit.kind === 'task' ? edit.task : []));
  const looked = new Set<string>();
  for (const task of [...current.values(), ...waiting, ...changed]) {
    looked.add(task.parent_cmd);
    for (const id of task.blocked_by) {
      const parent = loaded.tasks.get(id)?.value.parent_cmd;
      if (parent !== undefined) looked.add(parent);
    }
  }
  const done = list.entries.filter(({ command }) => command.status === 'done');
  const over = done.slice(0, Math.max(0, done.length - DONE_KEPT));
  const closed = over.filter(({ command }) => !looked.has(command.id)).slice(0, MOST_CLOSED);
  const gone = new Set(closed);
  return {
    kept: { ...list, entries: list.entries.filter((entry) => !gone.has(entry)) },
    closed,
  };
}

function raiseNumbers(numbers: Numbers, edits: readonly Edit[]): Numbers {
  const ids = edits.flatMap((edit): string[] => {
    if (edit.kind === 'command') return [edit.command.id];
    if (edit.kind === 'task') return [edit.task.task_id];
    return edit.kind === 'knowledge' ? [edit.knowledge.id] : [];
  });
  const most = (now: number, prefix: string): number => Math.max(now, findHighest(ids, prefix));
  return {
    revision: numbers.revision + 1,
    command: most(numbers.command, 'cmd'),
    task: most(numbers.task, 'subtask'),
    pattern: most(numbers.pattern, 'pattern'),
    lesson: most(numbers.lesson, 'lesson'),
  };
}

/** Writes come before removals: on the way a document may be in two files, never in none. */
function orderChanges(
  before: Map<string, string>,
  after: Map<string, string | null>,
): FileChange[] {
  const all = [...after].map(([path, text]): FileChange => {
    const was = before.get(path);
    return { path: join(path), text, ...(was === undefined ? {} : { before: was }) };
  });
  return [...all.filter(({ text }) => text !== null), ...all.filter(({ text }) => text === null)];
}
