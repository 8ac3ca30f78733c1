import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardWorld, command, report, task, verdict } from '../support/board-world.ts';

const GAPS = { purpose_validation: { meets_criteria: false, gaps: ['1'] } };

describe('gaps', () => {
  it('are never closed by the task that left them, nor by two that follow each other', async () => {
    const { board } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_1'));
    await board.assign('marshall', task('specialist_2', { follows: 'subtask_001' }));
    const again = (follows: string) =>
      board.assign('marshall', task('specialist_1', { task_id: 'subtask_001', follows }));
    await expect(again('subtask_001')).rejects.toMatchObject({
      code: 'dependency_cycle',
      data: { cycle: ['subtask_001', 'subtask_001'] },
    });
    await expect(again('subtask_002')).rejects.toMatchObject({
      code: 'dependency_cycle',
      data: { cycle: ['subtask_001', 'subtask_002', 'subtask_001'] },
    });
  });

  it('are shown on the board until they are handled, to every role and at any time', async () => {
    const { board, sent } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_1'));
    await board.update('specialist_1', { status: 'in_progress' });
    await board.report('specialist_1', report(GAPS));
    await board.evaluate('marshall', verdict('subtask_001'));
    expect((await board.list()).gaps).toEqual([
      { command: 'cmd_001', gaps: ['POST /login answers'] },
    ]);
    // Only the marshall can go on from here, so a new one has to know.
    await board.resume('marshall');
    expect(sent.at(-1)).toMatchObject({ to: 'marshall' });
    expect(sent.at(-1)?.body).toContain('Commands without an open task: cmd_001');
    await board.assign('marshall', task('specialist_2', { follows: 'subtask_001' }));
    await board.update('specialist_2', { status: 'in_progress' });
    await board.report('specialist_2', report());
    expect((await board.list()).gaps).toEqual([]);
  });
});

describe('gaps of a command that is open', () => {
  it('can still be accepted when the task was evaluated without accepting them', async () => {
    const { board, root, text, later } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_1'));
    await board.update('specialist_1', { status: 'in_progress' });
    await board.report('specialist_1', report(GAPS));
    await board.evaluate('marshall', verdict('subtask_001'));
    const file = 'knowledge/evaluations/eval_subtask_001.yaml';
    writeFileSync(join(root, file), `${text(file)}# a person's remark\n`);
    later(60);
    const scores = { correctness: 1, code_quality: 1, efficiency: 1 };
    const done = await board.evaluate(
      'marshall',
      verdict('subtask_001', { accept_gaps: true, scores }),
    );
    expect(done).toMatchObject({
      command: { status: 'done' },
      evaluation: { accept_gaps: true, timestamp: '2026-02-08T10:00:00' },
    });
    // The judgement stands; only the word was added.
    expect(done.evaluation.scores.correctness).toBe(5);
    expect(text(file)).toContain('accept_gaps: true');
    expect(text(file)).toContain("# a person's remark");
    const again = board.evaluate('marshall', verdict('subtask_001', { accept_gaps: true }));
    await expect(again).rejects.toMatchObject({ code: 'already_evaluated' });
  });

  it('are not closed by a task of another command', async () => {
    const { board } = boardWorld();
    await board.issue('envoy', command());
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_1'));
    const other = task('specialist_2', { parent_cmd: 'cmd_002', follows: 'subtask_001' });
    await expect(board.assign('marshall', other)).rejects.toMatchObject({ code: 'other_command' });
  });
});

describe('after a restart the marshall is told of', () => {
  it('tasks of roles that left the army, and can take them back', async () => {
    const { board, root } = boardWorld({ specialists: 3 });
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_3'));
    await board.assign('marshall', task('specialist_3'));
    await board.update('specialist_3', { status: 'in_progress' });
    const fewer = boardWorld({ specialists: 2, root });
    expect(await fewer.board.resume()).toEqual(['marshall']);
    expect(fewer.sent.at(-1)?.body).toContain(
      'not in this army: subtask_001 (specialist_3), subtask_002 (specialist_3)',
    );
    for (const task_id of ['subtask_001', 'subtask_002']) {
      await fewer.board.assign('marshall', task('specialist_1', { task_id }));
    }
    expect(await fewer.board.current('specialist_1')).toMatchObject({ queued: 1 });
    expect(await fewer.board.current('specialist_3')).toBeUndefined();
  });

  it('tasks that wait for work that will never be done', async () => {
    const { board, root, sent } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task('specialist_1'));
    await board.assign('marshall', task('specialist_2', { blocked_by: ['subtask_001'] }));
    rmSync(join(root, 'queue/tasks/specialist_1.yaml'));
    await board.resume('marshall');
    expect(sent.at(-1)?.body).toContain('wait for what will never be done: subtask_002');
  });
});

it("an evaluation of another clone does not take the place of a task's own", async () => {
  const { board, root } = boardWorld();
  await board.issue('envoy', command());
  mkdirSync(join(root, 'knowledge/evaluations'), { recursive: true });
  const theirs = `evaluation:
  task_id: subtask_007
  evaluator: marshall
  timestamp: "2026-02-08T09:30:00"
  scores: { correctness: 5, code_quality: 4, efficiency: 4 }
  issues_found: []
  knowledge_extracted: []
`;
  writeFileSync(join(root, 'knowledge/evaluations/eval_subtask_007.yaml'), theirs);
  const { task: ours } = await board.assign('marshall', task('specialist_1'));
  expect(ours.task_id).toBe('subtask_008');
});

it('a command that ends with abandoned work says so to the envoy', async () => {
  const { board, sent } = boardWorld();
  await board.issue('envoy', command());
  await board.assign('marshall', task('specialist_1'));
  await board.assign('marshall', task('specialist_2'));
  await board.update('specialist_1', { status: 'in_progress' });
  await board.report('specialist_1', report());
  await board.evaluate('marshall', verdict('subtask_001'));
  await board.evaluate('marshall', verdict('subtask_002', { end: true }));
  expect(sent.at(-1)).toMatchObject({
    to: 'envoy',
    body: 'cmd_001 is done: the login works\nTasks: subtask_001\nGiven up, not done: subtask_002',
  });
});
