import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Decision, BoardState } from '../documents/documents.ts';
import type { Evaluated, OpenWork } from './board.ts';
import type { Command } from './command.ts';
import {
  editBoard,
  requireCommand,
  assertDuty,
  type EditedBoard,
  type Rules,
} from './edited-board.ts';
import type { Evaluation, EvaluationOrder } from './evaluation.ts';
import { openGaps } from './gaps.ts';
import { findDependents } from './links.ts';
import { isOpen, applyMove } from './moves.ts';
import { clip, writeNote } from './notes.ts';
import { settleBoard } from './settle.ts';

/** The marshall's judgement of a task that is done, or the end of one that will not be. */
export function decideEvaluate(
  state: BoardState,
  rules: Rules,
  by: Role,
  order: EvaluationOrder,
): Decision<Evaluated> {
  assertDuty(by, rules.marshalls, 'marshall');
  const edited = editBoard(state);
  const { task_id: id, scores, issues_found, knowledge_extracted } = order;
  const { task } = edited.known(id);
  const stands = edited.evaluation(id);
  if (stands !== undefined && !accepts(edited, order))
    throw new OvldError('already_evaluated', { id });
  const command = requireCommand(edited, task.parent_cmd);
  if (order.end) end(edited, id);
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
  edited.putEvaluation(evaluation);
  settleBoard(edited, rules, by);
  const open = openWork(edited, command, order.more_tasks);
  if (isNothing(open)) close(edited, rules, by, command.id);
  return edited.decision({ evaluation, command: requireCommand(edited, command.id), open });
}

/** Of an evaluation that stands one thing can still be said: that what is missing need not be done after all. */
function accepts(
  edited: EditedBoard,
  { task_id: id, accept_gaps, end: gives }: EvaluationOrder,
): boolean {
  const gaps = edited.report(id)?.purpose_validation.gaps ?? [];
  return accept_gaps && !gives && gaps.length > 0 && edited.evaluation(id)?.accept_gaps !== true;
}

function end(edited: EditedBoard, id: string): void {
  const { task } = edited.known(id);
  const status = applyMove(task, 'end');
  const waiting = findDependents(edited, id);
  if (waiting.length > 0) throw new OvldError('task_has_dependents', { id, dependents: waiting });
  edited.put({ ...task, status, ended: true }, 'finished');
}

export function openWork(edited: EditedBoard, command: Command, more: boolean): OpenWork {
  const tasks = edited.slots().flatMap(({ task }) => (task.parent_cmd === command.id ? task : []));
  const unevaluated = tasks.filter(
    ({ task_id, status }) => status === 'done' && edited.evaluation(task_id) === undefined,
  );
  return {
    unfinished: tasks.filter((task) => isOpen(task)).map(({ task_id }) => task_id),
    unevaluated: unevaluated.map(({ task_id }) => task_id),
    gaps: openGaps(edited, command),
    more,
  };
}

const isNothing = ({ unfinished, unevaluated, gaps, more }: OpenWork): boolean =>
  unfinished.length + unevaluated.length + gaps.length === 0 && !more;

function close(edited: EditedBoard, rules: Rules, by: Role, id: string): void {
  const command = requireCommand(edited, id);
  if (command.status === 'done') return;
  edited.putCommand({ ...command, status: 'done' });
  const tasks = edited.slots().flatMap(({ task }) => (task.parent_cmd === id ? task : []));
  const named = (ended: boolean): string[] =>
    tasks
      .filter((task) => (task.ended === true) === ended)
      .map(({ task_id }) => task_id)
      .slice(0, 50);
  const facts = { id, purpose: clip(command.purpose), tasks: named(false), ended: named(true) };
  for (const to of rules.envoys)
    edited.note(writeNote(by, to, 'report_received', rules.words.commandDone(facts)));
}
