import { beforeEach, describe, expect, it } from 'vitest';
import { boardNotes } from '../../src/i18n/board-notes.ts';
import { openBoard } from '../../src/work/open-board.ts';
import type { Board } from '../../src/work/board.ts';
import { bastion, command, report, task, TEN, verdict } from '../support/board-world.ts';
import { desk, deskDocuments, type Desk } from '../support/board-memory.ts';

const [S1, S2, S3] = ['specialist_1', 'specialist_2', 'specialist_3'] as const;

let on: Desk;
let board: Board;
let ms: number;

beforeEach(async () => {
  on = desk();
  ms = TEN;
  const clock = { now: () => ms };
  board = openBoard({
    documents: deskDocuments(on),
    formation: bastion(3),
    clock,
    words: boardNotes.en,
  });
  await board.issue('envoy', command());
  await board.issue('envoy', command({ priority: 'high' }));
});

/** Since the last look, as `type to`. */
const heard = (): string[] =>
  on.notes.splice(0).map(({ from, type, to, subject }) => `${from} > ${to} ${type}: ${subject}`);

const begin = (role: string) => board.update(role, { status: 'in_progress' });
const finish = async (role: string, more = {}) => {
  await begin(role);
  return board.report(role, report(more));
};

describe('a command', () => {
  // [bastion.command.2 bastion.timestamp.1 bastion.timestamp.2]
  it('gets an id and a timestamp, is pending, and the marshall is told', async () => {
    heard();
    ms += 61_500;
    const { command: made, told } = await board.issue('envoy', command());
    expect(made).toEqual({
      id: 'cmd_003',
      timestamp: '2026-02-08T10:01:01',
      ...command(),
      status: 'pending',
    });
    expect(told).toEqual([{ to: 'marshall', id: 'msg_1' }]);
    expect(heard()).toEqual(['envoy > marshall task_assigned: New command cmd_003']);
  });

  it('[bastion.command.9 bastion.evaluation.3] is in progress with its first task, done with its last evaluation', async () => {
    const statusOf = async () =>
      (await board.list()).commands.find(({ id }) => id === 'cmd_001')?.status;
    await board.assign('marshall', task(S1));
    expect(await statusOf()).toBe('in_progress');
    await finish(S1);
    expect(await statusOf()).toBe('in_progress');
    heard();
    const { command: done, open } = await board.evaluate('marshall', verdict('subtask_001'));
    expect(done.status).toBe('done');
    expect(open).toEqual({ unfinished: [], unevaluated: [], gaps: [], more: false });
    expect(heard()).toEqual(['marshall > envoy report_received: Command cmd_001 is done']);
    await expect(board.assign('marshall', task(S1))).rejects.toMatchObject({
      code: 'command_closed',
    });
  });

  it('is not done while tasks are open, unevaluated, or said to follow', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2));
    await board.assign('marshall', task(S3));
    await finish(S1);
    await finish(S2);
    const first = await board.evaluate('marshall', verdict('subtask_001'));
    expect(first.open).toMatchObject({ unfinished: ['subtask_003'], unevaluated: ['subtask_002'] });
    await finish(S3);
    await board.evaluate('marshall', verdict('subtask_002'));
    const last = await board.evaluate('marshall', verdict('subtask_003', { more_tasks: true }));
    expect(last).toMatchObject({ command: { status: 'in_progress' }, open: { more: true } });
    await board.assign('marshall', task(S1));
    await finish(S1);
    const end = await board.evaluate('marshall', verdict('subtask_004'));
    expect(end.command.status).toBe('done');
  });
});

