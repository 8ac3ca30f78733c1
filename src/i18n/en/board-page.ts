import { workStatuses } from './states.ts';

import type { DashboardWords } from '../../work/dashboard.ts';

export const boardPage: DashboardWords = {
  title: 'The board',
  generated:
    '_Written by ovld after every change of the work. Do not edit this page: changes are lost._',
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
  status: workStatuses,
  evaluated: 'evaluated',
  none: '–',
};
