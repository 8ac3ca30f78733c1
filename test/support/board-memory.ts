import { boardNotes } from '../../src/i18n/board-notes.ts';
import type {
  Decision,
  Edit,
  Note,
  BoardDocuments,
  BoardState,
} from '../../src/documents/documents.ts';
import type { Rules } from '../../src/work/edited-board.ts';
import type { Task } from '../../src/work/task.ts';

/** BoardState in memory: what a backend does with edits, without the files. */
export interface Desk {
  state: BoardState;
  notes: Note[];
  do<T>(decide: (state: BoardState) => Decision<T>): T;
}

const numberIn = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);

export const emptyState = (): BoardState => ({
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

export function desk(start: BoardState = emptyState()): Desk {
  const here: Desk = {
    state: start,
    notes: [],
    do(decide) {
      const { value, edits, notes } = decide(here.state);
      for (const edit of edits) here.state = withEdit(here.state, edit);
      here.notes.push(...notes);
      return value;
    },
  };
  return here;
}

function withEdit(state: BoardState, edit: Edit): BoardState {
  const { next } = state;
  switch (edit.kind) {
    case 'command': {
      const commands = [...state.commands];
      const i = commands.findIndex(({ id }) => id === edit.command.id);
      if (i === -1) commands.push(edit.command);
      else commands[i] = edit.command;
      const command = Math.max(next.command, numberIn(edit.command.id) + 1);
      return { ...state, commands, next: { ...next, command } };
    }
    case 'task': {
      const other = ({ task_id }: Task): boolean => task_id !== edit.task.task_id;
      const current = new Map([...state.current].filter(([, task]) => other(task)));
      const waiting = state.waiting.filter(other);
      const finished = state.finished.filter(other);
      if (edit.place === 'current') current.set(edit.task.assigned_to, edit.task);
      else (edit.place === 'waiting' ? waiting : finished).push(edit.task);
      const task = Math.max(next.task, numberIn(edit.task.task_id) + 1);
      return { ...state, current, waiting, finished, next: { ...next, task } };
    }
    case 'report':
      return { ...state, reports: new Map(state.reports).set(edit.report.task_id, edit.report) };
    case 'evaluation': {
      const { evaluation } = edit;
      const evaluations = new Map(state.evaluations).set(evaluation.task_id, evaluation);
      return { ...state, evaluations };
    }
    case 'knowledge': {
      const { type, id } = edit.knowledge;
      const knowledge = { ...next.knowledge, [type]: numberIn(id) + 1 };
      return { ...state, next: { ...next, knowledge } };
    }
    default:
      return state;
  }
}

export const rulesOf = (specialists = 3): Rules => ({
  envoys: ['envoy'],
  marshalls: ['marshall'],
  specialists: Array.from({ length: specialists }, (_, i) => `specialist_${i + 1}`),
  now: '2026-02-08T10:00:00',
  words: boardNotes.en,
});

export const allTasks = ({ current, waiting, finished }: BoardState): Task[] => [
  ...current.values(),
  ...waiting,
  ...finished,
];

/** For a board on a desk. */
export const deskDocuments = (on: Desk): BoardDocuments => ({
  read: async () => on.state,
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
