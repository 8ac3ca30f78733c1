import { describe, expect, it } from 'vitest';
import { boardNotes } from '../../src/i18n/board-notes.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import { common as ja } from '../../src/i18n/ja/common.ts';
import { OvldError } from '../../src/errors.ts';
import type { Board } from '../../src/work/board.ts';
import { openBoard } from '../../src/work/open-board.ts';
import { bastion, command, report, task, TEN, verdict } from '../support/board-world.ts';
import { desk, deskDocuments } from '../support/board-memory.ts';

const [S1, S2, S3] = ['specialist_1', 'specialist_2', 'specialist_3'] as const;
const open = { meets_criteria: false, gaps: ['x'] };

/** One of everything: 1 in progress, 2 waits for it, 3 given to S2, 4 behind it, 5 done, 6 failed, 7 ended. */
async function busyBoard() {
  const on = desk();
  const board = openBoard({
    documents: deskDocuments(on),
    formation: bastion(3),
    clock: { now: () => TEN },
    words: boardNotes.en,
  });
  await board.issue('envoy', command());
  await board.issue('envoy', command());
  await board.assign('marshall', task(S1));
  await board.update(S1, { status: 'in_progress' });
  await board.assign('marshall', task(S3, { blocked_by: ['subtask_001'] }));
  await board.assign('marshall', task(S2));
  await board.assign('marshall', task(S2));
  const through = async (more = {}) => {
    const made = await board.assign('marshall', task(S3));
    await board.update(S3, { status: 'in_progress' });
    await board.report(S3, report(more));
    return made.task.task_id;
  };
  await through();
  await through({ status: 'failed', purpose_validation: open });
  const id = await through({ status: 'failed', purpose_validation: open });
  await board.evaluate('marshall', verdict(id, { end: true }));
  return { board, on };
}

const knowledge = { type: 'lesson' as const, title: 't', content: 'c', files: [], tags: [] };

