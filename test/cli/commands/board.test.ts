import { describe, expect, it } from 'vitest';
import { command as board } from '../../../src/cli/commands/board.ts';
import { command as knowledge } from '../../../src/cli/commands/knowledge.ts';
import { command as tasks } from '../../../src/cli/commands/task.ts';
import { boardLines } from '../../../src/cli/output/board-lines.ts';
import { paints } from '../../../src/kit/paint.ts';
import type { CommandOf } from '../../../src/cli/parse/define-command.ts';
import { textsOfDesk, type Desk } from '../../../src/cli/terminal/desk.ts';
import { explain } from '../../../src/i18n/explain.ts';
import { fakeDesk, runAtDesk } from '../../support/fake-desk.ts';

type At<G, A extends unknown[] = []> = (
  desk: Desk,
  ...args: [...A, flags: Partial<G>]
) => Promise<number>;

const at =
  <G>(command: CommandOf<G> | undefined): At<G> =>
  (desk, flags) =>
    runAtDesk(desk, command, flags);
/** The same with the command's argument before its flags. */
const atWith =
  <G, K extends keyof G>(command: CommandOf<G> | undefined, name: K): At<G, [G[K]]> =>
  (desk, value, flags) =>
    runAtDesk(desk, command, { ...flags, [name]: value });

const boardCommand = at(board);
const issueCommand = atWith(board.commands?.issue, 'instruction');
const listTasks = at(tasks.commands?.list);
const showTask = atWith(tasks.commands?.show, 'task');
const assignTask = atWith(tasks.commands?.assign, 'objective');
const getTask = atWith(tasks.commands?.get, 'role');
const updateTask = atWith(tasks.commands?.update, 'task');
const reportTask = atWith(tasks.commands?.report, 'task');
const evaluateTask = atWith(tasks.commands?.evaluate, 'task');
const searchKnowledge = atWith(knowledge.commands?.search, 'words');
const listKnowledge = at(knowledge.commands?.list);
const recordKnowledge = atWith(knowledge.commands?.record, 'content');

const ISSUE = { purpose: 'The gate is shut', criterion: ['It is shut', 'It is locked'] };
const TASK = { to: 'specialist_1', command: 'cmd_001', persona: 'Smith' };

async function refusal(move: Promise<unknown>, language: 'en' | 'ja' = 'en') {
  const error: unknown = await move.then(
    () => expect.fail('it was taken'),
    (one: unknown) => one,
  );
  const { code, what } = explain(error, language);
  return { code, what };
}

