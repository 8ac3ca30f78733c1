import { stringify } from 'yaml';
import { boardData } from '../../mcp/tools/list-board.ts';
import { relevantTo, taskLines } from '../../mcp/tools/get-task.ts';
import { loreData, toldLines } from '../../mcp/tools/work-parts.ts';
import { OvldError } from '../../errors.ts';
import { evaluationOrderSchema } from '../../work/evaluation.ts';
import { reportOrderSchema } from '../../work/report.ts';
import { taskChangeSchema, taskOrderSchema } from '../../work/task.ts';
import {
  actor,
  insistOnSpecialist,
  tellJson,
  tellOutcome,
  type BoardFlags,
  type Desk,
} from '../board/desk.ts';
import { faultLines, legible, taskTable } from '../board/lines.ts';
import { orderFrom, withoutUndefined } from '../board/order.ts';
import { EXIT } from '../failure.ts';

export async function listTasks(desk: Desk, flags: BoardFlags): Promise<number> {
  const { work, session } = await desk.open(flags);
  const view = await work.board.list();
  const { texts, paint } = desk;
  if (flags.json === true) {
    tellJson(desk, { session: session ?? null, tasks: boardData(view).tasks });
    return EXIT.done;
  }
  const table = taskTable(view.tasks, texts, paint);
  const lines = table.length === 0 ? [texts.tools.boardEmpty] : table;
  desk.write(`${[...lines, ...faultLines(view, texts, paint)].join('\n')}\n`);
  return EXIT.done;
}

/** All that is known of a task, as its documents say it. */
export async function showTask(desk: Desk, id: string, flags: BoardFlags): Promise<number> {
  const { work } = await desk.open(flags);
  const { task, place, waitsFor, evaluated, report, evaluation } = await work.board.task(id);
  const data = withoutUndefined({
    task,
    place,
    waits_for: waitsFor,
    evaluated,
    report,
    evaluation,
  });
  if (flags.json === true) tellJson(desk, data);
  else desk.write(legible(stringify(data, { lineWidth: 0 })));
  return EXIT.done;
}

export async function getTask(desk: Desk, role: string, flags: BoardFlags): Promise<number> {
  const { work, formation } = await desk.open(flags);
  insistOnSpecialist(formation, role);
  const current = await work.board.current(role);
  if (current === undefined) {
    if (flags.json !== true) throw new OvldError('no_task', { role });
    tellJson(desk, { task: null, queued: 0, relevant: [] });
    return EXIT.done;
  }
  const hits = await relevantTo(work, current);
  const { task, command, queued } = current;
  if (flags.json === true) {
    tellJson(desk, withoutUndefined({ task, command, queued, relevant: loreData(hits) }));
  } else desk.write(`${legible(taskLines(current, hits, desk.texts.tools).join('\n'))}\n`);
  return EXIT.done;
}

export interface AssignFlags extends BoardFlags {
  to?: string;
  command?: string;
  persona?: string;
  deliverable?: string[];
  context?: string[];
  blocks?: string[];
  blockedBy?: string[];
  follows?: string;
  taskId?: string;
  input?: string;
}

export async function assignTask(
  desk: Desk,
  objective: string | undefined,
  flags: AssignFlags,
): Promise<number> {
  const here = await desk.open(flags);
  const order = await orderFrom(desk, taskOrderSchema(), {
    ...(flags.input !== undefined && { input: flags.input }),
    flags: {
      task_id: flags.taskId,
      parent_cmd: flags.command,
      assigned_to: flags.to,
      persona: flags.persona,
      objective,
      deliverables: flags.deliverable,
      context: flags.context,
      blocks: flags.blocks,
      blocked_by: flags.blockedBy,
      follows: flags.follows,
    },
  });
  const by = actor(here.formation, 'marshall', flags.as, desk.texts);
  const { task, place, waitsFor, told } = await here.work.board.assign(by, order);
  const { tools } = desk.texts;
  const done = tools.assigned(task.task_id, task.assigned_to, place, waitsFor);
  tellOutcome(desk, here, flags, {
    data: { task, place, waits_for: waitsFor, told },
    lines: [done, ...toldLines(told, tools)],
    told,
  });
  return EXIT.done;
}

/** A task's own specialist moves it. */
async function openTask(desk: Desk, id: string, flags: BoardFlags) {
  const here = await desk.open(flags);
  const { task } = await here.work.board.task(id);
  const as = flags.as ?? task.assigned_to;
  return { here, by: actor(here.formation, 'specialist', as, desk.texts) };
}

