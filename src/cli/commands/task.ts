import { stringify } from 'yaml';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { task as en } from '../../i18n/en/task.ts';
import { task as ja } from '../../i18n/ja/task.ts';
import type { Language } from '../../i18n/texts.ts';
import { relevantTo, taskLines } from '../../mcp/tools/get-task.ts';
import { boardData } from '../../mcp/tools/list-board.ts';
import { knowledgeData } from '../../mcp/tools/work-parts.ts';
import { evaluationOrderSchema } from '../../work/evaluation.ts';
import { reportOrderSchema, reportStatuses } from '../../work/report.ts';
import { taskChangeSchema, taskOrderSchema } from '../../work/task.ts';
import { faultLines, printableText, taskTable } from '../output/board-lines.ts';
import { defineCommand, type Given, type Option } from '../parse/define-command.ts';
import { readOrder, withoutUndefined } from '../parse/order.ts';
import {
  flag,
  list as many,
  needed,
  negated,
  oneOf,
  optional,
  required,
  text,
} from '../parse/values.ts';
import {
  actingOptions,
  assertSpecialist,
  boardOptions,
  chooseActor,
  openDesk,
  orderOptions,
  tell,
  tellOutcome,
  type OpenDesk,
} from '../terminal/desk.ts';

const allTexts = { en, ja };

const list = defineCommand({
  texts: { en: en.list, ja: ja.list },
  options: boardOptions,
  examples: { open: 'ovld task list', json: 'ovld task list --json' },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const { work, session = null, texts, paint } = desk;
    const view = await work.board.list();
    const table = taskTable(view.tasks, texts, paint);
    const lines = table.length === 0 ? [texts.tools.boardEmpty] : table;
    const { tasks } = boardData(view);
    tell(desk, { session, tasks }, [...lines, ...faultLines(view, texts, paint)]);
  },
});

/** All that is known of a task, as its documents say it. */
const show = defineCommand({
  texts: { en: en.show, ja: ja.show },
  args: { task: needed() },
  options: boardOptions,
  examples: { one: 'ovld task show subtask_001', json: 'ovld task show subtask_001 --json' },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const { waitsFor, ...known } = await desk.work.board.task(given.task);
    const { task, place, evaluated, report, evaluation } = known;
    const data = { task, place, waits_for: waitsFor, evaluated, report, evaluation };
    const yaml = stringify(data, { lineWidth: 0 }).replace(/\n$/, '');
    tell(desk, data, [printableText(yaml)]);
  },
});

const assign = defineCommand({
  texts: { en: en.assign, ja: ja.assign },
  args: { objective: optional() },
  options: {
    ...orderOptions,
    to: text('specialist', 'role'),
    command: text('id'),
    persona: text('expert'),
    deliverable: many(text('thing')),
    context: many(text('hint')),
    blocks: many(text('task')),
    blockedBy: many(text('task')),
    follows: text('task'),
    taskId: text('task'),
  },
  examples: {
    given: (language: Language) => allTexts[language].assign.lines.given,
    file: 'ovld task assign --input task.yaml',
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const order = await readOrder(desk, taskOrderSchema(), {
      flags: {
        task_id: given.taskId,
        parent_cmd: given.command,
        assigned_to: given.to,
        persona: given.persona,
        objective: given.objective,
        deliverables: given.deliverable,
        context: given.context,
        blocks: given.blocks,
        blocked_by: given.blockedBy,
        follows: given.follows,
      },
    });
    const by = chooseActor(desk, 'marshall');
    const { task, place, waitsFor, told } = await desk.work.board.assign(by, order);
    const { assigned } = desk.texts.tools;
    tellOutcome(desk, { task, place, waits_for: waitsFor, told }, [
      assigned(task.task_id, task.assigned_to, place, waitsFor),
    ]);
  },
});

const get = defineCommand({
  texts: { en: en.get, ja: ja.get },
  args: { role: needed('role') },
  options: boardOptions,
  examples: { one: 'ovld task get specialist_1', json: 'ovld task get specialist_1 --json' },
  async run({ role, ...given }, context) {
    const desk = await openDesk(context, given);
    assertSpecialist(desk, role);
    const current = await desk.work.board.current(role);
    if (current === undefined) {
      if (!given.json) throw new OvldError('no_task', { role });
      tell(desk, { task: null, queued: 0, relevant: [] }, []);
      return;
    }
    const hits = await relevantTo(desk.work, current);
    const { task, command: issued, queued } = current;
    const data = { task, command: issued, queued, relevant: knowledgeData(hits) };
    tell(desk, data, taskLines(current, hits, desk.texts.tools).map(printableText));
  },
});

/** A task's own specialist moves it. */
async function chooseMover(desk: OpenDesk, id: string): Promise<Role> {
  const { task } = await desk.work.board.task(id);
  return chooseActor(desk, 'specialist', task.assigned_to);
}

