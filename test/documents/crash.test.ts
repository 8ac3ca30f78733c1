import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Note } from '../../src/documents/documents.ts';
import type { Board } from '../../src/work/board.ts';
import type { ReportOrder } from '../../src/work/report.ts';
import {
  boardWorld,
  command,
  filesOf,
  quickDisk,
  report,
  task,
  verdict,
} from '../support/board-world.ts';
import { mortal } from '../support/dying-disk.ts';
import { memoryRoot } from '../support/temp.ts';

const [S1, S2, S3] = ['specialist_1', 'specialist_2', 'specialist_3'] as const;
const begin = (board: Board, role: string) => board.update(role, { status: 'in_progress' });
const failed: Partial<ReportOrder> = {
  status: 'failed',
  purpose_validation: { meets_criteria: false, gaps: ['1'] },
};

type Step = (board: Board) => Promise<unknown>;

/** Where the work stands, and the move during which a process dies. */
const transitions: [string, Step[], Step][] = [
  ['the first command', [], (b) => b.issue('envoy', command())],
  ['the first task', [], (b) => b.assign('marshall', task(S1))],
  ['a queued task', [(b) => b.assign('marshall', task(S1))], (b) => b.assign('marshall', task(S1))],
  [
    'a task with blockers',
    [(b) => b.assign('marshall', task(S1)), (b) => b.assign('marshall', task(S2))],
    (b) => b.assign('marshall', task(S3, { blocked_by: ['subtask_001', 'subtask_002'] })),
  ],
  ['the start of a task', [(b) => b.assign('marshall', task(S1))], (b) => begin(b, S1)],
  [
    'a report that releases another and brings the next',
    [
      (b) => b.assign('marshall', task(S1)),
      (b) => b.assign('marshall', task(S2, { blocked_by: ['subtask_001'] })),
      (b) => b.assign('marshall', task(S1)),
      (b) => begin(b, S1),
    ],
    (b) => b.report(S1, report()),
  ],
  [
    'a report of failure, over an older report',
    [
      (b) => b.assign('marshall', task(S1)),
      (b) => begin(b, S1),
      (b) => b.report(S1, report()),
      (b) => b.assign('marshall', task(S1)),
      (b) => begin(b, S1),
    ],
    (b) => b.report(S1, report(failed)),
  ],
  [
    'a task given to another',
    [
      (b) => b.assign('marshall', task(S1)),
      (b) => b.assign('marshall', task(S2, { blocked_by: ['subtask_001'] })),
    ],
    (b) => b.assign('marshall', task(S3, { task_id: 'subtask_001', objective: 'other' })),
  ],
  [
    'the evaluation that ends a command',
    [(b) => b.assign('marshall', task(S1)), (b) => begin(b, S1), (b) => b.report(S1, report())],
    (b) => b.evaluate('marshall', verdict('subtask_001')),
  ],
  [
    'the end of a task',
    [(b) => b.assign('marshall', task(S1)), (b) => b.assign('marshall', task(S1))],
    (b) => b.evaluate('marshall', verdict('subtask_001', { end: true })),
  ],
  [
    'knowledge',
    [],
    (b) =>
      b.record('marshall', { type: 'pattern', title: 'Go JWT', content: 'c', files: [], tags: [] }),
  ],
  ['a resumption', [(b) => b.assign('marshall', task(S1))], (b) => b.resume()],
];