export interface UpdateFlags extends BoardFlags {
  status?: string;
  reason?: string;
}

export async function updateTask(desk: Desk, id: string, flags: UpdateFlags): Promise<number> {
  const { status, reason } = flags;
  const given = { flags: { status, reason }, fixed: { task_id: id } };
  const change = await orderFrom(desk, taskChangeSchema(), given);
  const { here, by } = await openTask(desk, id, flags);
  const { task, told } = await here.work.board.update(by, change);
  const { tools } = desk.texts;
  tellOutcome(desk, here, flags, {
    data: { task, told },
    lines: [tools.updated(task.task_id, task.status), ...toldLines(told, tools)],
    told,
  });
  return EXIT.done;
}

export interface ReportFlags extends BoardFlags {
  status?: string;
  summary?: string;
  file?: string[];
  tests?: string;
  notes?: string;
  gap?: string[];
  /** False: `--no-skill`. */
  skill?: boolean;
  skillName?: string;
  skillDescription?: string;
  skillReason?: string;
  input?: string;
}

export async function reportTask(desk: Desk, id: string, flags: ReportFlags): Promise<number> {
  const { input } = flags;
  const order = await orderFrom(desk, reportOrderSchema(), {
    ...(input !== undefined && { input }),
    flags: reportIn(flags),
    fixed: { task_id: id },
  });
  const { here, by } = await openTask(desk, id, flags);
  const { report, task, gaps, released, next, told } = await here.work.board.report(by, order);
  const { tools } = desk.texts;
  tellOutcome(desk, here, flags, {
    data: { report, task, gaps, released, next: next ?? null, told },
    lines: [
      tools.reported(report.task_id, report.status),
      ...(gaps.length > 0 ? [tools.gaps(gaps)] : []),
      ...(released.length > 0 ? [tools.released(released)] : []),
      ...toldLines(told, tools),
      ...(next === undefined ? [] : [tools.has(by, next.task_id, [])]),
    ],
    told,
  });
  return EXIT.done;
}

/** Without gaps the criteria are met; whether there is a skill must be said. */
function reportIn(flags: ReportFlags): Record<string, unknown> {
  const { status, summary, file, tests, notes, gap, skill } = flags;
  const result = withoutUndefined({ summary, files_modified: file, test_results: tests, notes });
  const { skillName: name, skillDescription: description, skillReason: reason } = flags;
  const named = withoutUndefined({ name, description, reason });
  const found = Object.keys(named).length > 0;
  const any = [status, gap].some((value) => value !== undefined) || Object.keys(result).length > 0;
  return {
    status,
    result: any ? result : undefined,
    purpose_validation: any
      ? { meets_criteria: gap === undefined && status === 'done', ...(gap && { gaps: gap }) }
      : undefined,
    skill_candidate: found ? { found, ...named } : skill === false ? { found } : undefined,
  };
}

export interface EvaluateFlags extends BoardFlags {
  scores?: readonly number[];
  issue?: string[];
  learnt?: { type: string; content: string }[];
  moreTasks?: boolean;
  acceptGaps?: boolean;
  end?: boolean;
  input?: string;
}

export async function evaluateTask(desk: Desk, id: string, flags: EvaluateFlags): Promise<number> {
  const here = await desk.open(flags);
  const [correctness, code_quality, efficiency] = flags.scores ?? [];
  const order = await orderFrom(desk, evaluationOrderSchema(), {
    ...(flags.input !== undefined && { input: flags.input }),
    flags: {
      scores: flags.scores && { correctness, code_quality, efficiency },
      issues_found: flags.issue,
      knowledge_extracted: flags.learnt,
      more_tasks: flags.moreTasks,
      accept_gaps: flags.acceptGaps,
      end: flags.end,
    },
    fixed: { task_id: id },
  });
  const by = actor(here.formation, 'marshall', flags.as, desk.texts);
  const { evaluation, command, open, told } = await here.work.board.evaluate(by, order);
  const { tools } = desk.texts;
  const standing =
    command.status === 'done' ? tools.commandDone(command.id) : tools.commandOpen(command.id, open);
  tellOutcome(desk, here, flags, {
    data: { evaluation, command, open, told },
    lines: [tools.evaluated(evaluation.task_id), standing, ...toldLines(told, tools)],
    told,
  });
  return EXIT.done;
}