const rows: [string, (board: Board) => Promise<unknown>, string, object?][] = [
  [
    'a command by the marshall',
    (b) => b.issue('marshall', command()),
    'not_your_duty',
    { role: 'marshall', duty: 'envoy' },
  ],
  [
    'a task by the envoy',
    (b) => b.assign('envoy', task(S1)),
    'not_your_duty',
    { role: 'envoy', duty: 'marshall' },
  ],
  [
    '[bastion.evaluation.3] an evaluation by a specialist',
    (b) => b.evaluate(S1, verdict('subtask_005')),
    'not_your_duty',
  ],
  ['knowledge by a specialist', (b) => b.record(S1, knowledge), 'not_your_duty'],
  [
    'an update by the marshall',
    (b) => b.update('marshall', { status: 'in_progress' }),
    'not_your_duty',
  ],
  ['a report by the envoy', (b) => b.report('envoy', report()), 'not_your_duty'],
  [
    'a task for an unknown command',
    (b) => b.assign('marshall', task(S1, { parent_cmd: 'cmd_009' })),
    'unknown_command',
    { id: 'cmd_009', known: ['cmd_001', 'cmd_002'] },
  ],
  ['a task for the envoy', (b) => b.assign('marshall', task('envoy')), 'not_a_specialist'],
  [
    'a task that waits for an unknown one',
    (b) => b.assign('marshall', task(S1, { blocked_by: ['subtask_099'] })),
    'unknown_task',
    { id: 'subtask_099' },
  ],
  [
    'a task that holds back an unknown one',
    (b) => b.assign('marshall', task(S1, { blocks: ['subtask_099'] })),
    'unknown_task',
  ],
  [
    'one that follows an unknown one',
    (b) => b.assign('marshall', task(S1, { follows: 'subtask_099' })),
    'unknown_task',
  ],
  [
    'assigning an unknown one again',
    (b) => b.assign('marshall', task(S1, { task_id: 'subtask_099' })),
    'unknown_task',
  ],
  [
    'assigning one again that is in progress',
    (b) => b.assign('marshall', task(S2, { task_id: 'subtask_001' })),
    'illegal_move',
    { from: 'in_progress' },
  ],
  [
    'assigning one again that is done',
    (b) => b.assign('marshall', task(S2, { task_id: 'subtask_005' })),
    'illegal_move',
    { from: 'done', allowed: [] },
  ],
  [
    'assigning one again that was ended',
    (b) => b.assign('marshall', task(S2, { task_id: 'subtask_007' })),
    'illegal_move',
    { from: 'ended' },
  ],
  [
    'assigning one again for another command',
    (b) => b.assign('marshall', task(S2, { task_id: 'subtask_006', parent_cmd: 'cmd_002' })),
    'other_command',
  ],
  [
    'holding back what is in progress',
    (b) => b.assign('marshall', task(S2, { blocks: ['subtask_001'] })),
    'illegal_move',
    { id: 'subtask_001', from: 'in_progress', to: 'blocked' },
  ],
  [
    'holding back what is done',
    (b) => b.assign('marshall', task(S2, { blocks: ['subtask_005'] })),
    'illegal_move',
  ],
  [
    'waiting for what was given up',
    (b) => b.assign('marshall', task(S2, { blocked_by: ['subtask_007'] })),
    'illegal_move',
    { id: 'subtask_007' },
  ],
  [
    'waiting for itself',
    (b) => b.assign('marshall', task(S2, { task_id: 'subtask_006', blocked_by: ['subtask_006'] })),
    'dependency_cycle',
    { cycle: ['subtask_006', 'subtask_006'] },
  ],
  [
    'a cycle of two',
    (b) => b.assign('marshall', task(S2, { blocks: ['subtask_003'], blocked_by: ['subtask_003'] })),
    'dependency_cycle',
    { cycle: ['subtask_008', 'subtask_003', 'subtask_008'] },
  ],
  [
    'beginning what is queued',
    (b) => b.update(S2, { task_id: 'subtask_004', status: 'in_progress' }),
    'illegal_move',
    { from: 'queued', allowed: ['given'] },
  ],
  [
    'beginning what waits for others',
    (b) => b.update(S3, { task_id: 'subtask_002', status: 'in_progress' }),
    'illegal_move',
    { from: 'blocked', allowed: ['assigned'] },
  ],
  [
    'beginning twice',
    (b) => b.update(S1, { status: 'in_progress' }),
    'illegal_move',
    { from: 'in_progress' },
  ],
  [
    'blocking what has not begun',
    (b) => b.update(S2, { status: 'blocked', reason: 'r' }),
    'illegal_move',
  ],
  [
    'blocking without a reason',
    (b) => b.update(S1, { status: 'blocked' }),
    'reason_missing',
    { id: 'subtask_001' },
  ],
  [
    "an update of another's task",
    (b) => b.update(S1, { task_id: 'subtask_003', status: 'in_progress' }),
    'not_your_task',
    { id: 'subtask_003', owner: S2 },
  ],
  [
    'an update without a task',
    (b) => b.update(S3, { status: 'in_progress' }),
    'no_task',
    { role: S3 },
  ],
  [
    'an update of an unknown task',
    (b) => b.update(S1, { task_id: 'subtask_099', status: 'in_progress' }),
    'unknown_task',
  ],
  [
    "[bastion.report.2] a report for another's task",
    (b) => b.report(S2, report({ task_id: 'subtask_001' })),
    'not_your_task',
    { owner: S1 },
  ],
  ['a report without a task', (b) => b.report(S3, report()), 'no_task'],
  [
    'a report on what has not begun',
    (b) => b.report(S2, report()),
    'illegal_move',
    { from: 'assigned', to: 'done' },
  ],
  [
    'a second report',
    (b) => b.report(S3, report({ task_id: 'subtask_005' })),
    'illegal_move',
    { from: 'done' },
  ],
  [
    '[bastion.report.12] criteria met, with gaps',
    (b) => b.report(S1, report({ purpose_validation: { meets_criteria: true, gaps: ['x'] } })),
    'gaps_contradict',
    { meets: true },
  ],
  [
    'criteria not met, without gaps',
    (b) => b.report(S1, report({ purpose_validation: { meets_criteria: false, gaps: [] } })),
    'gaps_contradict',
    { meets: false },
  ],
  [
    'a gap by the number of no criterion',
    (b) => b.report(S1, report({ purpose_validation: { meets_criteria: false, gaps: ['9'] } })),
    'unknown_criterion',
    { number: '9', count: 2 },
  ],
  [
    'a task declared blocked before it is begun: the hint does not offer the same',
    (b) => b.update(S2, { task_id: 'subtask_003', status: 'blocked', reason: 'x' }),
    'illegal_move',
    { from: 'assigned', to: 'blocked', allowed: ['in_progress'] },
  ],
  [
    'evaluating an unknown task',
    (b) => b.evaluate('marshall', verdict('subtask_099')),
    'unknown_task',
  ],
  [
    'evaluating what is not done',
    (b) => b.evaluate('marshall', verdict('subtask_001')),
    'not_reported',
    { status: 'in_progress' },
  ],
  [
    'evaluating what failed, without ending it',
    (b) => b.evaluate('marshall', verdict('subtask_006')),
    'not_reported',
    { status: 'blocked' },
  ],
  ['evaluating twice', (b) => b.evaluate('marshall', verdict('subtask_007')), 'already_evaluated'],
  [
    'ending what is in progress',
    (b) => b.evaluate('marshall', verdict('subtask_001', { end: true })),
    'illegal_move',
    { to: 'ended' },
  ],
  [
    'ending what is done',
    (b) => b.evaluate('marshall', verdict('subtask_005', { end: true })),
    'illegal_move',
  ],
  [
    'knowledge from an unknown task',
    (b) => b.record('marshall', { ...knowledge, source_task: 'subtask_099' }),
    'unknown_task',
  ],
  ['a look at an unknown task', (b) => b.task('subtask_099'), 'unknown_task'],
];

describe('an order is refused and changes nothing', () => {
  it.each(rows)('when it is %s', async (_, move, code, data = {}) => {
    const { board, on } = await busyBoard();
    const before = { state: on.state, notes: on.notes.length };
    const error = await move(board).then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    expect(error).toBeInstanceOf(OvldError);
    expect(error).toMatchObject({ code, data });
    expect({ state: on.state, notes: on.notes.length }).toEqual(before);
    // In words, in both languages.
    const { data: facts } = error as OvldError;
    for (const texts of [en, ja]) {
      const { what, hint } = texts.errors[code as 'unknown_task'](facts as { id: string });
      expect(what).not.toBe('');
      expect(hint).not.toBe('');
      expect(`${what}${hint}`).not.toContain('undefined');
    }
  });

  it('a longer cycle is named in full', async () => {
    const { board } = await busyBoard();
    await board.assign(
      'marshall',
      task(S2, { task_id: 'subtask_003', blocked_by: ['subtask_004'] }),
    );
    await board.assign(
      'marshall',
      task(S2, { task_id: 'subtask_004', blocked_by: ['subtask_006'] }),
    );
    const closing = task(S2, {
      task_id: 'subtask_006',
      blocked_by: ['subtask_005', 'subtask_003'],
    });
    await expect(board.assign('marshall', closing)).rejects.toMatchObject({
      code: 'dependency_cycle',
      data: { cycle: ['subtask_006', 'subtask_003', 'subtask_004', 'subtask_006'] },
    });
  });
});
