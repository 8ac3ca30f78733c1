import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import {
  allGiven,
  claudeBastion,
  lettersOf,
  offered,
  ordersOf,
  ritualFor,
  type ClaudeBastion,
} from '../support/claude-bastion.ts';
import {
  envoyMind,
  LESSON,
  marshallMind,
  objectiveOf,
  specialistMind,
  type Step,
} from '../support/claude-bastion-minds.ts';
import { log } from '../support/claude-post.ts';
import { claudeOf, killed } from '../support/claude-seats.ts';
import { fields, str } from '../support/model/json.ts';
import { gate } from '../support/model/reply.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const SURVEY: Step = { name: 'survey', to: 'specialist_1', after: [] };
const STEPS: readonly Step[] = [
  SURVEY,
  { name: 'gates', to: 'specialist_2', after: [] },
  { name: 'walls', to: 'specialist_2', after: ['survey'] },
];
const LATER: readonly Step[] = [
  { name: 'inspection', to: 'specialist_1', after: ['gates', 'walls'] },
];
const BLOCKERS: Readonly<Record<string, readonly string[]>> = {
  subtask_001: [],
  subtask_002: [],
  subtask_003: ['subtask_001'],
  subtask_004: ['subtask_002', 'subtask_003'],
};

const FOR_ALL = [
  'broadcast',
  'check_inbox',
  'get_status',
  'list_board',
  'search_knowledge',
  'send_message',
  'update_status',
];
const OWN: Readonly<Record<string, readonly string[]>> = {
  envoy: ['issue_command'],
  marshall: ['assign_task', 'evaluate_task', 'record_knowledge'],
  specialist: ['get_task', 'submit_report', 'update_task'],
};

/** Every message of the campaign, by the file it is written to: from whom, what, about what. */
const MAIL: Readonly<Record<string, readonly string[]>> = {
  envoy: ['marshall report_received Command cmd_001 is done'],
  marshall: [
    'envoy task_assigned New command cmd_001',
    'specialist_2 report_received Report on subtask_002: done',
    'specialist_1 report_received Report on subtask_001: done',
    'specialist_2 report_received Report on subtask_003: done',
    'specialist_1 report_received Report on subtask_004: done',
  ],
  specialist_1: [
    'marshall task_assigned Task subtask_001',
    'marshall task_assigned Task subtask_004',
  ],
  specialist_2: [
    'marshall task_assigned Task subtask_002',
    'marshall task_assigned Task subtask_003',
  ],
};

const asLine = ({ from, type, subject }: { from: string; type: string; subject: string }): string =>
  `${from} ${type} ${subject}`;

/** Claude keeps the line ends of a paste, but not always as they were. */
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What it was told by word of a user, or by its start where its pane is too small for that. */
const toldTo = ({ system, turns }: ModelRequest): string =>
  [system, ...turns.flatMap(({ blocks }) => blocks.map((b) => (b.type === 'text' ? b.text : '')))]
    .map(bare)
    .join('\n');

function expectSeats({ model, roles }: ClaudeBastion): void {
  for (const role of roles) {
    const [duty = ''] = role.split('_');
    const requests = model.requests(role);
    expect(requests.length, role).toBeGreaterThan(0);
    for (const request of requests) {
      expect(toldTo(request), `${role}, request ${request.n}`).toContain(bare(ritualFor(role)));
      expect(offered(request), role).toEqual([...FOR_ALL, ...(OWN[duty] ?? [])].toSorted());
      // Tools that Claude puts off are named in a message, and have to be looked up first.
      expect(toldTo(request), role).not.toContain('mcp__ovld-relay__');
    }
  }
  expect(ritualFor('specialist_2')).toContain('You are number 2');
}

function expectMail({ model, roles, inboxOf }: ClaudeBastion): void {
  for (const role of roles) {
    const entries = inboxOf(role);
    expect(entries.map(asLine), role).toEqual(MAIL[role]);
    const fetched = model.fetched(role);
    expect([...fetched.keys()], role).toEqual(entries.map(({ id }) => id));
    for (const { id, times, unmarked } of fetched.values()) {
      expect({ role, id, times, unmarked }).toEqual({ role, id, times: 1, unmarked: 1 });
    }
    const seen = lettersOf(model.requests(role).at(-1)?.allToolResults ?? []);
    expect(seen.map(asLine), role).toEqual(MAIL[role]);
  }
}

function expectOrder(world: ClaudeBastion): void {
  const begun = ordersOf(world, 'update_task');
  const reported = ordersOf(world, 'submit_report');
  expect(begun.map(({ input }) => str(input['task_id'])).toSorted()).toEqual(Object.keys(BLOCKERS));
  for (const { n, input } of begun) {
    const id = str(input['task_id']);
    for (const blocker of BLOCKERS[id] ?? []) {
      const report = reported.find((one) => one.input['task_id'] === blocker);
      expect(report?.n, `${id} begins after ${blocker} is reported`).toBeLessThan(n);
    }
  }
}

/** What was offered with the task of that step, in the request that carries get_task's result. */
function offeredWith({ model }: ClaudeBastion, role: string, name: string): unknown[] {
  const results = model.requests(role).at(-1)?.allToolResults ?? [];
  return allGiven(results, 'get_task')
    .filter(({ task }) => fields(task)['objective'] === objectiveOf(name))
    .map(({ relevant }) => relevant);
}

const envoyIsTold = ({ model }: ClaudeBastion): Promise<ModelRequest> =>
  model.waitFor(
    ({ role, toolResults }) =>
      role === 'envoy' && lettersOf(toolResults).some(({ type }) => type === 'report_received'),
    'the envoy to be told of the end',
    60_000,
  );

