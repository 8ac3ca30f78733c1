import { dutyOf, rolesWith, type Duty, type Formation } from '../../src/army/formation.ts';
import type { Role } from '../../src/army/role.ts';
import { OvldError } from '../../src/errors.ts';
import type { Board, OpenWork, TaskPlace, TaskView, SentNotice } from '../../src/work/board.ts';
import type { Command } from '../../src/work/command.ts';
import type { Evaluation } from '../../src/work/evaluation.ts';
import type { Knowledge } from '../../src/work/knowledge.ts';
import type { Report } from '../../src/work/report.ts';
import type { Task } from '../../src/work/task.ts';
import type { KnowledgeHit } from '../../src/work/knowledge-search.ts';
import type { Work } from '../../src/work/work.ts';

const AT = '2026-02-08T10:00:00';
const formatId = (name: string, count: number): string =>
  `${name}_${String(count + 1).padStart(3, '0')}`;

export interface FakeNote {
  from: Role;
  to: Role;
  type: 'task_assigned' | 'report_received' | 'wake_up';
  subject: string;
}

export interface FakeWork extends Work {
  commands: Command[];
  tasks: Map<string, Task>;
  evaluations: Map<string, Evaluation>;
  recorded: Knowledge[];
  /** `subtask_001 in_progress`, in the order it happened. */
  moves: string[];
}

/**
 * A board in memory: the moves of the real one as far as its faces show them. What a move may do is
 * the real board's business; here only what a caller can see is kept true.
 */
