import type { Role } from '../army/role.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import { ownTask } from './decide-update.ts';
import { slateOf, needDuty, type Rules } from './slate.ts';
import { namedGaps } from './gaps.ts';
import { moved } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import type { Report, ReportOrder } from './report.ts';
import { settle } from './settle.ts';
import type { Task } from './task.ts';

export interface ReportDecision {
  report: Report;
  task: Task;
  gaps: readonly string[];
  released: readonly string[];
  next: Task | undefined;
}

export function decideReport(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  order: ReportOrder,
): Decision<ReportDecision> {
  needDuty(by, rules.specialists, 'specialist');
  const slate = slateOf(sheets);
  const before = ownTask(slate, by, order.task_id, order.status === 'done' ? 'done' : 'blocked');
  const isDone = order.status === 'done';
  const status = moved(before, isDone ? 'finish' : 'fail');
  const criteria = slate.command(before.parent_cmd)?.acceptance_criteria ?? [];
  const gaps = namedGaps(order.purpose_validation, criteria);
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
  slate.put(task, isDone ? 'finished' : 'waiting');
  slate.putReport(report);
  const facts = {
    id: task.task_id,
    by,
    status: order.status,
    summary: clip(result.summary),
    gaps: gaps.slice(0, 20).map((gap) => clip(gap)),
  };
  for (const to of rules.marshalls)
    slate.note(noteOf(by, to, 'report_received', rules.words.reported(facts)));
  const { released } = settle(slate, rules, by);
  const next = slate
    .slots()
    .find((slot) => slot.place === 'current' && slot.task.assigned_to === by);
  return slate.decision({ report, task, gaps, released, next: next?.task });
}