describe('a task', () => {
  it('is given at once to a specialist that is free, and the specialist is told', async () => {
    heard();
    const { place, told } = await board.assign('marshall', task(S1));
    expect({ place, told }).toEqual({ place: 'given', told: [{ to: S1, id: 'msg_1' }] });
    expect(heard()).toEqual([`marshall > ${S1} task_assigned: Task subtask_001`]);
    expect(await board.current(S1)).toMatchObject({
      task: { task_id: 'subtask_001', status: 'assigned' },
      command: { id: 'cmd_001' },
      queued: 0,
    });
    expect(await board.current(S2)).toBeUndefined();
  });

  it('waits behind another task of its specialist; the next is by priority of the command, then by age', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S1));
    const urgent = await board.assign('marshall', task(S1, { parent_cmd: 'cmd_002' }));
    expect(urgent.place).toBe('queued');
    expect((await board.list()).specialists[0]).toEqual({
      role: S1,
      current: 'subtask_001',
      queued: ['subtask_004', 'subtask_002', 'subtask_003'],
    });
    heard();
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) order.push((await finish(S1)).next?.task_id);
    expect(order).toEqual(['subtask_004', 'subtask_002', 'subtask_003', undefined]);
    expect(heard().filter((line) => line.includes('task_assigned'))).toHaveLength(3);
  });

  it('[bastion.task.11 bastion.task.12] waits for its blockers, named both ways, and is released by the last', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2));
    const third = await board.assign(
      'marshall',
      task(S3, { blocked_by: ['subtask_001', 'subtask_002'] }),
    );
    expect(third).toMatchObject({
      place: 'waits',
      waitsFor: ['subtask_001', 'subtask_002'],
      task: { status: 'blocked' },
      told: [],
    });
    expect((await board.task('subtask_001')).task.blocks).toEqual(['subtask_003']);
    expect((await finish(S1)).released).toEqual([]);
    heard();
    expect((await finish(S2)).released).toEqual(['subtask_003']);
    expect(heard()).toContain(`marshall > ${S3} task_assigned: Task subtask_003`);
    expect(await board.current(S3)).toMatchObject({ task: { status: 'assigned' } });
  });

  it('that gets a blocker before it has begun waits again, and its specialist is told', async () => {
    await board.assign('marshall', task(S1));
    heard();
    await board.assign('marshall', task(S2, { blocks: ['subtask_001'] }));
    expect(heard()).toEqual([
      `marshall > ${S2} task_assigned: Task subtask_002`,
      `marshall > ${S1} wake_up: Task subtask_001 is no longer yours`,
    ]);
    expect(await board.task('subtask_001')).toMatchObject({
      place: 'waits',
      waitsFor: ['subtask_002'],
    });
    await finish(S2);
    expect(await board.current(S1)).toMatchObject({ task: { task_id: 'subtask_001' } });
  });

  it('that its specialist declares blocked stays with the specialist; the marshall is told', async () => {
    await board.assign('marshall', task(S1));
    await begin(S1);
    heard();
    const { task: halted } = await board.update(S1, { status: 'blocked', reason: 'no key' });
    expect(halted).toMatchObject({ status: 'blocked', reason: 'no key' });
    expect(heard()).toEqual([`${S1} > marshall report_received: subtask_001 is blocked`]);
    const { task: again } = await begin(S1);
    expect(again).not.toHaveProperty('reason');
    expect(again.status).toBe('in_progress');
  });

  it('that failed waits for the marshall, and its specialist gets the next', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2, { blocked_by: ['subtask_001'] }));
    heard();
    const failed = { status: 'failed', purpose_validation: { meets_criteria: false, gaps: ['1'] } };
    const { task: stuck, next, gaps } = await finish(S1, failed);
    expect(stuck).toMatchObject({ status: 'blocked', reason: 'it is so' });
    expect(next?.task_id).toBe('subtask_002');
    expect(gaps).toEqual(['POST /login answers']);
    expect(heard()).toEqual([
      `${S1} > marshall report_received: Report on subtask_001: failed`,
      `marshall > ${S1} task_assigned: Task subtask_002`,
    ]);
    // Again, by another: what waits for it goes on waiting for it.
    const again = await board.assign('marshall', task(S3, { task_id: 'subtask_001' }));
    expect(again).toMatchObject({
      place: 'given',
      task: { task_id: 'subtask_001', blocks: ['subtask_003'] },
    });
    expect(again.task).not.toHaveProperty('reason');
    expect((await finish(S3)).released).toEqual(['subtask_003']);
  });

  it('that failed can wait for one that fixes it', async () => {
    await board.assign('marshall', task(S1));
    await finish(S1, {
      status: 'blocked',
      purpose_validation: { meets_criteria: false, gaps: ['x'] },
    });
    await board.assign('marshall', task(S2, { blocks: ['subtask_001'] }));
    expect(await board.task('subtask_001')).toMatchObject({ waitsFor: ['subtask_002'] });
    expect((await finish(S2)).released).toEqual(['subtask_001']);
    expect(await board.current(S1)).toMatchObject({ task: { status: 'assigned' } });
  });

  it('that is assigned again without dependencies keeps them; with some, they are replaced', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2, { blocked_by: ['subtask_001'] }));
    await board.assign('marshall', task(S3, { task_id: 'subtask_002' }));
    expect(await board.task('subtask_002')).toMatchObject({ waitsFor: ['subtask_001'] });
    const freed = await board.assign(
      'marshall',
      task(S3, { task_id: 'subtask_002', blocked_by: [] }),
    );
    expect(freed.place).toBe('given');
    expect((await board.task('subtask_001')).task.blocks).toEqual([]);
  });

  it('of a specialist that left the army can be given to another, even if it was begun', async () => {
    await board.assign('marshall', task(S3));
    await begin(S3);
    const smaller = openBoard({
      documents: deskDocuments(on),
      formation: bastion(2),
      clock: { now: () => ms },
      words: boardNotes.en,
    });
    await expect(smaller.assign('marshall', task(S3))).rejects.toMatchObject({
      code: 'not_a_specialist',
    });
    const again = await smaller.assign('marshall', task(S1, { task_id: 'subtask_001' }));
    expect(again).toMatchObject({ place: 'given', task: { assigned_to: S1, status: 'assigned' } });
  });

  it('that is given up ends, once no task waits for it', async () => {
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S2, { blocked_by: ['subtask_001'] }));
    await finish(S1, {
      status: 'failed',
      purpose_validation: { meets_criteria: false, gaps: ['x'] },
    });
    await expect(
      board.evaluate('marshall', verdict('subtask_001', { end: true })),
    ).rejects.toMatchObject({
      code: 'task_has_dependents',
      data: { id: 'subtask_001', dependents: ['subtask_002'] },
    });
    await board.evaluate('marshall', verdict('subtask_002', { end: true }));
    const { command: done } = await board.evaluate(
      'marshall',
      verdict('subtask_001', { end: true }),
    );
    expect(done.status).toBe('done');
    expect(await board.task('subtask_001')).toMatchObject({
      place: 'finished',
      task: { ended: true },
    });
  });
});

