import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnfitFile } from '../../src/kit/disk.ts';
import { boardWorld, command, quickDisk, task } from '../support/board-world.ts';
import { saveInTwo } from '../support/save-in-two.ts';

const COMMANDS = 'queue/envoy_to_marshall.yaml';
const [S1, S2] = ['specialist_1', 'specialist_2'] as const;
const CURRENT = `queue/tasks/${S1}.yaml`;

const bad = (root: string): string[] => {
  try {
    return readdirSync(join(root, 'queue/bad'));
  } catch {
    return [];
  }
};

async function twoTasks() {
  const world = boardWorld();
  await world.board.issue('envoy', command());
  await world.board.issue('envoy', command({ purpose: 'the second' }));
  await world.board.assign('marshall', task(S1));
  return world;
}

/** The second piece comes a moment later, seen or not. */
const soon = (): boolean => true;

describe('a document that a person is just saving', () => {
  it.each([
    ['a task, emptied', CURRENT, 0],
    ['a task, cut off', CURRENT, 0.5],
    ['the commands, emptied', COMMANDS, 0],
    ['the commands, cut off', COMMANDS, 0.8],
  ])('is read whole by the next move and not set aside: %s', async (_what, path, part) => {
    const { board, root, text } = await twoTasks();
    const whole = text(path);
    const written = Math.floor(whole.length * part);
    const pieces = [whole.slice(0, written), whole.slice(written)] as const;
    const saving = saveInTwo(join(root, path), pieces, soon);
    await board.assign('marshall', task(S2));
    await saving;
    expect(bad(root)).toEqual([]);
    const { commands, tasks } = await board.list();
    expect(commands.map(({ id }) => id)).toEqual(['cmd_001', 'cmd_002']);
    expect(tasks.map((view) => view.task.task_id)).toEqual(['subtask_001', 'subtask_002']);
  });

  it('is kept aside whole when a move writes the same one', async () => {
    let saving: Promise<void> | undefined;
    const world = boardWorld({
      disk: {
        ...quickDisk,
        async rename(from, to) {
          await quickDisk.rename(from, to);
          if (!to.endsWith('.intent.json') || saving !== undefined || !arming) return;
          saving = saveInTwo(join(world.root, CURRENT), ['his ', 'words\n'], soon);
        },
      },
    });
    let arming = false;
    const { board, root } = world;
    await board.issue('envoy', command());
    await board.assign('marshall', task(S1));
    arming = true;
    await board.update(S1, { task_id: 'subtask_001', status: 'in_progress' });
    await saving;
    const kept = bad(root).find((name) => !name.endsWith('.reason')) ?? '';
    expect(readFileSync(join(root, 'queue/bad', kept), 'utf8')).toBe('his words\n');
    expect(world.text(CURRENT)).toMatch(/status: in_progress/);
  });

  it('that is put right before it is set aside stays in place', async () => {
    const { root } = await twoTasks();
    const good = readFileSync(join(root, CURRENT), 'utf8');
    let looks = 0;
    const { board } = boardWorld({
      root,
      disk: {
        ...quickDisk,
        async stat(path) {
          const found = await quickDisk.stat(path);
          // Long broken, and put right just when we have seen that it is settled.
          if (path !== join(root, CURRENT) || found === undefined) return found;
          if ((looks += 1) === 3) writeFileSync(path, good);
          return { ...found, modifiedMs: found.modifiedMs - 1_000 };
        },
      },
    });
    writeFileSync(join(root, CURRENT), 'task_id: [\n');
    await board.assign('marshall', task(S2));
    expect(bad(root)).toEqual([]);
    expect((await board.list()).tasks).toHaveLength(2);
  });
});

describe('an intent', () => {
  it('names files by any name that a person gave them, and none outside the board', async () => {
    const { board, root } = await twoTasks();
    await board.assign('marshall', task(S1, { objective: 'later' }));
    const waiting = 'queue/tasks/waiting/subtask_002.yaml';
    const odd = 'queue/tasks/waiting/for..later.yaml';
    const words = readFileSync(join(root, waiting), 'utf8');
    writeFileSync(
      join(root, 'queue/.intent.json'),
      JSON.stringify({
        id: 'x',
        files: [
          { path: odd, text: words },
          { path: waiting, text: null, before: words },
        ],
        notes: [],
      }),
    );
    await board.recover();
    expect(bad(root)).toEqual([]);
    expect(readdirSync(join(root, 'queue/tasks/waiting'))).toEqual(['for..later.yaml']);
  });

  it('that cannot be read for lack of permission is not set aside, and is completed by a process that may read it', async () => {
    const { root } = await twoTasks();
    const path = join(root, 'queue/.intent.json');
    const [file, text] = ['queue/reports/a.yaml', 'x\n'];
    writeFileSync(path, JSON.stringify({ id: 'x', files: [{ path: file, text }], notes: [] }));
    const disk = {
      ...quickDisk,
      async read(name: string, limit: number) {
        if (name === path) throw new UnfitFile('not readable (EACCES)', 'EACCES');
        return quickDisk.read(name, limit);
      },
    };
    const stranger = boardWorld({ root, disk });
    const refused = { code: 'store_unusable', data: { path, reason: 'EACCES' } };
    await expect(stranger.board.issue('envoy', command())).rejects.toMatchObject(refused);
    expect(bad(root)).toEqual([]);
    expect(await boardWorld({ root }).board.recover()).toBe(1);
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  });
});
