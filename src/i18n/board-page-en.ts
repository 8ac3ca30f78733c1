import type { BoardTexts } from './board-texts.ts';

export const enBoardPage: BoardTexts['page'] = {
  title: 'The board',
  generated:
    '_Written by ovld after every change of the work. Nobody else writes here: what you change is lost._',
  headings: {
    commands: 'Commands',
    tasks: 'Tasks',
    specialists: 'Specialists',
    reports: 'Reports',
    faults: 'Documents that cannot be read',
  },
  columns: {
    task: 'Task',
    command: 'Command',
    specialist: 'Specialist',
    status: 'Status',
    objective: 'Objective',
    waitsFor: 'Waits for',
    current: 'Now',
    queued: 'Then',
    result: 'Result',
    scores: 'Correctness / quality / efficiency',
    criteria: 'Acceptance criteria',
    file: 'File',
    reason: 'Why',
  },
  status: {
    pending: 'pending',
    assigned: 'assigned',
    in_progress: 'in progress',
    done: 'done',
    blocked: 'blocked',
    ended: 'given up',
  },
  evaluated: 'evaluated',
  none: '–',
};
