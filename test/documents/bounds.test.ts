import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentHints } from '../../src/i18n/board-notes.ts';
import type { Disk } from '../../src/kit/disk.ts';
import { writeTask } from '../../src/documents/yaml/write.ts';
import type { Board } from '../../src/work/board.ts';
import type { Task } from '../../src/work/task.ts';
import {
  boardWorld,
  command,
  filesOf,
  quickDisk,
  report,
  task,
  verdict,
} from '../support/board-world.ts';
import { memoryRoot } from '../support/temp.ts';

const COMMANDS = 'queue/envoy_to_marshall.yaml';

function memoryDir(): string {
  const dir = mkdtempSync(join(memoryRoot, 'ovld-bounds-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, '.ovld');
}

/** A command, done with one task. */
async function campaign(board: Board): Promise<{ command: string; task: string }> {
  const issued = await board.issue('envoy', command());
  const parent_cmd = issued.command.id;
  const { task: made } = await board.assign('marshall', task('specialist_1', { parent_cmd }));
  await board.update('specialist_1', { status: 'in_progress' });
  await board.report('specialist_1', report());
  await board.evaluate('marshall', verdict(made.task_id));
  return { command: parent_cmd, task: made.task_id };
}

/** Ten thousand finished tasks of two thousand commands, as files. */
function archive(root: string): void {
  for (let c = 1; c <= 2_000; c += 1) {
    const dir = join(root, `queue/archive/commands/cmd_${String(c).padStart(3, '0')}`);
    mkdirSync(join(dir, 'tasks'), { recursive: true });
    for (let t = 1; t <= 5; t += 1) {
      const id = `subtask_${String((c - 1) * 5 + t).padStart(3, '0')}`;
      const old: Task = {
        task_id: id,
        parent_cmd: `cmd_${String(c).padStart(3, '0')}`,
        assigned_to: 'specialist_1',
        persona: 'p',
        timestamp: '2026-02-08T10:00:00',
        status: 'done',
        objective: 'o',
        deliverables: [],
        context: [],
        blocks: [],
        blocked_by: [],
      };
      writeFileSync(join(dir, 'tasks', `${id}.yaml`), writeTask('x', old, documentHints.ja));
    }
  }
}

/** Counts what the board asks of the disk, and how many names it was told. */
function counting() {
  const count = { calls: 0, names: 0 };
  const disk = new Proxy(quickDisk, {
    get(target, name: keyof Disk) {
      const call = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        count.calls += 1;
        const answer = await call(...args);
        if (name === 'names') count.names += (answer as string[]).length;
        return answer;
      };
    },
  });
  return { count, disk };
}

describe('finished work', () => {
  it('leaves the list of commands beyond the last twenty, in its own words', async () => {
    const { board, root, text } = boardWorld({ root: memoryDir() });
    await campaign(board);
    const mine = text(COMMANDS).replace(
      'project: api-server',
      'project: api-server # ours\n  cost: 3',
    );
    writeFileSync(join(root, COMMANDS), mine);
    const entry = mine.slice(mine.indexOf('- id'));
    for (let i = 2; i <= 23; i += 1) await campaign(board);
    const { commands } = await board.list();
    expect(commands).toHaveLength(20);
    expect(text(COMMANDS)).not.toContain('cmd_003');
    const files = filesOf(root);
    const old = 'queue/archive/commands/cmd_001/command.yaml';
    expect(files[old]).toBe(`# ${old}\n${entry}`);
    // Asked for by name it is still there, whole.
    expect(await board.task('subtask_001')).toMatchObject({
      place: 'finished',
      evaluated: true,
      report: { task_id: 'subtask_001', status: 'done' },
      evaluation: { scores: { correctness: 5 } },
    });
    expect(await campaign(board)).toEqual({ command: 'cmd_024', task: 'subtask_024' });
  });

  it('can still be a blocker, be followed, and be a source of knowledge', async () => {
    const { board } = boardWorld({ root: memoryDir() });
    for (let i = 1; i <= 22; i += 1) await campaign(board);
    const { command: open } = await board.issue('envoy', command());
    const made = await board.assign(
      'marshall',
      task('specialist_1', {
        parent_cmd: open.id,
        blocked_by: ['subtask_001'],
        follows: 'subtask_001',
      }),
    );
    expect(made).toMatchObject({ place: 'given', waitsFor: [] });
    expect((await board.task('subtask_001')).task.blocks).toEqual([made.task.task_id]);
    await board.issue('envoy', command());
    expect((await board.current('specialist_1'))?.task.status).toBe('assigned');
    await board.record('marshall', {
      type: 'lesson',
      title: 'so',
      content: 'c',
      files: [],
      tags: [],
      source_task: 'subtask_001',
    });
    await expect(board.evaluate('marshall', verdict('subtask_001'))).rejects.toMatchObject({
      code: 'already_evaluated',
    });
    await board.update('specialist_1', { status: 'in_progress' });
    expect((await board.report('specialist_1', report())).task.status).toBe('done');
  });

  it('adds no cost: with ten thousand finished tasks a move reads as little as with none', async () => {
    const costs: { calls: number; names: number }[] = [];
    for (const many of [false, true]) {
      const root = memoryDir();
      if (many) archive(root);
      const first = await campaign(boardWorld({ root }).board);
      // After the archive, never into it again.
      expect(first).toEqual(
        many
          ? { command: 'cmd_2001', task: 'subtask_10001' }
          : { command: 'cmd_001', task: 'subtask_001' },
      );
      const { count, disk } = counting();
      await campaign(boardWorld({ root, disk }).board);
      costs.push(count);
    }
    const [few, many] = costs;
    // A file written a moment ago is read once more than another.
    expect(many?.calls).toBeLessThan((few?.calls ?? 0) * 1.1);
    expect(many?.names).toBe(few?.names);
  });

  it('has its numbers counted anew when they were lost', async () => {
    const { board, root } = boardWorld({ root: memoryDir() });
    for (let i = 1; i <= 22; i += 1) await campaign(board);
    rmSync(join(root, 'queue/.numbers.json'));
    expect(await campaign(board)).toEqual({ command: 'cmd_023', task: 'subtask_023' });
    // A fresh clone has what is committed, and no queue.
    rmSync(join(root, 'queue'), { recursive: true });
    expect(await campaign(boardWorld({ root }).board)).toEqual({
      command: 'cmd_001',
      task: 'subtask_024',
    });
  });

  it(
    'leaves a file of ten thousand commands little by little, and the file is read',
    { timeout: 120_000 },
    async () => {
      const { board, root, text } = boardWorld({ root: memoryDir() });
      await board.issue('envoy', command());
      const [, entry = ''] = text(COMMANDS).split(/^(?=- )/m);
      const many = Array.from({ length: 10_000 }, (_, i) =>
        entry
          .replace('cmd_001', `cmd_${String(i + 1).padStart(3, '0')}`)
          .replace('status: pending', 'status: done'),
      );
      writeFileSync(join(root, COMMANDS), many.join(''));
      const { command: next } = await board.issue('envoy', command());
      expect(next.id).toBe('cmd_10001');
      expect((await board.list()).commands).toHaveLength(10_000 - 50 + 1);
      expect(readdirSync(join(root, 'queue/archive/commands'))).toHaveLength(50);
    },
  );
});

describe('[bastion.knowledge.1 bastion.knowledge.2] knowledge', () => {
  const lesson = { type: 'lesson' as const, content: 'c', files: ['a b.ts'], tags: ['x', '日本'] };

  it.each([
    ['Use httptest.NewRecorder', 'knowledge/lessons/use-httptest-newrecorder.yaml'],
    ['認証は必ず', 'knowledge/lessons/lesson_001.yaml'],
    ['../../../etc/passwd', 'knowledge/lessons/etc-passwd.yaml'],
    ['a/b\\c:d\u0000e', 'knowledge/lessons/a-b-c-d-e.yaml'],
    ['..', 'knowledge/lessons/lesson_001.yaml'],
    ['x'.repeat(400), `knowledge/lessons/${'x'.repeat(60)}.yaml`],
    ['Café Zürich', 'knowledge/lessons/cafe-zurich.yaml'],
  ])('%j is filed as %s', async (title, path) => {
    const { board, documents, text } = boardWorld();
    const recorded = await board.record('marshall', { ...lesson, title });
    expect(recorded.path).toBe(path);
    expect(recorded.knowledge).toMatchObject({
      id: 'lesson_001',
      title,
      timestamp: '2026-02-08T10:00:00',
    });
    expect(await documents.knowledge()).toEqual([{ document: recorded.knowledge, path }]);
    expect(text(path)).toContain('files:\n  - "a b.ts"\ntags: [x, "日本"]\n');
  });

  it('never replaces other knowledge, nor takes its number', async () => {
    const { board, root, documents } = boardWorld();
    mkdirSync(join(root, 'knowledge/lessons'), { recursive: true });
    const theirs =
      'id: lesson_041\ntype: lesson\ntimestamp: "2026-02-08T10:00:00"\ntitle: t\ncontent: c\n';
    writeFileSync(join(root, 'knowledge/lessons/theirs.yaml'), theirs);
    const paths: string[] = [];
    for (let i = 0; i < 3; i += 1)
      paths.push((await board.record('marshall', { ...lesson, title: 'The same' })).path);
    expect(paths).toEqual([
      'knowledge/lessons/the-same.yaml',
      'knowledge/lessons/the-same-lesson_043.yaml',
      'knowledge/lessons/the-same-lesson_044.yaml',
    ]);
    expect((await documents.knowledge()).map(({ document }) => document.id).toSorted()).toEqual([
      'lesson_041',
      'lesson_042',
      'lesson_043',
      'lesson_044',
    ]);
    expect(readFileSync(join(root, 'knowledge/lessons/theirs.yaml'), 'utf8')).toBe(theirs);
  });
});

describe('dashboard.md', () => {
  it('is drawn with every change, and not by a mere look', async () => {
    const drawn: number[] = [];
    const { board, text } = boardWorld({
      dashboard: ({ commands }) => {
        drawn.push(commands.length);
        return `${commands.map(({ id, status }) => `${id} ${status}`).join('\n')}\n`;
      },
    });
    await board.issue('envoy', command());
    expect(text('dashboard.md')).toBe('cmd_001 pending\n');
    await board.assign('marshall', task('specialist_1'));
    expect(text('dashboard.md')).toBe('cmd_001 in_progress\n');
    await board.list();
    await board.current('specialist_1');
    expect(drawn).toEqual([1, 1]);
  });

  it('that cannot be drawn stops no move', async () => {
    const { board, root } = boardWorld({
      dashboard: () => {
        throw new Error('no colours left');
      },
    });
    await board.issue('envoy', command());
    expect((await board.list()).commands).toHaveLength(1);
    expect(Object.keys(filesOf(root)).some((path) => path.includes('.intent'))).toBe(false);
  });
});
