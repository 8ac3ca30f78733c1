import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, Sheets } from '../papers/papers.ts';
import type { OpenWork } from './board.ts';
import type { Command } from './command.ts';
import { slateOf, needCommand, needDuty, type Slate, type Rules } from './slate.ts';
import type { Evaluation, EvaluationOrder } from './evaluation.ts';
import { openGaps } from './gaps.ts';
import { dependents } from './links.ts';
import { isOpen, moved } from './moves.ts';
import { clip, noteOf } from './notes.ts';
import { settle } from './settle.ts';

export interface EvaluateDecision {
  evaluation: Evaluation;
  command: Command;
  open: OpenWork;
}

/** The marshall's judgement of a task that is done, or the end of one that will not be. */
export function decideEvaluate(
  sheets: Sheets,
  rules: Rules,
  by: Role,
  order: EvaluationOrder,
): Decision<EvaluateDecision> {
  needDuty(by, rules.marshalls, 'marshall');
  const slate = slateOf(sheets);
  const { task_id: id, scores, issues_found, knowledge_extracted } = order;
  const { task } = slate.known(id);
  const stands = slate.evaluation(id);
  if (stands !== undefined && !accepts(slate, order))
    throw new OvldError('already_evaluated', { id });
  const command = needCommand(slate, task.parent_cmd);
  if (order.end) end(slate, id);
  else if (task.status !== 'done') throw new OvldError('not_reported', { id, status: task.status });

  const evaluation: Evaluation = {
    ...(stands ?? {
      task_id: id,
      evaluator: by,
      timestamp: rules.now,
      scores,
      issues_found,
      knowledge_extracted,
    }),
    ...(order.accept_gaps ? { accept_gaps: true as const } : {}),
  };
  slate.putEvaluation(evaluation);
  settle(slate, rules, by);
  const open = openWork(slate, command, order.more_tasks);
  if (isNothing(open)) close(slate, rules, by, command.id);
  return slate.decision({ evaluation, command: needCommand(slate, command.id), open });
}

/** Of an evaluation that stands one thing can still be said: that what is missing need not be done after all. */
function accepts(slate: Slate, { task_id: id, accept_gaps, end: gives }: EvaluationOrder): boolean {
  const gaps = slate.report(id)?.purpose_validation.gaps ?? [];
  return accept_gaps && !gives && gaps.length > 0 && slate.evaluation(id)?.accept_gaps !== true;
}

function end(slate: Slate, id: string): void {
  const { task } = slate.known(id);
  const status = moved(task, 'end');
  const waiting = dependents(slate, id);
  if (waiting.length > 0) throw new OvldError('task_has_dependents', { id, dependents: waiting });
  slate.put({ ...task, status, ended: true }, 'finished');
}

export function openWork(slate: Slate, command: Command, more: boolean): OpenWork {
  const tasks = slate.slots().flatMap(({ task }) => (task.parent_cmd === command.id ? task : []));
  const unevaluated = tasks.filter(
    ({ task_id, status }) => status === 'done' && slate.evaluation(task_id) === undefined,
  );
  return {
    unfinished: tasks.filter((task) => isOpen(task)).map(({ task_id }) => task_id),
    unevaluated: unevaluated.map(({ task_id }) => task_id),
    gaps: openGaps(slate, command),
    more,
  };
}

const isNothing = ({ unfinished, unevaluated, gaps, more }: OpenWork): boolean =>
  unfinished.length + unevaluated.length + gaps.length === 0 && !more;

function close(slate: Slate, rules: Rules, by: Role, id: string): void {
  const command = needCommand(slate, id);
  if (command.status === 'done') return;
  slate.putCommand({ ...command, status: 'done' });
  const tasks = slate.slots().flatMap(({ task }) => (task.parent_cmd === id ? task : []));
  const named = (ended: boolean): string[] =>
    tasks
      .filter((task) => (task.ended === true) === ended)
      .map(({ task_id }) => task_id)
      .slice(0, 50);
  const facts = { id, purpose: clip(command.purpose), tasks: named(false), ended: named(true) };
  for (const to of rules.envoys)
    slate.note(noteOf(by, to, 'report_received', rules.words.commandDone(facts)));
}