describe('a person at the board', () => {
  it('sees the words of others without their control characters', async () => {
    const { desk, out } = fakeDesk();
    const evil = 'x\u001b]0;owned\u0007\u001b[2J\u009b1m\u202e';
    await issueCommand(desk, evil, { purpose: evil, criterion: [evil] });
    await assignTask(desk, evil, { ...TASK, persona: evil, context: [evil] });
    await recordKnowledge(desk, evil, { type: 'lesson', title: evil, tag: [evil] });
    await boardCommand(desk, {});
    await listTasks(desk, {});
    await getTask(desk, 'specialist_1', {});
    await showTask(desk, 'subtask_001', {});
    await searchKnowledge(desk, ['x'], {});
    await listKnowledge(desk, {});
    await updateTask(desk, 'subtask_001', { status: 'in_progress' });
    const said = { summary: evil, gap: [evil], skill: false };
    await reportTask(desk, 'subtask_001', { status: 'done', ...said });
    expect(out()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('does every step as the role that the step belongs to [bastion.evaluation.3]', async () => {
    const { desk, work, out } = fakeDesk();
    await issueCommand(desk, 'Shut the gate.', ISSUE);
    expect(out()).toBe('cmd_001 is issued.\nNotified: marshall.\n');
    expect(work.commands[0]).toMatchObject({ project: 'castle', command: 'Shut the gate.' });
    await assignTask(desk, 'Forge a bolt', TASK);
    expect(out()).toBe('subtask_001 is given to specialist_1.\nNotified: specialist_1.\n');
    await assignTask(desk, 'Fit it', { ...TASK, to: 'specialist_2', blockedBy: ['subtask_001'] });
    expect(out()).toContain('subtask_002 waits for subtask_001');
    await updateTask(desk, 'subtask_001', { status: 'in_progress' });
    expect(out()).toBe('subtask_001 is in_progress.\n');

    await boardCommand(desk, {});
    expect(out().split('\n')).toEqual([
      'cmd_001  in progress  medium  The gate is shut',
      '  1. It is shut',
      '  2. It is locked',
      '  Task         Specialist    Status       Waits for    Objective',
      '  subtask_001  specialist_1  in progress  –            Forge a bolt',
      '  subtask_002  specialist_2  blocked      subtask_001  Fit it',
      'specialist_1: subtask_001',
      'specialist_2: free',
      '',
    ]);

    await reportTask(desk, 'subtask_001', { status: 'done', summary: 'Forged.', skill: false });
    expect(out()).toBe(
      'Report on subtask_001 taken (done).\nUnblocked: subtask_002.\nNotified: marshall, specialist_2.\n',
    );
    const learnt = [{ type: 'lesson', content: 'Heat it.' }];
    await evaluateTask(desk, 'subtask_001', { scores: [5, 4, 3], learnt });
    expect(out()).toContain(
      'subtask_001 is evaluated.\ncmd_001 is not done. Unfinished: subtask_002.',
    );
    expect(work.evaluations.get('subtask_001')).toMatchObject({
      evaluator: 'marshall',
      scores: { correctness: 5, code_quality: 4, efficiency: 3 },
      knowledge_extracted: learnt,
    });
    await getTask(desk, 'specialist_2', {});
    expect(out()).toMatch(/^subtask_002 \(assigned, of cmd_001\)\nYou are: Smith\n/);
    await showTask(desk, 'subtask_001', {});
    expect(out()).toMatch(
      /^task:\n {2}task_id: subtask_001\n[^]*report:\n {2}worker_id: specialist_1/,
    );
    await listTasks(desk, {});
    expect(out().split('\n')).toHaveLength(4);
    await updateTask(desk, 'subtask_002', { status: 'in_progress' });
    expect(out()).toBe('subtask_002 is in_progress.\n');
    const other = updateTask(desk, 'subtask_002', { status: 'in_progress', as: 'specialist_1' });
    expect(await refusal(other)).toMatchObject({ code: 'not_your_task' });
  });

  it('is told of no free specialist where there is no army', async () => {
    const { desk, out, json } = fakeDesk({ alone: true });
    await boardCommand(desk, {});
    expect(out()).toMatch(/^The board is empty\.\novld board issue .*\n$/);
    await issueCommand(desk, 'Shut the gate.', ISSUE);
    await assignTask(desk, 'Forge a bolt', TASK);
    out();
    await boardCommand(desk, {});
    expect(out()).toMatch(/\nspecialist_1: subtask_001\n$/);
    await boardCommand(desk, { json: true });
    expect(json()).toMatchObject({ session: null });
  });

  it('gets the same facts with --json [bastion.report.13 bastion.report.15]', async () => {
    const { desk, json } = fakeDesk();
    const flags = { json: true };
    await issueCommand(desk, 'x', { ...ISSUE, ...flags, priority: 'high' });
    expect(json()).toMatchObject({
      session: 'bastion',
      command: { id: 'cmd_001', priority: 'high' },
    });
    await assignTask(desk, 'Forge', {
      ...TASK,
      ...flags,
      deliverable: ['a bolt'],
      context: ['iron'],
    });
    expect(json()).toMatchObject({
      place: 'given',
      task: { deliverables: ['a bolt'], context: ['iron'] },
    });
    await updateTask(desk, 'subtask_001', { ...flags, status: 'in_progress' });
    expect(json()).toMatchObject({ task: { status: 'in_progress' } });
    await reportTask(desk, 'subtask_001', {
      ...flags,
      status: 'done',
      summary: 'Forged.',
      gap: ['2'],
      skillName: 'forging',
      skillDescription: 'd',
      skillReason: 'r',
    });
    expect(json()).toMatchObject({
      gaps: ['2'],
      next: null,
      report: {
        worker_id: 'specialist_1',
        purpose_validation: { meets_criteria: false },
        skill_candidate: { found: true, name: 'forging' },
      },
    });
    await boardCommand(desk, flags);
    expect(json()).toMatchObject({ session: 'bastion', tasks: [{ task_id: 'subtask_001' }] });
    await listTasks(desk, flags);
    expect(json()).toMatchObject({ tasks: [{ status: 'done', evaluated: false }] });
    await showTask(desk, 'subtask_001', flags);
    expect(json()).toMatchObject({ place: 'finished', report: { status: 'done' } });
    await getTask(desk, 'specialist_1', flags);
    expect(json()).toEqual({ task: null, queued: 0, relevant: [] });
  });

  it('stores knowledge and finds it', async () => {
    const { desk, work, out, json } = fakeDesk();
    await listKnowledge(desk, {});
    expect(out()).toBe('Nothing has been learnt yet.\n');
    await recordKnowledge(desk, 'Heat it.', { type: 'lesson', title: 'Iron', tag: ['forge'] });
    expect(out()).toBe('lesson_001 is kept in .ovld/knowledge/lessons/lesson_001.yaml.\n');
    expect(work.recorded[0]).toMatchObject({ tags: ['forge'], content: 'Heat it.' });
    await searchKnowledge(desk, ['Heat', 'it'], { tag: ['forge'] });
    expect(out()).toBe('#1 lesson_001 "Iron" (tags: forge)\n\tHeat it.\n');
    await searchKnowledge(desk, ['dragons'], {});
    expect(out()).toBe('Nothing found. Try other words, or fewer.\n');
    await searchKnowledge(desk, [], { json: true });
    expect(json()).toMatchObject({
      found: [{ id: 'lesson_001', path: expect.any(String) as string }],
    });
    await listKnowledge(desk, {});
    expect(out()).toBe('  ID          TITLE  TAGS\n  lesson_001  Iron   forge\n');
  });

  it('can pass a whole document, YAML or JSON, from a file or standard input', async () => {
    const yaml = `purpose: Shut\nacceptance_criteria: [It is shut]\ncommand: |\n  Two\n  lines\nproject: p\n`;
    const task = JSON.stringify({
      parent_cmd: 'cmd_001',
      assigned_to: 'specialist_1',
      persona: 'S',
      objective: 'O',
    });
    const { desk, work } = fakeDesk({ files: { '-': yaml, 'task.json': task } });
    await issueCommand(desk, undefined, { input: '-' });
    expect(work.commands[0]).toMatchObject({
      project: 'p',
      command: 'Two\n  lines'.replace('  ', ''),
    });
    await assignTask(desk, undefined, { input: 'task.json' });
    expect(work.tasks.get('subtask_001')).toMatchObject({ objective: 'O', blocked_by: [] });
  });

  it('gets the name of the folder as the project of a document without one', async () => {
    const yaml = 'purpose: Shut\nacceptance_criteria: [It is shut]\ncommand: c\n';
    const { desk, work } = fakeDesk({ files: { '-': yaml } });
    await issueCommand(desk, undefined, { input: '-' });
    expect(work.commands[0]).toMatchObject({ project: 'castle' });
    const both = issueCommand(desk, undefined, { input: '-', project: 'x' });
    expect((await refusal(both)).what).toContain('leave out project');
  });

  it('sees standard input named in an error', async () => {
    const { desk } = fakeDesk({ files: { '-': 'purpose: [\n' } });
    const { what } = await refusal(issueCommand(desk, undefined, { input: '-' }));
    expect(what).toMatch(/^stdin:\d+: /);
  });

  it('is told that no role is woken when no army stands', async () => {
    const { desk, out, json } = fakeDesk({ alone: true });
    await issueCommand(desk, 'x', ISSUE);
    expect(out()).toContain('No army is running here: the messages wait in the inboxes.\n');
    await boardCommand(desk, { json: true });
    expect(json()).toMatchObject({ session: null });
  });
});

describe('a step that a person cannot do is refused with a reason and changes nothing', () => {
  const report = { status: 'done', summary: 's' } as const;
  it.each([
    [
      'no criteria',
      'usage',
      'acceptance_criteria is missing',
      (d) => issueCommand(d, 'x', { purpose: 'p' }),
    ],
    ['no instruction', 'usage', 'command is missing', (d) => issueCommand(d, undefined, ISSUE)],
    [
      'no skill said',
      'usage',
      'skill_candidate is missing (every report',
      (d) => reportTask(d, 'subtask_001', report),
    ],
    [
      'half a skill',
      'usage',
      'skill_candidate.description is missing',
      (d) => reportTask(d, 'subtask_001', { ...report, skillName: 'x' }),
    ],
    [
      'an input and flags',
      'usage',
      'leave out purpose',
      (d) => issueCommand(d, undefined, { input: 'x', purpose: 'p' }),
    ],
    [
      'an input that is not there',
      'usage',
      'x: there is no such file',
      (d) => issueCommand(d, undefined, { input: 'x' }),
    ],
    [
      'an input that is a directory',
      'usage',
      '/: not a regular file',
      (d) => issueCommand(d, undefined, { input: '/' }),
    ],
    [
      'an input that is no YAML',
      'usage',
      'bad.yaml:1',
      (d) => issueCommand(d, undefined, { input: 'bad.yaml' }),
    ],
    [
      'an input with strange keys',
      'usage',
      'there is no argument timestamp',
      (d) => issueCommand(d, undefined, { input: 'strange.yaml' }),
    ],
    [
      'a role that is not there',
      'unknown_role',
      'nobody',
      (d) => issueCommand(d, 'x', { ...ISSUE, as: 'nobody' }),
    ],
    [
      'a role that may not',
      'not_your_duty',
      'marshall',
      (d) => issueCommand(d, 'x', { ...ISSUE, as: 'marshall' }),
    ],
    [
      'a task that is not there',
      'unknown_task',
      'subtask_999',
      (d) => showTask(d, 'subtask_999', {}),
    ],
    [
      'a path for an id',
      'usage',
      'task_id is no id',
      (d) => updateTask(d, '../x', { status: 'in_progress' }),
    ],
    ['no task', 'no_task', 'specialist_1', (d) => getTask(d, 'specialist_1', {})],
    ["no specialist's", 'not_a_specialist', 'envoy', (d) => getTask(d, 'envoy', {})],
  ] satisfies [
    string,
    string,
    string,
    (desk: ReturnType<typeof fakeDesk>['desk']) => Promise<number>,
  ][])('with %s', async (_what, code, words, move) => {
    const files = { 'bad.yaml': '{', 'strange.yaml': 'timestamp: now\n' };
    const { desk, work, out } = fakeDesk({ files });
    const told = await refusal(move(desk));
    expect(told.code).toBe(code);
    expect(told.what).toContain(words);
    expect(out()).toBe('');
    expect([work.commands, work.moves]).toEqual([[], []]);
  });

  it('with its reason in Japanese', async () => {
    const { desk } = fakeDesk({ language: 'ja' });
    const told = await refusal(reportTask(desk, 'subtask_001', report), 'ja');
    expect(told.what).toContain('skill_candidate がありません');
  });
});

it('a board in colours has the same words, and shows what another wrote without its control characters', async () => {
  const { desk, work } = fakeDesk();
  await issueCommand(desk, 'x', { ...ISSUE, purpose: 'red \u001b[31m text' });
  await assignTask(desk, 'Forge', TASK);
  const view = { ...(await work.board.list()), faults: [{ file: 'a.yaml', reason: 'bad' }] };
  const texts = textsOfDesk('en');
  const plain = boardLines(view, texts, paints(false)).join('\n');
  const coloured = boardLines(view, texts, paints(true)).join('\n');
  // oxlint-disable-next-line no-control-regex
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(plain).not.toContain('\u001b');
  expect(plain).toContain('! a.yaml cannot be read: bad');
});
