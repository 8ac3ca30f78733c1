import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnfitFile } from '../../src/kit/disk.ts';
import { boardWorld, command, quickDisk, task } from '../support/board-world.ts';

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

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function twoTasks() {
  const world = boardWorld();
  await world.board.issue('envoy', command());
  await world.board.issue('envoy', command({ purpose: 'the second' }));
  await world.board.assign('marshall', task(S1));
  return world;
}

async function saved(editor: number): Promise<void> {
  await moment();
  writeSync(editor, 'words\n');
  closeSync(editor);
}

describe('a document that a person is just saving', () => {
  it.each([
    ['a task, emptied', CURRENT, 0],
    ['a task, cut off', CURRENT, 0.5],
    ['the commands, emptied', COMMANDS, 0],
    ['the commands, cut off', COMMANDS, 0.8],
  ])('%s, is not set aside, and the next move finds all of it', async (_what, path, part) => {
    const { board, root, text } = await twoTasks();
    const whole = text(path);
    const written = Math.floor(whole.length * part);
    const editor = openSync(join(root, path), 'w');
    writeSync(editor, whole.slice(0, written));
    const move = board.assign('marshall', task(S2));
    await moment();
    writeSync(editor, whole.slice(written));
    closeSync(editor);
    await move;
    expect(bad(root)).toEqual([]);
    const { commands, tasks } = await board.list();
    expect(commands.map(({ id }) => id)).toEqual(['cmd_001', 'cmd_002']);
    expect(tasks.map((view) => view.task.task_id)).toEqual(['subtask_001', 'subtask_002']);
  });

  it('is kept whole where we write the same one', async () => {
    let saving: Promise<void> | undefined;
    const world = boardWorld({
      disk: {
        ...quickDisk,
        async rename(from, to) {
          await quickDisk.rename(from, to);
          if (!to.endsWith('.intent.json') || saving !== undefined || !arming) return;
          const editor = openSync(join(world.root, CURRENT), 'w');
          writeSync(editor, 'his ');
          saving = saved(editor);
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

  it('and has put right before we set it aside, stays', async () => {
    const { root } = await twoTasks();
    const good = readFileSync(join(root, CURRENT), 'utf8');
    let looks = 0;
    const { board } = boardWorld({
      root,
      disk: {
        ...quickDisk,
        async stat(path) {
          const found = await quickDisk.stat(path);
          // Long broken, and mended just when we have seen that it is settled.
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
  it('names files by whatever name a person gave them, and nothing outside', async () => {
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

  it('that we may not read is not ours to set aside: it is done by whoever may', async () => {
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
