import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boardWorld, command, filesOf, report, task } from '../support/board-world.ts';
import { mortal } from '../support/dying-disk.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const source = fileURLToPath(new URL('../support/board-process.ts', import.meta.url));
const roles = ['specialist_1', 'specialist_2', 'specialist_3'];
const LIVES = 6;

interface Said {
  move: string;
  id: string;
}

/** One life: killed after so many words, in the middle of whatever it does then. */
async function live(script: string, words: string[], upTo: number): Promise<Said[]> {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (out.split('\n').length > upTo) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
  expect(signal, errors).toBe('SIGKILL');
  const lines = out.split('\n').slice(0, -1);
  return lines.map((line) => line.split(' ')).map(([move = '', id = '']) => ({ move, id }));
}

describe('several processes at one board', () => {
  it(
    'keep every acknowledged move though they are killed again and again',
    { timeout: 120_000 },
    async () => {
      const dir = tempDir();
      const [root, post, script] = [join(dir, '.ovld'), join(dir, 'post'), join(dir, 'board.mjs')];
      mkdirSync(post);
      buildSync({
        entryPoints: [source],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile: script,
        banner: {
          js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
        },
      });
      const said = await Promise.all(
        roles.map(async (role, i) => {
          const mine: Said[] = [];
          for (let life = 0; life < LIVES; life += 1)
            mine.push(...(await live(script, [root, role, post], 3 + ((life * 3 + i) % 7))));
          return mine;
        }),
      );
      const world = boardWorld({ root });
      await world.board.recover();
      const all = said.flat();
      const ids = (move: string): string[] =>
        all.flatMap((each) => (each.move === move ? each.id : []));
      for (const move of ['issued', 'assigned', 'reported', 'evaluated']) {
        expect(ids(move).length, move).toBeGreaterThan(3);
        expect(new Set(ids(move)).size, move).toBe(ids(move).length);
      }
      const { commands, tasks, faults } = await world.board.list();
      expect(faults).toEqual([]);
      const archived = readdirSync(join(root, 'queue/archive/commands'));
      for (const id of ids('issued'))
        expect(commands.some((each) => each.id === id) || archived.includes(id), id).toBe(true);
      for (const id of ids('assigned')) expect((await world.board.task(id)).task.task_id).toBe(id);
      for (const id of ids('reported'))
        expect(await world.board.task(id)).toMatchObject({
          place: 'finished',
          report: { task_id: id },
        });
      for (const id of ids('evaluated'))
        expect(await world.board.task(id)).toMatchObject({ evaluated: true });
      // A specialist that was given a task was told, acknowledged or not.
      for (const { task: given } of tasks) {
        const told = readFileSync(join(post, given.assigned_to), 'utf8').split('\n');
        expect(told).toContain(`Task ${given.task_id}`);
      }
      for (const name of ['.intent.json', '.unsent.json'])
        expect(existsSync(join(root, 'queue', name))).toBe(false);
    },
  );

  it('count every move once and give no number twice, with two boards open', async () => {
    const first = boardWorld();
    const second = boardWorld({ root: first.root });
    const boards = [first.board, second.board];
    const issued = await Promise.all(
      Array.from({ length: 20 }, (_, i) => boards[i % 2]!.issue('envoy', command())),
    );
    const ids = issued.map((each) => each.command.id);
    expect(new Set(ids).size).toBe(20);
    const given = await Promise.all(
      ids
        .slice(0, 6)
        .map((parent_cmd, i) =>
          boards[i % 2]!.assign('marshall', task('specialist_1', { parent_cmd })),
        ),
    );
    expect(given.filter(({ place }) => place === 'given')).toHaveLength(1);
    // The same move twice: one of them is too late.
    const both = await Promise.allSettled(
      boards.map((board) => board.update('specialist_1', { status: 'in_progress' })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { commands, specialists } = await first.board.list();
    expect(commands).toHaveLength(20);
    expect(specialists[0]?.queued).toHaveLength(5);
  });

  it('show a concurrent reader every move whole or not at all', async () => {
    const { board, root } = boardWorld();
    await board.issue('envoy', command());
    const meanwhile = { over: false };
    const reader = boardWorld({ root });
    let looks = 0;
    const looking = (async () => {
      while (!meanwhile.over) {
        const { tasks, specialists } = await reader.board.list();
        const places = tasks
          .filter(({ place }) => place === 'given')
          .map((view) => view.task.task_id);
        expect(specialists.flatMap(({ current }) => current ?? []).toSorted()).toEqual(
          places.toSorted(),
        );
        // Of two that are given out in turn, there is always exactly one at work.
        if (tasks.length === 2) expect(places).toHaveLength(1);
        looks += 1;
        // Small file operations do not leave the event loop: no other process would ever have a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await board.assign('marshall', task('specialist_1'));
    await board.assign('marshall', task('specialist_1'));
    for (let i = 0; i < 15; i += 1) {
      const before = looks;
      await Promise.race([looking, waitFor(() => looks > before, 'a look')]);
      const id = (await board.current('specialist_1'))?.task.task_id ?? '';
      const other = id === 'subtask_001' ? 'subtask_002' : 'subtask_001';
      await board.update('specialist_1', { status: 'in_progress' });
      const failed = { meets_criteria: false, gaps: ['1'] };
      await board.report('specialist_1', report({ status: 'failed', purpose_validation: failed }));
      await board.assign('marshall', task('specialist_1', { task_id: id }));
      expect((await board.current('specialist_1'))?.task.task_id).toBe(other);
    }
    meanwhile.over = true;
    await looking;
    expect(looks).toBeGreaterThan(14);
  });

  it('neither lose a move nor make it twice when one is stalled past its lease', async () => {
    for (let pauseAt = 0, passed = false; !passed; pauseAt += 1) {
      const calm = boardWorld();
      await calm.board.issue('envoy', command());
      const life = mortal(Infinity);
      let go = (): void => undefined;
      const pause = new Promise<void>((resolve) => (go = resolve));
      let paused = (): void => undefined;
      const held = new Promise<void>((resolve) => (paused = resolve));
      const step = life.step.bind(life);
      life.step = async (effect) => {
        if (life.steps === pauseAt) {
          paused();
          await pause;
        }
        return step(effect);
      };
      const slow = boardWorld({ root: calm.root, sent: calm.sent, disk: life.disk, leaseMs: 5 });
      const move = slow.board.assign('marshall', task('specialist_1'));
      passed = (await Promise.race([held, move])) !== undefined;
      const quick = boardWorld({ root: calm.root, sent: calm.sent, leaseMs: 5 });
      await quick.board.issue('envoy', command());
      go();
      const { task: made } = await move;
      expect(made.task_id, `held up at ${pauseAt}`).toBe('subtask_001');
      await quick.board.recover();
      const { tasks, commands, faults } = await quick.board.list();
      expect({ tasks: tasks.length, commands: commands.length, faults }).toEqual({
        tasks: 1,
        commands: 2,
        faults: [],
      });
      expect(Object.keys(filesOf(calm.root)).filter((path) => path.includes('.intent'))).toEqual(
        [],
      );
      expect(calm.sent.map(({ subject }) => subject)).toEqual(
        expect.arrayContaining(['Task subtask_001', 'New command cmd_002']),
      );
    }
  });
});