const allProcessed = ({ roles, inboxOf }: ClaudeBastion): Promise<unknown> =>
  waitFor(
    () => roles.every((role) => inboxOf(role).every(({ status }) => status === 'processed')),
    'every message to be acknowledged',
    40_000,
  );

const ofTask = (id: string) => expect.objectContaining({ task_id: id });

describe.each(muxKinds)('a bastion of four real claudes on %s', (kind) => {
  // [bastion.write.3 bastion.write.4 bastion.write.5 bastion.flow.4 bastion.nudge.2]
  it('plays a campaign by itself, and every word of the board is in a request of a model', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'claude', missingClaude());
    const surveyed = gate();
    const holds = specialistMind((name) => (name === 'survey' ? surveyed : undefined));
    const minds = [envoyMind, marshallMind(STEPS, LATER), holds];
    const world = await claudeBastion(kind, 2, minds);
    const { model } = world;
    const started = performance.now();
    await world.summon();
    const summoned = performance.now();

    // The survey goes on; the second specialist has nothing else to do, and must not have begun.
    const planned = async () => {
      const board = await world.board();
      const judged = board.tasks.filter(({ evaluated }) => evaluated).length;
      return surveyed.waiting === 1 && judged === 1 && board;
    };
    const board = await waitFor(planned, 'all to wait for the survey', 60_000).catch((error) => {
      throw new Error(`${String(error)}\n${model.transcript()}`);
    });
    expect(board.tasks).toEqual([
      expect.objectContaining({ task_id: 'subtask_001', status: 'in_progress' }),
      expect.objectContaining({ task_id: 'subtask_002', status: 'done' }),
      expect.objectContaining({ status: 'blocked', waits_for: ['subtask_001'] }),
      expect.objectContaining({ status: 'blocked', waits_for: ['subtask_003'] }),
    ]);
    expect(ordersOf(world, 'update_task').map(({ input }) => input)).not.toContainEqual(
      ofTask('subtask_003'),
    );
    surveyed.open();
    await envoyIsTold(world);
    const done = performance.now();
    await allProcessed(world);

    expectSeats(world);
    expectMail(world);
    expectOrder(world);
    const { content, title, tags } = LESSON;
    expect(offeredWith(world, 'specialist_1', 'survey')).toEqual([[]]);
    expect(offeredWith(world, 'specialist_1', 'inspection')).toEqual([
      [expect.objectContaining({ id: 'lesson_001', title, content, tags })],
    ]);
    const { commands, tasks } = await world.board();
    expect(commands).toEqual([expect.objectContaining({ id: 'cmd_001', status: 'done' })]);
    expect(tasks.map(({ status, evaluated }) => ({ status, evaluated }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 'done', evaluated: true })),
    );
    const built = readFileSync(join(world.project, 'keep.txt'), 'utf8').trim().split('\n');
    expect(built.toSorted()).toEqual(['gates', 'inspection', 'survey', 'walls']);
    expect(built.slice(-2)).toEqual(['walls', 'inspection']);

    const events = new Set((await log(world)).map(({ event }) => event));
    for (const bad of ['held', 'put_back', 'quarantined', 'unreachable', 'ring_failed']) {
      expect(events, `in the journal: ${bad}`).not.toContain(bad);
    }
    expect(model.others()).toEqual([]);
    process.stderr.write(
      `${kind}: four claudes summoned in ${Math.round(summoned - started)} ms, ` +
        `a campaign of four tasks and ten messages in ${Math.round(done - summoned)} ms more\n`,
    );
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  }, 180_000);
});

it('a specialist that was killed in its task is told to continue after its restart, and finishes [bastion.persistent.1]', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  requireOrSkip(context, 'claude', missingClaude());
  const never = gate();
  const holds = [never];
  const minds = [envoyMind, marshallMind([SURVEY]), specialistMind(() => holds.pop())];
  const world = await claudeBastion('tmux', 1, minds);
  const { model } = world;
  await world.summon();
  await model.waitFor(() => never.waiting === 1, 'the report to be on its way', 60_000);
  const [first] = model.requests('specialist_1');
  await killed(claudeOf(world, 'specialist_1'), 'the specialist');
  const { code, stdout } = await world.ovld(['restart', 'specialist_1']);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  await envoyIsTold(world);
  await allProcessed(world);

  expect(world.inboxOf('specialist_1').map(asLine)).toEqual([
    'marshall task_assigned Task subtask_001',
    'marshall wake_up Go on with subtask_001',
  ]);
  const last = model.requests('specialist_1').at(-1);
  expect(last?.session).not.toBe(first?.session);
  expect(lettersOf(last?.allToolResults ?? []).map(asLine)).toContain(
    'marshall wake_up Go on with subtask_001',
  );
  // Taken up once and reported once, though two have worked on it.
  const reports = ordersOf(world, 'submit_report');
  expect(reports.map(({ input }) => input['task_id'])).toEqual(['subtask_001', 'subtask_001']);
  expect(ordersOf(world, 'update_task')).toHaveLength(1);
  expect(allGiven(last?.allToolResults ?? [], 'submit_report')).toHaveLength(1);
  for (const { id, unmarked } of model.fetched('specialist_1').values()) {
    expect({ id, unmarked }).toEqual({ id, unmarked: 1 });
  }
  expect(model.fetched('marshall').size).toBe(2);
  expectSeats(world);
  expect(model.others()).toEqual([]);
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
}, 180_000);
