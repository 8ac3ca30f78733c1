import { describe, expect, it } from 'vitest';
import { listAllowed, applyMove, taskMoves, type TaskMove } from '../../src/work/moves.ts';
import { taskStatuses, type Task, type TaskStatus } from '../../src/work/task.ts';

const taskIn = (status: TaskStatus, more: Partial<Task> = {}): Task => ({
  task_id: 'subtask_001',
  parent_cmd: 'cmd_001',
  assigned_to: 'specialist_1',
  persona: 'p',
  timestamp: '2026-02-08T10:00:00',
  status,
  objective: 'o',
  deliverables: [],
  context: [],
  blocks: [],
  blocked_by: [],
  ...more,
});

/** Written out, so that a change of the table is a change here. */
const table: [TaskMove, Record<TaskStatus, TaskStatus | 'refused'>][] = [
  [
    'begin',
    { assigned: 'in_progress', in_progress: 'refused', done: 'refused', blocked: 'in_progress' },
  ],
  ['halt', { assigned: 'refused', in_progress: 'blocked', done: 'refused', blocked: 'refused' }],
  ['finish', { assigned: 'refused', in_progress: 'done', done: 'refused', blocked: 'refused' }],
  ['fail', { assigned: 'refused', in_progress: 'blocked', done: 'refused', blocked: 'refused' }],
  ['block', { assigned: 'blocked', in_progress: 'refused', done: 'refused', blocked: 'blocked' }],
  [
    'unblock',
    { assigned: 'refused', in_progress: 'refused', done: 'refused', blocked: 'assigned' },
  ],
  [
    'reassign',
    { assigned: 'assigned', in_progress: 'refused', done: 'refused', blocked: 'assigned' },
  ],
  ['end', { assigned: 'blocked', in_progress: 'refused', done: 'refused', blocked: 'blocked' }],
];

describe('[bastion.task.7] the moves of a task', () => {
  it('are these and no others', () => {
    expect(table.map(([move]) => move)).toEqual(Object.keys(taskMoves));
  });

  it.each(
    table.flatMap(([move, row]) => taskStatuses.map((from) => [move, from, row[from]] as const)),
  )('answer %s from %s with %s', (move, from, to) => {
    if (to !== 'refused') expect(applyMove(taskIn(from), move)).toBe(to);
    else
      expect(() => applyMove(taskIn(from), move)).toThrow(
        expect.objectContaining({
          code: 'illegal_move',
          data: expect.objectContaining({ id: 'subtask_001', from }) as unknown,
        }) as Error,
      );
  });

  it.each(Object.keys(taskMoves) as TaskMove[])(
    'do not include %s for a task that was given up',
    (move) => {
      expect(() => applyMove(taskIn('blocked', { ended: true }), move)).toThrow(
        expect.objectContaining({
          data: expect.objectContaining({ from: 'ended', allowed: [] }) as unknown,
        }) as Error,
      );
    },
  );

  it.each([
    ['assigned', ['in_progress', 'blocked']],
    ['in_progress', ['blocked', 'done']],
    ['blocked', ['in_progress', 'assigned']],
    ['done', []],
  ] as const)('are named in the refusal from %s', (from, allowed) => {
    expect(listAllowed(taskIn(from))).toEqual(allowed);
  });
});
