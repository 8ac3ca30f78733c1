import type { Role } from '../army/role.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import type { Reported } from './board.ts';
import { ownTask } from './decide-update.ts';
import { editBoard, assertDuty, type Rules } from './edited-board.ts';
import { resolveGaps } from './gaps.ts';
import { applyMove } from './moves.ts';
import { clip, writeNote } from './notes.ts';
import type { Report, ReportOrder } from './report.ts';
import { settleBoard } from './settle.ts';
import type { Task } from './task.ts';

export function decideReport(
  state: BoardState,
  rules: Rules,
  by: Role,
  order: ReportOrder,
): Decision<Reported> {
  assertDuty(by, rules.specialists, 'specialist');
  const edited = editBoard(state);
  const before = ownTask(edited, by, order.task_id, order.status === 'done' ? 'done' : 'blocked');
  const isDone = order.status === 'done';
  const status = applyMove(before, isDone ? 'finish' : 'fail');
  const criteria = edited.command(before.parent_cmd)?.acceptance_criteria ?? [];
  const gaps = resolveGaps(order.purpose_validation, criteria);
  const { result, skill_candidate, purpose_validation } = order;
  const report: Report = {
    worker_id: by,
    task_id: before.task_id,
    parent_cmd: before.parent_cmd,
    timestamp: rules.now,
    status: order.status,
    result,
    purpose_validation: { ...purpose_validation, gaps },
    skill_candidate,
  };
  const task: Task = { ...before, status };
  delete task.reason;
  if (!isDone) task.reason = result.summary;
  edited.put(task, isDone ? 'finished' : 'waiting');
  edited.putReport(report);
  const facts = {
    id: task.task_id,
    by,
    status: order.status,
    summary: clip(result.summary),
    gaps: gaps.slice(0, 20).map((gap) => clip(gap)),
  };
  for (const to of rules.marshalls)
    edited.note(writeNote(by, to, 'report_received', rules.words.reported(facts)));
  const { released } = settleBoard(edited, rules, by);
  const next = edited
    .slots()
    .find((slot) => slot.place === 'current' && slot.task.assigned_to === by);
  return edited.decision({ report, task, gaps, released, next: next?.task });
}
