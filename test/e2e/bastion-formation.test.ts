import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import { formationSchema, muxKinds } from '../../src/army/formation.ts';
import { inRows } from '../../src/army/grid.ts';
import type { Mux, Pane } from '../../src/mux/mux.ts';
import type { ArmyWorld } from '../support/army-world.ts';
import { bastionWorld } from '../support/bastion-world.ts';
import { submissions } from '../support/mock-agent.ts';
import { bytesFile, echoLayout } from '../support/mux-layout.ts';
import { allEnded, muxWorld, started } from '../support/mux-world.ts';
import { isRead, nudgesTyped, post, rests } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** No agent begins a campaign by itself. */
const QUIET = { campaign: false };
const TWELVE = copiesOf('specialist', 12);
const ALL = ['envoy', 'marshall', ...TWELVE];

const ritualFor = (role: string): string => {
  const [template = '', number = ''] = role.split('_');
  const path = new URL(`../../rituals/en/${template}.md`, import.meta.url);
  const text = readFileSync(path, 'utf8').trim();
  return text.replaceAll('{{role}}', role).replaceAll('{{number}}', number);
};

/** How the agent that sits there now got its ritual, or what came first instead. */
function toldFirst(world: ArmyWorld, role: string): object {
  const record = world.record(role);
  const from = record.findLastIndex(({ event }) => event === 'started');
  const given = record[from]?.['ritual'];
  if (typeof given === 'string') return { started: given };
  return { typed: submissions(record.slice(from))[0] };
}

const nameOf = ({ role, title }: Pane): string => role ?? title;

/** Roles as they stand on the screen, row by row. */
function rowsSeen(panes: readonly Pane[], tab: string): string[][] {
  const seen = panes.filter((pane) => pane.tab === tab);
  const tops = [...new Set(seen.map(({ box }) => box?.y ?? -1))].toSorted((a, b) => a - b);
  return tops.map((top) =>
    seen
      .filter(({ box }) => box?.y === top)
      .toSorted((a, b) => (a.box?.x ?? 0) - (b.box?.x ?? 0))
      .map(nameOf),
  );
}

const placeOf = async (mux: Mux, role: string) => {
  const found = (await mux.panes()).find((pane) => nameOf(pane) === role);
  return found && { tab: found.tab, box: found.box };
};

describe.each(muxKinds)('the bastion on %s', (kind) => {
  it('starts with twelve specialists, each at its place in the grid, and one of them is restarted', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = bastionWorld(kind, { script: QUIET });
    const { stdout } = await world.summon('--formation', 'bastion', '--specialists', '12');
    expect(stdout).toContain('14 of 14');
    // No terminal is attached: Zellij's own size leaves little room for twelve.
    expect(stdout.includes('12 panes are very small')).toBe(kind === 'zellij');
    const mux = await world.open();
    const panes = await mux.panes();
    expect(panes.map(nameOf).toSorted()).toEqual(ALL.toSorted());
    expect(panes.filter(({ alive }) => !alive)).toEqual([]);
    expect(rowsSeen(panes, 'command')).toEqual([['envoy', 'marshall']]);
    expect(rowsSeen(panes, 'specialists')).toEqual(inRows(TWELVE));
    // Each was told who it is: in its own pane or, where that is too small for it, by its start.
    for (const role of ALL) {
      const inSmall = kind === 'zellij' && role.startsWith('specialist');
      expect(toldFirst(world, role), role).toEqual({
        [inSmall ? 'started' : 'typed']: ritualFor(role),
      });
    }

    const path = join(world.relayDir(), 'formation.json');
    const formation = formationSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(formation).toMatchObject({
      mux: kind,
      store: 'queue',
      toolsets: ['messaging', 'board', 'knowledge'],
      folder: world.project,
    });
    expect(formation.roles.map(({ role, duty }) => [role, duty])).toEqual([
      ['envoy', 'envoy'],
      ['marshall', 'marshall'],
      ...TWELVE.map((role) => [role, 'specialist']),
    ]);

    // Nothing but a short wake-up is typed, in the smallest pane too [bastion.nudge.1]
    const before = world.typed('specialist_12');
    await rests(world, 'specialist_12');
    const { id } = await post(world, 'marshall', {
      to: 'specialist_12',
      body: 'look at your task',
    });
    await isRead(world, 'specialist_12', id);
    expect(
      nudgesTyped(world, 'specialist_12', world.typed('specialist_12').slice(before.length)),
    ).not.toEqual([]);

    const place = await placeOf(mux, 'specialist_7');
    const { code, stderr } = await world.ovld(['restart', 'specialist_7']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await placeOf(mux, 'specialist_7')).toEqual(place);
    expect(Object.values(toldFirst(world, 'specialist_7'))).toEqual([ritualFor('specialist_7')]);

    for (const role of ['specialist_1', 'specialist_8']) {
      await closed(world, mux, role);
      const anew = await world.ovld(['restart', role]);
      expect({ code: anew.code, stderr: anew.stderr }).toEqual({ code: 0, stderr: '' });
      expect((await placeOf(mux, role))?.tab).toBe('specialists');
    }
    // Zellij chooses the place of a new pane; tmux is told.
    if (kind === 'tmux') {
      expect(rowsSeen(await mux.panes(), 'specialists')).toEqual(inRows(TWELVE));
    }
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });

  it('has space for every number of specialists in a small detached session', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = muxWorld(kind);
    for (const count of [3, 5, 8, 12]) {
      const session = `army${count}`;
      const seats = copiesOf('specialist', count).map((role) => [role, 1] as const);
      const tab = { name: 'specialists', split: 'tiled', focus: true, seats } as const;
      const mux = await world.open(session);
      // Zellij is 50 by 50 then, whatever is asked for (Z16).
      const how = { attached: false, size: { columns: 80, rows: 24 } };
      await mux.start(mux.plan(echoLayout(world.dir, session, [tab]), how));
      for (const [role] of seats) await started(bytesFile(world.dir, session, role));
      const panes = await mux.panes();
      expect(rowsSeen(panes, 'specialists')).toEqual(inRows(copiesOf('specialist', count)));
      for (const { box } of panes) {
        expect(box?.columns).toBeGreaterThanOrEqual(16);
        expect(box?.rows).toBeGreaterThanOrEqual(4);
      }
      expect(await mux.end()).toBe(true);
    }
  });
});