const update = defineCommand({
  texts: { en: en.update, ja: ja.update },
  args: { task: needed() },
  options: {
    ...actingOptions,
    status: required(oneOf('status', ['in_progress', 'blocked'])),
    reason: text('words'),
  },
  examples: {
    begin: 'ovld task update subtask_001 --status in_progress',
    blocked: (language: Language) => allTexts[language].update.lines.blocked,
  },
  async run({ status, reason, ...given }, context) {
    const desk = await openDesk(context, given);
    const fixed = { task_id: given.task };
    const change = await readOrder(desk, taskChangeSchema(), { flags: { status, reason }, fixed });
    const by = await chooseMover(desk, given.task);
    const { task, told } = await desk.work.board.update(by, change);
    tellOutcome(desk, { task, told }, [desk.texts.tools.updated(task.task_id, task.status)]);
  },
});

const reportOptions = {
  ...orderOptions,
  status: oneOf('status', reportStatuses),
  summary: text('words'),
  file: many(text('path', 'file')),
  tests: text('words'),
  notes: text('words'),
  gap: many(text('criterion')),
  skill: negated,
  skillName: text('name'),
  skillDescription: text('words'),
  skillReason: text('words'),
};

const report = defineCommand({
  texts: { en: en.report, ja: ja.report },
  args: { task: needed() },
  options: reportOptions,
  examples: {
    done: (language: Language) => allTexts[language].report.lines.done,
    file: 'ovld task report subtask_001 --input report.yaml',
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const order = await readOrder(desk, reportOrderSchema(), {
      flags: reportIn(given),
      fixed: { task_id: given.task },
    });
    const by = await chooseMover(desk, given.task);
    const { board } = desk.work;
    const { report: taken, task, gaps, released, next, told } = await board.report(by, order);
    const { tools } = desk.texts;
    const done = [
      tools.reported(taken.task_id, taken.status),
      ...(gaps.length > 0 ? [tools.gaps(gaps)] : []),
      ...(released.length > 0 ? [tools.released(released)] : []),
    ];
    const data = { report: taken, task, gaps, released, next: next ?? null, told };
    tellOutcome(desk, data, done, next && [tools.has(by, next.task_id, [])]);
  },
});

/** Without gaps the criteria are met; whether there is a skill must be said. */
function reportIn(given: Given<typeof reportOptions>): Record<string, unknown> {
  const { status, summary, file, tests, notes, gap, skill } = given;
  const result = withoutUndefined({ summary, files_modified: file, test_results: tests, notes });
  const { skillName: name, skillDescription: description, skillReason: reason } = given;
  const named = withoutUndefined({ name, description, reason });
  const found = Object.keys(named).length > 0;
  const any = [status, gap].some((value) => value !== undefined) || Object.keys(result).length > 0;
  return {
    status,
    result: any ? result : undefined,
    purpose_validation: any
      ? { meets_criteria: gap === undefined && status === 'done', ...(gap && { gaps: gap }) }
      : undefined,
    skill_candidate: found ? { found, ...named } : !skill ? { found } : undefined,
  };
}

const scores: Option<number[], false> = {
  value: '<numbers>',
  read: (given) => (/^[1-5],[1-5],[1-5]$/.test(given) ? given.split(',').map(Number) : undefined),
  complaint: (language) => allTexts[language].evaluate.notScores,
};

const learnt: Option<{ type: string; content: string }, false> = {
  value: '<sentence>',
  read(given) {
    const [, type, content] = /^(pattern|lesson):\s*(.+)$/s.exec(given) ?? [];
    return type === undefined || content === undefined ? undefined : { type, content };
  },
  complaint: (language) => allTexts[language].evaluate.notLearnt,
};

const evaluate = defineCommand({
  texts: { en: en.evaluate, ja: ja.evaluate },
  args: { task: needed() },
  options: {
    ...orderOptions,
    scores,
    issue: many(text('words')),
    learnt: many(learnt),
    moreTasks: flag,
    acceptGaps: flag,
    end: flag,
  },
  examples: {
    scores: 'ovld task evaluate subtask_001 --scores 5,4,4',
    learnt: (language: Language) => allTexts[language].evaluate.lines.learnt,
  },
  async run(given, context) {
    const desk = await openDesk(context, given);
    const [correctness, code_quality, efficiency] = given.scores ?? [];
    const order = await readOrder(desk, evaluationOrderSchema(), {
      flags: {
        scores: given.scores && { correctness, code_quality, efficiency },
        issues_found: given.issue,
        knowledge_extracted: given.learnt,
        more_tasks: given.moreTasks,
        accept_gaps: given.acceptGaps,
        end: given.end,
      },
      fixed: { task_id: given.task },
    });
    const by = chooseActor(desk, 'marshall');
    const { evaluation, command: judged, open, told } = await desk.work.board.evaluate(by, order);
    const { tools } = desk.texts;
    const state =
      judged.status === 'done' ? tools.commandDone(judged.id) : tools.commandOpen(judged.id, open);
    const data = { evaluation, command: judged, open, told };
    tellOutcome(desk, data, [tools.evaluated(evaluation.task_id), state]);
  },
});

/** Tasks, and their moves as the role each belongs to. */
export const command = defineCommand({
  group: 'work',
  place: 2,
  texts: allTexts,
  examples: { list: 'ovld task list', show: 'ovld task show subtask_001' },
  commands: { list, show, assign, get, update, report, evaluate },
});
