import { boardNotes } from '../../src/i18n/board-notes.ts';
import type { Decision, Edit, Note, Papers, Sheets } from '../../src/papers/papers.ts';
import type { Rules } from '../../src/work/slate.ts';
import type { Task } from '../../src/work/task.ts';

/** Sheets in memory: what a backend does with edits, without the files. */
export interface Desk {
  sheets: Sheets;
  notes: Note[];
  do<T>(decide: (sheets: Sheets) => Decision<T>): T;
}

const numberIn = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);

export const emptySheets = (): Sheets => ({
  commands: [],
  current: new Map(),
  waiting: [],
  finished: [],
  reports: new Map(),
  evaluations: new Map(),
  finishedElsewhere: () => undefined,
  next: { command: 1, task: 1, knowledge: { pattern: 1, lesson: 1 } },
  faults: [],
});

export function desk(start: Sheets = emptySheets()): Desk {
  const here: Desk = {
    sheets: start,
    notes: [],
    do(decide) {
      const { value, edits, notes } = decide(here.sheets);
      for (const edit of edits) here.sheets = withEdit(here.sheets, edit);
      here.notes.push(...notes);
      return value;
    },
  };
  return here;
}

function withEdit(sheets: Sheets, edit: Edit): Sheets {
  const { next } = sheets;
  switch (edit.paper) {
    case 'command': {
      const commands = [...sheets.commands];
      const i = commands.findIndex(({ id }) => id === edit.command.id);
      if (i === -1) commands.push(edit.command);
      else commands[i] = edit.command;
      const command = Math.max(next.command, numberIn(edit.command.id) + 1);
      return { ...sheets, commands, next: { ...next, command } };
    }
    case 'task': {
      const other = ({ task_id }: Task): boolean => task_id !== edit.task.task_id;
      const current = new Map([...sheets.current].filter(([, task]) => other(task)));
      const waiting = sheets.waiting.filter(other);
      const finished = sheets.finished.filter(other);
      if (edit.place === 'current') current.set(edit.task.assigned_to, edit.task);
      else (edit.place === 'waiting' ? waiting : finished).push(edit.task);
      const task = Math.max(next.task, numberIn(edit.task.task_id) + 1);
      return { ...sheets, current, waiting, finished, next: { ...next, task } };
    }
    case 'report':
      return { ...sheets, reports: new Map(sheets.reports).set(edit.report.task_id, edit.report) };
    case 'evaluation': {
      const { evaluation } = edit;
      const evaluations = new Map(sheets.evaluations).set(evaluation.task_id, evaluation);
      return { ...sheets, evaluations };
    }
    case 'knowledge': {
      const { type, id } = edit.knowledge;
      const knowledge = { ...next.knowledge, [type]: numberIn(id) + 1 };
      return { ...sheets, next: { ...next, knowledge } };
    }
    default:
      return sheets;
  }
}

export const rulesOf = (specialists = 3): Rules => ({
  envoys: ['envoy'],
  marshalls: ['marshall'],
  specialists: Array.from({ length: specialists }, (_, i) => `specialist_${i + 1}`),
  now: '2026-02-08T10:00:00',
  words: boardNotes.en,
});

export const allTasks = ({ current, waiting, finished }: Sheets): Task[] => [
  ...current.values(),
  ...waiting,
  ...finished,
];

/** For a board on a desk. */
export const deskPapers = (on: Desk): Papers => ({
  read: async () => on.sheets,
  async change(decide) {
    const before = on.notes.length;
    const value = on.do(decide);
    const notes = on.notes.slice(before).map((note, i) => ({ note, id: `msg_${before + i + 1}` }));
    return { value, notes, filed: [] };
  },
  finish: async () => ({ finished: 0, notes: [] }),
  archived: async () => undefined,
  evaluation: async () => undefined,
  knowledge: async () => [],
});