it('on Zellij by focus, every place of a grid is found', async (context) => {
  requireOrSkip(context, 'zellij', missingProgram('zellij'));
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = bastionWorld('zellij', { config: { targeting: 'focus' }, script: QUIET });
  await world.summon('--formation', 'bastion', '--specialists', '5', '--no-rituals');
  const terminal = world.terminal();
  const clients = () => world.mux('--session', 'bastion', 'action', 'list-clients');
  const attached = () => /^\d+\s+terminal_/m.test(clients());
  await terminal.attaches(() => waitFor(attached, 'a person attached', 30_000), 'bastion');
  for (const role of ['specialist_5', 'specialist_2', 'specialist_3', 'specialist_1']) {
    const { id } = await post(world, 'marshall', { to: role });
    await isRead(world, role, id);
    await rests(world, role);
  }
  for (const role of ['envoy', 'marshall', 'specialist_4']) expect(world.typed(role)).toBe('');
});

it('the bastion uses tmux by default, and a dry run shows all of it', async (context) => {
  for (const kind of muxKinds) requireOrSkip(context, kind, missingProgram(kind));
  const world = bastionWorld('tmux', { config: { mux: undefined }, script: QUIET });
  const words = ['summon', '--formation', 'bastion', '--dry-run', '--detach'];
  const { stdout } = await world.ovld([...words, '--specialists', '12']);
  expect(stdout).toMatch(
    /^Formation bastion: 14 roles in tmux, store queue, tools messaging, board, knowledge\n/,
  );
  expect(stdout.match(/split-window .*select-layout .* tiled$/gm)).toHaveLength(11);
  const json = await world.ovld([...words, '--mux', 'zellij', '--json', '--store', 'files']);
  const dry = JSON.parse(json.stdout) as { formation: unknown; files: { text: string }[] };
  expect(dry.formation).toMatchObject({ name: 'bastion', mux: 'zellij', store: 'files' });
  expect(dry.files.at(-1)?.text.match(/pane name="specialist_\d"/g)).toHaveLength(4);
  const none = await world.ovld(['summon', '--specialists', '3', '--dry-run']);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('--specialists: the formation overlord has no count of them');
  expect(world.running()).toEqual([]);
});

it('the bastion requires a terminal in which every pane of the grid is usable', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = bastionWorld('tmux', { script: QUIET });
  const terminal = world.terminal({ columns: 80, rows: 24 });
  terminal.line(`cd ${world.project} && ovld summon --formation bastion --specialists 12`);
  await terminal.shows('96');
  expect(terminal.screen()).toMatch(/80.*24[^]*96.*39/);
  await allEnded(world);
});

async function closed(world: ArmyWorld, mux: Mux, role: string): Promise<void> {
  const pane = (await mux.panes()).find((one) => nameOf(one) === role)?.id ?? '';
  world.mux(
    ...(world.kind === 'tmux'
      ? ['kill-pane', '-t', pane]
      : ['--session', 'bastion', 'action', 'close-pane', '--pane-id', pane]),
  );
  const gone = async () => (await mux.panes()).every((one) => nameOf(one) !== role);
  await waitFor(gone, `the pane of ${role} to be closed`);
}