const memoryDir = (): string => {
  const dir = mkdtempSync(join(memoryRoot, 'ovld-crash-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

const said = (notes: readonly Note[]): string[] => notes.map((note) => JSON.stringify(note));

describe('a process that dies in the middle of a move', () => {
  it.each(transitions)(
    'leaves %s undone, or the next process completes it',
    async (_, setup, move) => {
      const dir = memoryDir();
      const start = boardWorld({ root: join(dir, 'start') });
      await start.board.issue('envoy', command());
      for (const step of setup) await step(start.board);
      const copied = (name: string): string => {
        const root = join(dir, name);
        cpSync(start.root, root, { recursive: true });
        return root;
      };
      const whole = boardWorld({ root: copied('whole') });
      await move(whole.board);
      const before = filesOf(start.root);
      const after = filesOf(whole.root);
      const due = said(whole.sent);
      expect(after).not.toEqual(before);

      const outcomes = { undone: 0, finished: 0, lived: false };
      for (let most = 0; !outcomes.lived; most += 1) {
        const root = copied(`life-${most}`);
        const life = mortal(most);
        const sent: Note[] = [];
        const dying = boardWorld({
          root,
          disk: life.disk,
          post: (note) => life.step(async () => `msg_${sent.push(note)}`),
        });
        const end = await Promise.race([
          move(dying.board).then(() => 'lived' as const),
          life.died.then(() => 'died' as const),
        ]);
        const next = boardWorld({ root, sent, isAlive: () => false });
        outcomes.lived = end === 'lived';
        const finished = await next.board.recover();
        if (finished === 0 && JSON.stringify(filesOf(root)) === JSON.stringify(before)) {
          outcomes.undone += 1;
          expect(end).toBe('died');
          expect(sent).toEqual([]);
          await move(next.board);
        } else {
          outcomes.finished += finished;
        }
        expect(filesOf(root), `after ${most} changes`).toEqual(after);
        // At least once each, and nothing else.
        expect([...new Set(said(sent))].toSorted()).toEqual(due.toSorted());
        rmSync(root, { recursive: true });
        expect(most).toBeLessThan(500);
      }
      expect(outcomes.undone).toBeGreaterThan(0);
      expect(outcomes.finished).toBeGreaterThan(0);
    },
  );

  it('leaves a completion that may be cut off again, and another process completes it', async () => {
    const dir = memoryDir();
    const start = boardWorld({ root: join(dir, 'a') });
    await start.board.issue('envoy', command());
    await start.board.assign('marshall', task(S1));
    const whole = boardWorld({ root: join(dir, 'b') });
    cpSync(start.root, whole.root, { recursive: true });
    await begin(whole.board, S1);
    // One more change each time: no process gets through alone.
    for (let most = 20; most < 60; most += 1) {
      const life = mortal(most % 20);
      const dying = boardWorld({ root: start.root, disk: life.disk, isAlive: () => false });
      const work =
        most < 40 ? begin(dying.board, S1).catch(() => undefined) : dying.board.recover();
      await Promise.race([work, life.died]);
    }
    const last = boardWorld({ root: start.root, isAlive: () => false });
    await last.board.recover();
    if ((await last.board.current(S1))?.task.status === 'assigned') await begin(last.board, S1);
    expect(filesOf(start.root)).toEqual(filesOf(whole.root));
  });

  it('a message that cannot be sent now is sent later, and the move succeeds', async () => {
    let down = true;
    const sent: Note[] = [];
    const post = async (note: Note) => {
      if (down) throw new Error('no store');
      return `msg_${sent.push(note)}`;
    };
    const { board, root } = boardWorld({ post });
    expect((await board.issue('envoy', command())).told).toEqual([
      { to: 'marshall', id: undefined },
    ]);
    await board.issue('envoy', command());
    expect((await board.list()).commands).toHaveLength(2);
    down = false;
    const third = await boardWorld({ root, post }).board.issue('envoy', command());
    expect(third.told).toMatchObject([{ to: 'marshall', id: 'msg_3' }]);
    expect(sent.map(({ subject }) => subject)).toEqual(
      [1, 2, 3].map((n) => `New command cmd_00${n}`),
    );
    await board.recover();
    expect(sent).toHaveLength(3);
    expect(Object.keys(filesOf(root)).filter((path) => /intent|unsent/.test(path))).toEqual([]);
  });

  it('a full disk refuses the move, or keeps it until there is room', async () => {
    const outcomes = new Set<string>();
    for (let from = 1; from < 60; from += 1) {
      const { board, root, documents } = boardWorld({ root: join(memoryDir(), 'full') });
      await board.issue('envoy', command());
      await board.assign('marshall', task(S1));
      await documents.read();
      const before = filesOf(root);
      let writes = 0;
      const disk = {
        ...quickDisk,
        async writeNew(path: string, text: string) {
          writes += 1;
          if (writes >= from) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          return quickDisk.writeNew(path, text, { sync: false });
        },
      };
      const outcome = await begin(boardWorld({ root, disk }).board, S1).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      outcomes.add(outcome);
      if (outcome !== 'done') expect(filesOf(root)).toEqual(before);
      await board.recover();
      const { task: now } = (await board.current(S1))!;
      expect(now.status).toBe(outcome === 'done' ? 'in_progress' : 'assigned');
      if (writes < from) break;
    }
    expect(outcomes).toEqual(new Set(['store_full', 'done']));
  });
});
