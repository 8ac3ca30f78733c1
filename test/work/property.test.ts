import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import type { Decision, Note, BoardState } from '../../src/documents/documents.ts';
import { decideAssign } from '../../src/work/decide-assign.ts';
import { decideEvaluate } from '../../src/work/decide-evaluate.ts';
import { decideIssue } from '../../src/work/decide-issue.ts';
import { decideReport } from '../../src/work/decide-report.ts';
import { decideUpdate } from '../../src/work/decide-update.ts';
import { isOpen } from '../../src/work/moves.ts';
import type { Task } from '../../src/work/task.ts';
import { command, report, task, verdict } from '../support/board-world.ts';
import { allTasks, desk, rulesOf } from '../support/board-memory.ts';

const rules = rulesOf(3);
type Move = (state: BoardState) => Decision<unknown>;

const taskId = fc.integer({ min: 1, max: 12 }).map((n) => `subtask_${String(n).padStart(3, '0')}`);
const some = fc.uniqueArray(taskId, { maxLength: 3 });
const worker = fc.constantFrom(...rules.specialists);
const parent = fc.constantFrom('cmd_001', 'cmd_002', 'cmd_003');
const gone = { requiredKeys: [] as never[] };

const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom('high', 'medium', 'low').map(
      (priority): Move =>
        (s) =>
          decideIssue(s, rules, 'envoy', command({ priority })),
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(worker, parent, fc.record({ blocks: some, blocked_by: some, task_id: taskId }, gone))
      .map(
        ([to, parent_cmd, more]): Move =>
          (s) =>
            decideAssign(s, rules, 'marshall', task(to, { parent_cmd, ...more })),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(worker, parent).map(
      ([to, parent_cmd]): Move =>
        (s) =>
          decideAssign(s, rules, 'marshall', task(to, { parent_cmd })),
    ),
  },
  {
    weight: 8,
    arbitrary: worker.map(
      (by): Move =>
        (s) =>
          decideUpdate(s, rules, by, { status: 'in_progress' }),
    ),
  },
  {
    weight: 1,
    arbitrary: worker.map(
      (by): Move =>
        (s) =>
          decideUpdate(s, rules, by, { status: 'blocked', reason: 'r' }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(worker, fc.constantFrom('done', 'done', 'failed', 'blocked')).map(
      ([by, status]): Move =>
        (s) =>
          decideReport(s, rules, by, report({ status })),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(taskId, fc.boolean()).map(
      ([id, end]): Move =>
        (s) =>
          decideEvaluate(s, rules, 'marshall', verdict(id, { end })),
    ),
  },
);

/** The specialists that got a task by this move. */
function given(before: BoardState, after: BoardState): string[] {
  return [...after.current]
    .filter(([role, now]) => {
      const was = before.current.get(role);
      return (
        was?.task_id !== now.task_id || (was.status !== 'assigned' && now.status === 'assigned')
      );
    })
    .map(([role, now]) => `${role} ${now.task_id}`);
}

const noticeOf = (notes: readonly Note[]): string[] =>
  notes
    .filter(({ type, to }) => type === 'task_assigned' && to !== 'marshall')
    .map(({ to, subject }) => `${to} ${subject.split(' ').at(-1)}`);

function check(before: BoardState, after: BoardState, notes: readonly Note[]): void {
  const tasks = new Map(allTasks(after).map((each) => [each.task_id, each]));
  // No task is lost, none is in two places.
  expect(allTasks(after)).toHaveLength(tasks.size);
  for (const { task_id } of allTasks(before)) expect(tasks.has(task_id)).toBe(true);
  for (const [role, { assigned_to }] of after.current) expect(assigned_to).toBe(role);
  const done = (id: string): boolean => tasks.get(id)?.status === 'done';
  for (const each of tasks.values()) {
    for (const id of each.blocked_by) expect(tasks.get(id)?.blocks).toContain(each.task_id);
    for (const id of each.blocks) expect(tasks.get(id)?.blocked_by).toContain(each.task_id);
    if (each.status === 'in_progress') {
      expect(each.blocked_by.every(done)).toBe(true);
      expect(after.current.get(each.assigned_to)).toBe(each);
    }
  }
  // No specialist idles beside a task that could begin, and nothing that is free to begin is kept waiting.
  for (const each of after.waiting) {
    if (each.status === 'assigned') expect(after.current.has(each.assigned_to)).toBe(true);
    else expect(each.reason !== undefined || !each.blocked_by.every(done)).toBe(true);
  }
  expect(after.finished.every((each) => !isOpen(each))).toBe(true);
  // SentNotice exactly those who got one, exactly when they did.
  const expected = given(before, after);
  const told = noticeOf(notes);
  for (const line of expected) expect(told).toContain(line);
  for (const line of told) {
    const [role = '', id] = line.split(' ');
    expect(after.current.get(role)?.task_id).toBe(id);
  }
  expect(new Set(told).size).toBe(told.length);
  acyclic(tasks);
}

function acyclic(tasks: ReadonlyMap<string, Task>): void {
  const deep = new Map<string, number>();
  const depth = (id: string, seen: readonly string[]): number => {
    expect(seen).not.toContain(id);
    const known = deep.get(id);
    if (known !== undefined) return known;
    const below = (tasks.get(id)?.blocked_by ?? []).map((other) => depth(other, [...seen, id]));
    const mine = 1 + Math.max(0, ...below);
    deep.set(id, mine);
    return mine;
  };
  for (const id of tasks.keys()) depth(id, []);
}

describe('any sequence of orders on the board', () => {
  it('starts no task before its blockers are done, gives no role two tasks, and loses nothing', () => {
    const seen = new Map<string, number>();
    const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(fc.array(moves, { minLength: 20, maxLength: 80 }), (story) => {
        const on = desk();
        on.do((s) => decideIssue(s, rules, 'envoy', command()));
        on.do((s) => decideIssue(s, rules, 'envoy', command({ priority: 'high' })));
        for (const move of story) {
          const before = on.state;
          on.notes.length = 0;
          try {
            on.do(move);
            count('done');
          } catch (error) {
            if (!(error instanceof OvldError)) throw error;
            count(error.code);
            expect(on.state).toBe(before);
          }
          check(before, on.state, on.notes);
        }
        for (const { status } of allTasks(on.state)) count(status);
        for (const { status } of on.state.commands) count(`command ${status}`);
      }),
      { numRuns: 300 },
    );
    // The stories were worth telling.
    for (const what of [
      'done',
      'in_progress',
      'blocked',
      'assigned',
      'illegal_move',
      'dependency_cycle',
      'command done',
    ])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(3);
  });
});
