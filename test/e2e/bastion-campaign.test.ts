import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import type { ArmyWorld } from '../support/army-world.ts';
import { bastionWorld, boardOf, type BoardSeen } from '../support/bastion-world.ts';
import { killAll } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const SPECIALISTS = [1, 2, 3, 4].map((n) => `specialist_${n}`);
const EVERYBODY = ['envoy', 'marshall', ...SPECIALISTS];
const PATIENCE_MS = 180_000;

const own = (world: ArmyWorld, ...names: string[]): string =>
  join(world.project, '.ovld', ...names);
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

const commandsDone = (world: ArmyWorld): number =>
  textOf(own(world, 'queue', 'envoy_to_marshall.yaml')).match(/status: done/g)?.length ?? 0;

/** When a call about a task was made, and when it was answered; refused ones are none. */
function callsAbout(world: ArmyWorld, tool: string, task: string, status: string) {
  return EVERYBODY.flatMap((role) =>
    world.record(role).flatMap((line) => {
      if (line.event !== 'tool' || line['name'] !== tool || line['error'] !== undefined) return [];
      if (line['task'] !== task || line['status'] !== status) return [];
      const answered = Date.parse(line.at);
      return { made: answered - Number(line['ms']), answered };
    }),
  );
}

/** What must hold of the work of an army at the end of a campaign. */
function expectWellDone(world: ArmyWorld, { commands, tasks, specialists }: BoardSeen): void {
  expect(new Set(commands.map(({ status }) => status))).toEqual(new Set(['done']));
  expect(specialists.map(({ current, queued }) => [current, queued.length])).toEqual(
    SPECIALISTS.map(() => [null, 0]),
  );
  for (const task of tasks) {
    const { evaluated } = task;
    expect({ id: task.task_id, status: task.status, evaluated }).toEqual({
      id: task.task_id,
      status: 'done',
      evaluated: true,
    });
    for (const blocker of task.blocked_by) {
      const before = tasks.find((other) => other.task_id === blocker);
      expect(before?.blocks).toContain(task.task_id);
    }
  }
  const evaluations = namesIn(own(world, 'knowledge', 'evaluations'));
  expect(evaluations.toSorted()).toEqual(
    tasks.map((task) => `eval_${task.task_id}.yaml`).toSorted(),
  );
}

describe.each(muxKinds)('a campaign on %s', (kind) => {
  // [bastion.flow.1 bastion.flow.4 bastion.task.12]
  it(
    'goes from the command to its end without a person, nine more at once too; none begins before its blockers are done',
    { timeout: 400_000 },
    async (context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      const seed = Date.now() % 100_000;
      process.stderr.write(`seed ${seed}\n`);
      const script = { campaign: { seed, work_ms: [20, 600], start_ms: 500 } };
      const world = bastionWorld(kind, { script });
      await world.summon('--formation', 'bastion');
      await waitFor(() => commandsDone(world) === 1, 'the campaign to be over', PATIENCE_MS);
      for (let n = 1; n <= 9; n += 1) {
        const order = ['--purpose', `Keep ${n} stands`, '--criterion', 'It stands', '--priority'];
        const priority = ['high', 'medium', 'low'][n % 3] ?? '';
        const ran = await world.ovld(['board', 'issue', ...order, priority, `Raise keep ${n}`]);
        expect(ran).toMatchObject({ code: 0, stderr: '' });
      }
      await waitFor(() => commandsDone(world) === 10, 'ten campaigns to be over', PATIENCE_MS);
      const board = await boardOf(world);
      expect(board.tasks).toHaveLength(60);
      expectWellDone(world, board);
      for (const task of board.tasks) {
        const [begun, ...again] = callsAbout(world, 'update_task', task.task_id, 'in_progress');
        expect(again).toEqual([]);
        for (const blocker of task.blocked_by) {
          const [report] = callsAbout(world, 'submit_report', blocker, 'done');
          expect(begun?.answered, `${task.task_id} after ${blocker}`).toBeGreaterThanOrEqual(
            report?.made ?? Infinity,
          );
        }
      }
      // No role was woken by anything but a short nudge, and everything was read.
      const { stdout } = await world.ovld(['status', '--json']);
      // And the person.
      expect(stdout.match(/"unread": 0/g)).toHaveLength(EVERYBODY.length + 1);
      expect(textOf(own(world, 'dashboard.md'))).toContain('cmd_010');
    },
  );

  it(
    'killed whole at every kind of transition, and summoned again, is brought to its end [bastion.persistent.1]',
    { timeout: 400_000 },
    async (context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      const script = { campaign: { seed: 7, work_ms: [300, 600], start_ms: 300 } };
      const world = bastionWorld(kind, { script });
      const commands = own(world, 'queue', 'envoy_to_marshall.yaml');
      const current = (): string =>
        SPECIALISTS.map((role) => textOf(own(world, 'queue', 'tasks', `${role}.yaml`))).join('');
      const transitions: [string, () => boolean][] = [
        ['a command issued', () => textOf(commands).includes('status: pending')],
        ['a task assigned', () => current().includes('status: assigned')],
        ['a task begun', () => current().includes('status: in_progress')],
        ['a report', () => namesIn(own(world, 'queue', 'reports')).length > 0],
        ['knowledge', () => namesIn(own(world, 'knowledge', 'patterns')).length > 0],
        ['an evaluation', () => namesIn(own(world, 'knowledge', 'evaluations')).length > 0],
        ['a command done', () => commandsDone(world) === 1],
      ];
      let up = world.summon('--formation', 'bastion', '--no-rituals').catch(() => undefined);
      for (const [what, seen] of transitions) {
        await waitFor(seen, what, PATIENCE_MS);
        await killAll(() => world.running());
        await up;
        expect(seen() || commandsDone(world) === 1, `${what} is kept`).toBe(true);
        up = world.summon('--formation', 'bastion', '--no-rituals').catch(() => undefined);
      }
      await up;
      const board = await boardOf(world);
      expect(board.faults).toEqual([]);
      expect(board.commands).toHaveLength(1);
      expect(board.tasks).toHaveLength(6);
      expectWellDone(world, board);
      expect(namesIn(own(world, 'queue', 'bad'))).toEqual([]);
    },
  );
});