describe('[bastion.report.11] gaps', () => {
  const missing = {
    purpose_validation: { meets_criteria: false, gaps: ['#2', 'post /LOGIN answers'] },
  };

  it('[bastion.report.13] in the words of the criteria keep a command open', async () => {
    await board.assign('marshall', task(S1));
    const { gaps } = await finish(S1, missing);
    expect(gaps).toEqual(['the tests pass', 'POST /login answers']);
    const { command: still, open } = await board.evaluate('marshall', verdict('subtask_001'));
    expect(still.status).toBe('in_progress');
    expect(open.gaps).toEqual(gaps);
    await board.assign('marshall', task(S2, { follows: 'subtask_001' }));
    await finish(S2);
    const { command: done } = await board.evaluate('marshall', verdict('subtask_002'));
    expect(done.status).toBe('done');
  });

  it('that need not be closed are accepted', async () => {
    await board.assign('marshall', task(S1));
    await finish(S1, missing);
    const given = await board.evaluate('marshall', verdict('subtask_001', { accept_gaps: true }));
    expect(given.command.status).toBe('done');
    expect(given.evaluation.accept_gaps).toBe(true);
  });
});

describe('after a summons', () => {
  it('the roles with open work, and no others, are told to continue', async () => {
    await board.assign('marshall', task(S2));
    await begin(S2);
    heard();
    expect(await board.resume()).toEqual([S2, 'marshall']);
    expect(heard()).toEqual([
      `marshall > ${S2} wake_up: Go on with subtask_001`,
      'envoy > marshall wake_up: The board goes on',
    ]);
  });

  it('no role is told anything when no work is open', async () => {
    on.state = { ...on.state, commands: [] };
    heard();
    expect(await board.resume()).toEqual([]);
  });
});