export function fakeWork(
  formation: Pick<Formation, 'roles'>,
  tell: (note: FakeNote) => void = () => undefined,
): FakeWork {
  const commands: Command[] = [];
  const tasks = new Map<string, Task>();
  const reports = new Map<string, Report>();
  const evaluations = new Map<string, Evaluation>();
  const recorded: Knowledge[] = [];
  const more = new Set<string>();
  const excused = new Set<string>();
  const moves: string[] = [];
  let notes = 0;

  const assertDuty = (role: Role, duty: Duty): void => {
    if (dutyOf(formation, role) !== duty) throw new OvldError('not_your_duty', { role, duty });
  };
  const note = (given: FakeNote): SentNotice => {
    tell(given);
    notes += 1;
    return { to: given.to, id: `msg_${notes}` };
  };
  const first = (duty: Duty): Role => rolesWith(formation, duty)[0] ?? '';
  const commandOf = (id: string): Command => {
    const found = commands.find((one) => one.id === id);
    if (!found) throw new OvldError('unknown_command', { id, known: commands.map((c) => c.id) });
    return found;
  };
  const taskOf = (id: string): Task => {
    const found = tasks.get(id);
    if (found === undefined) throw new OvldError('unknown_task', { id });
    return found;
  };
  const unfinished = (task: Task): string[] =>
    task.blocked_by.filter((id) => taskOf(id).status !== 'done');
  const mine = (role: Role): Task[] =>
    [...tasks.values()].filter(
      (task) =>
        task.assigned_to === role &&
        (task.status === 'assigned' || task.status === 'in_progress') &&
        unfinished(task).length === 0,
    );
  const move = (task: Task, status: Task['status']): void => {
    tasks.set(task.task_id, { ...task, status });
    moves.push(`${task.task_id} ${status}`);
  };
  const placeOf = (task: Task): TaskPlace | 'finished' => {
    if (task.status === 'done' || task.ended === true) return 'finished';
    if (task.status === 'blocked') return 'waits';
    return mine(task.assigned_to)[0]?.task_id === task.task_id ? 'given' : 'queued';
  };
  const viewBoard = (task: Task): TaskView => ({
    task,
    place: placeOf(task),
    waitsFor: unfinished(task),
    evaluated: evaluations.has(task.task_id),
  });
  const own = (role: Role, id: string | undefined): Task => {
    const task = id === undefined ? mine(role)[0] : taskOf(id);
    if (task === undefined) throw new OvldError('no_task', { role });
    const { task_id, assigned_to: owner } = task;
    if (owner !== role) throw new OvldError('not_your_task', { id: task_id, owner });
    return task;
  };
  const illegalMove = ({ task_id: id, status: from }: Task, to: string): OvldError =>
    new OvldError('illegal_move', {
      id,
      from,
      to,
      allowed: from === 'done' ? [] : ['in_progress'],
    });
  const given = (task: Task, from: Role): SentNotice =>
    note({ from, to: task.assigned_to, type: 'task_assigned', subject: task.task_id });

  const board: Board = {
    async issue(by, order) {
      assertDuty(by, 'envoy');
      const id = formatId('cmd', commands.length);
      const command: Command = { id, timestamp: AT, ...order, status: 'pending' };
      commands.push(command);
      const told = [note({ from: by, to: first('marshall'), type: 'task_assigned', subject: id })];
      return { command, told };
    },
    async assign(by, { task_id: again, ...order }) {
      assertDuty(by, 'marshall');
      const specialists = rolesWith(formation, 'specialist');
      const { assigned_to: role } = order;
      if (!specialists.includes(role))
        throw new OvldError('not_a_specialist', { role, specialists });
      const command = commandOf(order.parent_cmd);
      if (command.status === 'done') throw new OvldError('command_closed', { id: command.id });
      const { blocks = [], blocked_by = [] } = order;
      for (const id of blocked_by) taskOf(id);
      const id = again ?? formatId('subtask', tasks.size);
      const task: Task = {
        task_id: id,
        timestamp: AT,
        status: 'assigned',
        ...order,
        blocks,
        blocked_by,
      };
      const waitsFor = unfinished(task);
      const busy = mine(role).length > 0;
      move(task, waitsFor.length > 0 ? 'blocked' : 'assigned');
      command.status = 'in_progress';
      const place = waitsFor.length > 0 ? 'waits' : busy ? 'queued' : 'given';
      return {
        task: taskOf(id),
        place,
        waitsFor,
        told: place === 'given' ? [given(task, by)] : [],
      };
    },
    async current(role) {
      const [task, ...others] = mine(role);
      if (task === undefined) return undefined;
      return { task, command: commandOf(task.parent_cmd), queued: others.length };
    },
    async update(by, { task_id: id, status, reason }) {
      const task = own(by, id);
      if (status === 'blocked' && reason === undefined) {
        throw new OvldError('reason_missing', { id: task.task_id });
      }
      if (task.status === 'done') throw illegalMove(task, status);
      move(reason === undefined ? task : { ...task, reason }, status);
      return { task: taskOf(task.task_id), told: [] };
    },
    async report(by, { task_id: id, ...order }) {
      const task = own(by, id);
      if (task.status !== 'in_progress') throw illegalMove(task, order.status);
      const { gaps, meets_criteria: meets } = order.purpose_validation;
      if (meets === gaps.length > 0) throw new OvldError('gaps_contradict', { meets });
      const report: Report = {
        worker_id: by,
        task_id: task.task_id,
        parent_cmd: task.parent_cmd,
        timestamp: AT,
        ...order,
      };
      reports.set(task.task_id, report);
      const { status, result } = order;
      move(
        status === 'done' ? task : { ...task, reason: result.summary },
        status === 'done' ? 'done' : 'blocked',
      );
      const told = [
        note({ from: by, to: first('marshall'), type: 'report_received', subject: task.task_id }),
      ];
      const released: string[] = [];
      for (const other of tasks.values()) {
        const waits = other.status === 'blocked' && other.reason === undefined;
        if (!waits || !other.blocked_by.includes(task.task_id) || unfinished(other).length > 0)
          continue;
        const busy = mine(other.assigned_to).length > 0;
        move(other, 'assigned');
        released.push(other.task_id);
        if (!busy) told.push(given(other, by));
      }
      const [next] = mine(by);
      if (next !== undefined && !released.includes(next.task_id)) told.push(given(next, by));
      return { report, task: taskOf(task.task_id), gaps, released, next, told };
    },
    async evaluate(by, { task_id: id, more_tasks, accept_gaps: accepted, end, ...order }) {
      assertDuty(by, 'marshall');
      const task = taskOf(id);
      if (evaluations.has(id)) throw new OvldError('already_evaluated', { id });
      if (task.status !== 'done' && !end)
        throw new OvldError('not_reported', { id, status: task.status });
      if (end) tasks.set(id, { ...task, ended: true });
      const evaluation: Evaluation = { task_id: id, evaluator: by, timestamp: AT, ...order };
      evaluations.set(id, evaluation);
      if (accepted) excused.add(id);
      if (more_tasks) more.add(task.parent_cmd);
      else more.delete(task.parent_cmd);
      const command = commandOf(task.parent_cmd);
      const all = [...tasks.values()].filter((one) => one.parent_cmd === command.id);
      const open: OpenWork = {
        unfinished: all.filter((t) => t.status !== 'done' && !t.ended).map((t) => t.task_id),
        unevaluated: all
          .filter((t) => t.status === 'done' && !evaluations.has(t.task_id))
          .map((t) => t.task_id),
        gaps: all
          .filter((t) => !excused.has(t.task_id))
          .flatMap((t) => reports.get(t.task_id)?.purpose_validation.gaps ?? []),
        more: more.has(command.id),
      };
      const done = open.unfinished.length + open.unevaluated.length + open.gaps.length === 0;
      const told: SentNotice[] = [];
      if (done && !open.more) {
        command.status = 'done';
        told.push(
          note({ from: by, to: first('envoy'), type: 'report_received', subject: command.id }),
        );
      }
      return { evaluation, command, open, told };
    },
    async record(by, order) {
      assertDuty(by, 'marshall');
      const alike = recorded.filter(({ type }) => type === order.type);
      const id = formatId(order.type, alike.length);
      const entry: Knowledge = { id, timestamp: AT, ...order };
      recorded.push(entry);
      return { knowledge: entry, path: `knowledge/${order.type}s/${id}.yaml` };
    },
    list: async () => ({
      commands: commands.map((command) => ({ ...command })),
      gaps: [],
      tasks: [...tasks.values()].map(viewBoard),
      specialists: rolesWith(formation, 'specialist').map((role) => {
        const [current, ...queued] = mine(role).map((task) => task.task_id);
        return { role, current, queued };
      }),
      faults: [],
    }),
    async task(id) {
      const report = reports.get(id);
      const evaluation = evaluations.get(id);
      return {
        ...viewBoard(taskOf(id)),
        ...(report && { report }),
        ...(evaluation && { evaluation }),
      };
    },
    recover: async () => 0,
    resume: async () => [],
  };

  const hit = ({ source_task: from, ...entry }: Knowledge): KnowledgeHit => ({
    entry: { ...entry, ...(from !== undefined && { source_task: from }) },
    score: 1,
    matched: [],
    path: `knowledge/${entry.type}s/${entry.id}.yaml`,
  });
  return {
    board,
    knowledge: {
      search: async ({ text = '', tags = [], type, limit = 10 }) =>
        recorded
          .filter((one) => `${one.title} ${one.content}`.includes(text))
          .filter((one) => tags.every((tag) => one.tags.includes(tag)))
          .filter((one) => type === undefined || one.type === type)
          .slice(0, limit)
          .map(hit),
      relevantTo: async (_task, limit) => recorded.slice(0, limit).map(hit),
    },
    commands,
    tasks,
    evaluations,
    recorded,
    moves,
  };
}
