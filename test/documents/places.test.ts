import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/kit/disk.ts';
import type { Note } from '../../src/documents/documents.ts';
import { boardWorld, command, filesOf, quickDisk, report, task } from '../support/board-world.ts';

const S1 = 'specialist_1';

/** A disk at whose nth call something else happens first. */
function interrupted(
  at: number,
  what: () => Promise<unknown>,
): { disk: Disk; reached: () => boolean } {
  let calls = 0;
  const disk = new Proxy(quickDisk, {
    get(target, name: keyof Disk) {
      const call = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        calls += 1;
        if (calls === at) await what();
        return call(...args);
      };
    },
  });
  return { disk, reached: () => calls >= at };
}

describe('the places of documents', () => {
  it('are exchanged when a task has to wait for the one behind it', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    await board.assign('marshall', task(S1));
    await board.assign(
      'marshall',
      task(S1, { task_id: 'subtask_001', blocked_by: ['subtask_002'] }),
    );
    const tasks = Object.entries(filesOf(root)).filter(([path]) => path.includes('/tasks/'));
    expect(tasks.map(([path, text]) => [path, /task_id: (\S+)/.exec(text)?.[1]])).toEqual([
      ['queue/tasks/specialist_1.yaml', 'subtask_002'],
      ['queue/tasks/waiting/subtask_001.yaml', 'subtask_001'],
    ]);
    // The line that names the file went with each.
    for (const [path, text] of tasks) expect(text.startsWith(`# ${path}\n`)).toBe(true);
  });

  it('are read from before or after a move, never in between', async () => {
    const seen = new Set<string>();
    for (let at = 1, reached = true; reached; at += 1) {
      const { board, root } = boardWorld();
      await board.issue('envoy', command());
      await board.assign('marshall', task(S1));
      await board.assign('marshall', task(S1));
      await board.update(S1, { status: 'in_progress' });
      const before = JSON.stringify(await board.list());
      const hook = interrupted(at, () => board.report(S1, report()));
      const view = JSON.stringify(await boardWorld({ root, disk: hook.disk }).board.list());
      ({ reached } = { reached: hook.reached() });
      const after = JSON.stringify(await board.list());
      expect([before, after], `a move at call ${at}`).toContain(view);
      if (reached) expect(after).not.toBe(before);
      seen.add(view === before ? 'before' : 'after');
    }
    expect(seen.size).toBe(2);
  });

  it('a message that was due is sent by a call that only tidies up', async () => {
    const sent: Note[] = [];
    let down = true;
    const { board } = boardWorld({
      post: async (note) => {
        if (down) throw new Error('no store');
        return `msg_${sent.push(note)}`;
      },
    });
    await board.issue('envoy', command());
    down = false;
    await board.recover();
    expect(sent).toMatchObject([{ to: 'marshall', subject: 'New command cmd_001' }]);
  });
});
