import { join } from 'node:path';
import { evaluationSchema, type Evaluation } from '../../work/evaluation.ts';
import type { Report } from '../../work/report.ts';
import type { Task } from '../../work/task.ts';
import type { Edit, PaperHints } from '../papers.ts';
import { amended } from './amend.ts';
import { listText, withCommand, type CommandList } from './command-list.ts';
import { isBroken, type Documents } from './documents.ts';
import type { FileChange } from './intent.ts';
import { freeName } from './knowledge.ts';
import type { Shelf } from './load.ts';
import { highest, type Numbers } from './numbers.ts';
import * as at from './places.ts';
import { nextTurn } from './reports.ts';
import { commandHeader, writeEvaluation, writeKnowledge, writeReport, writeTask } from './write.ts';

export interface Plan {
  files: FileChange[];
  filed: string[];
}

const DONE_KEPT = 20;
/** So many in one change at most: one that takes long is one that can be interrupted. */
const MOST_CLOSED = 50;

/** The files as they will be, from the documents as they were. */
export async function planOf(
  documents: Documents,
  shelf: Shelf,
  edits: readonly Edit[],
  hints: PaperHints,
): Promise<Plan> {
  const before = new Map<string, string>();
  const after = new Map<string, string | null>();
  const filed: string[] = [];
  const write = (path: string, text: string | null, was?: string): void => {
    if (was !== undefined) before.set(path, was);
    // What is put there by one edit is not taken away by another.
    if (text !== null || !after.has(path)) after.set(path, text);
  };
  let list = shelf.list;
  for (const edit of edits) {
    switch (edit.paper) {
      case 'command':
        list = withCommand(list, edit.command);
        break;
      case 'task':
        planTask(shelf, edit.task, edit.place, hints, write);
        break;
      case 'report':
        await planReport(documents, shelf, edit.report, hints, write);
        break;
      case 'evaluation':
        await planEvaluation(documents, edit.evaluation, hints, write);
        break;
      case 'knowledge': {
        const path = await freeName(documents, edit.knowledge);
        write(path, writeKnowledge(path, edit.knowledge));
        filed.push(path);
        break;
      }
    }
  }
  const { kept, closed } = closing(list, shelf, edits);
  for (const { command, text } of closed) {
    const path = at.closedCommand(command.id);
    write(path, commandHeader(path) + text);
  }
  if (edits.some(({ paper }) => paper === 'command') || closed.length > 0) {
    const head = shelf.listText === undefined ? commandHeader(at.COMMANDS) : kept.head;
    write(at.COMMANDS, listText({ ...kept, head }), shelf.listText);
  }
  const numbers = `${JSON.stringify(counted(shelf.numbers, edits))}\n`;
  return { files: [{ path: at.NUMBERS, text: numbers }, ...changes(before, after)], filed };
}

type Write = (path: string, text: string | null, was?: string) => void;

function planTask(
  shelf: Shelf,
  task: Task,
  place: 'current' | 'waiting' | 'finished',
  hints: PaperHints,
  write: Write,
): void {
  const there = shelf.tasks.get(task.task_id);
  const path = taskPath(task, place, there?.path);
  if (there === undefined) {
    write(path, writeTask(path, task, hints));
    return;
  }
  if (path !== there.path) write(there.path, null, there.text);
  const text = amended(there.text, [], there.value, task);
  const isSamePath = path === there.path;
  write(path, readdressed(text, there.path, path), isSamePath ? there.text : textAt(shelf, path));
}

function taskPath(task: Task, place: string, now: string | undefined): string {
  if (place === 'current') return at.currentTask(task.assigned_to);
  if (place === 'finished') return at.finishedTask(task.parent_cmd, task.task_id);
  // In waiting/ a person may have given it another name.
  return now?.startsWith(`${at.WAITING}/`) === true ? now : at.waitingTask(task.task_id);
}

/** Whose file it was until now. */
const textAt = (shelf: Shelf, path: string): string | undefined =>
  [...shelf.tasks.values()].find((found) => found.path === path)?.text;

/** The line that names the file, where it has one, goes with it. */
const readdressed = (text: string, from: string, to: string): string =>
  text.startsWith(commandHeader(from))
    ? commandHeader(to) + text.slice(commandHeader(from).length)
    : text;

async function planReport(
  documents: Documents,
  shelf: Shelf,
  report: Report,
  hints: PaperHints,
  write: Write,
): Promise<void> {
  const path = at.latestReport(report.worker_id);
  const before = shelf.reports.latest.get(report.worker_id);
  if (before !== undefined) {
    const { parent_cmd, task_id } = before.value;
    const old = at.oldReport(parent_cmd, task_id, await nextTurn(documents, before.value));
    write(old, readdressed(before.text, path, old));
  }
  write(path, writeReport(path, report, hints), before?.text);
}

async function planEvaluation(
  documents: Documents,
  evaluation: Evaluation,
  hints: PaperHints,
  write: Write,
): Promise<void> {
  const path = at.evaluationOf(evaluation.task_id);
  const there = await documents.read(path, evaluationSchema());
  if (there === undefined || isBroken(there)) {
    write(path, writeEvaluation(path, evaluation, hints));
    return;
  }
  const text = amended(there.text, ['evaluation'], there.value.evaluation, evaluation);
  write(path, text, there.text);
}

/** Done commands beyond the last few leave the list, unless something open still looks at them. */
function closing(list: CommandList, shelf: Shelf, edits: readonly Edit[]) {
  const { current, waiting } = shelf.sheets;
  const changed = edits.flatMap((edit) => (edit.paper === 'task' ? edit.task : []));
  const looked = new Set<string>();
  for (const task of [...current.values(), ...waiting, ...changed]) {
    looked.add(task.parent_cmd);
    for (const id of task.blocked_by) {
      const parent = shelf.tasks.get(id)?.value.parent_cmd;
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

function counted(numbers: Numbers, edits: readonly Edit[]): Numbers {
  const ids = edits.flatMap((edit): string[] => {
    if (edit.paper === 'command') return [edit.command.id];
    if (edit.paper === 'task') return [edit.task.task_id];
    return edit.paper === 'knowledge' ? [edit.knowledge.id] : [];
  });
  const most = (now: number, prefix: string): number => Math.max(now, highest(ids, prefix));
  return {
    revision: numbers.revision + 1,
    command: most(numbers.command, 'cmd'),
    task: most(numbers.task, 'subtask'),
    pattern: most(numbers.pattern, 'pattern'),
    lesson: most(numbers.lesson, 'lesson'),
  };
}

/** What is written comes before what is taken away: on the way a document may be twice, never nowhere. */
function changes(before: Map<string, string>, after: Map<string, string | null>): FileChange[] {
  const all = [...after].map(([path, text]): FileChange => {
    const was = before.get(path);
    return { path: join(path), text, ...(was === undefined ? {} : { before: was }) };
  });
  return [...all.filter(({ text }) => text !== null), ...all.filter(({ text }) => text === null)];
}
