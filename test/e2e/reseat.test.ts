import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import type { ArmyLayout, Mux, Pane, Reseat } from '../../src/mux/mux.ts';
import { bytesFile, bytesOf, overlordLayout, pairLayout } from '../support/mux-layout.ts';
import { muxWorld, paneOf, started, type MuxWorld, type Started } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const HEADLESS = { attached: false, size: undefined };

/** A fresh program in a seat, on the real multiplexers. */
describe.for(muxKinds)('a seat in %s', (kind) => {
  const test = (name: string, body: (world: MuxWorld) => Promise<void>): void =>
    it(name, async (context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      await body(muxWorld(kind));
    });

  async function summon(world: MuxWorld, layout: ArmyLayout): Promise<Mux> {
    const mux = await world.open('army');
    await mux.start(mux.plan(layout, HEADLESS));
    for (const { role } of layout.tabs.flatMap(({ panes }) => panes)) {
      await started(bytesFile(world.dir, 'army', role));
    }
    return mux;
  }

  /** The same program as before, told apart by its last word. */
  function orderFor(world: MuxWorld, layout: ArmyLayout, role: string, more: object): Reseat {
    const tab = layout.tabs.find(({ panes }) => panes.some((pane) => pane.role === role));
    const pane = tab?.panes.find((one) => one.role === role);
    if (tab === undefined || pane === undefined) throw new Error(role);
    const words = ['a b', '--', '$HOME', '"', ';'];
    rmSync(`${bytesFile(world.dir, 'army', role)}.start`, { force: true });
    return {
      role,
      pane: undefined,
      beside: undefined,
      tab,
      argv: [...pane.argv, ...words],
      cwd: world.dir,
      ...more,
    };
  }
  const back = (world: MuxWorld, role: string): Promise<Started> =>
    started(bytesFile(world.dir, 'army', role));

  const placesOf = (panes: readonly Pane[]) => panes.map(({ tab, box }) => ({ tab, box }));
  const isGone = (pid: number) => () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  const hears = async (world: MuxWorld, mux: Mux, pane: string, role: string): Promise<void> => {
    await mux.paste(pane, 'welcome');
    await waitFor(() => bytesOf(world.dir, 'army', role).includes('welcome'), `${role} to hear`);
  };

  test('gets a fresh program at the same place, whether the old one lives or not [T4]', async (world) => {
    const layout = overlordLayout(world.dir, 'army');
    const mux = await summon(world, layout);
    for (const dead of [true, false]) {
      const before = await mux.panes();
      const old = await paneOf(mux, 'shadow');
      const { pid } = await back(world, 'shadow');
      if (dead) {
        process.kill(pid, 'SIGKILL');
        await waitFor(async () => !(await paneOf(mux, 'shadow')).alive, 'the pane to be dead');
      }
      const order = orderFor(world, layout, 'shadow', { pane: old.id });
      const id = await mux.reseat(order);
      const fresh = await back(world, 'shadow');
      expect(fresh.argv.slice(2)).toEqual(order.argv.slice(4));
      expect(fresh).toMatchObject({ cwd: world.dir });
      expect(fresh.pid).not.toBe(pid);
      await waitFor(isGone(pid), 'the one before to end');
      const found = await waitFor(async () => {
        const pane = await paneOf(mux, 'shadow');
        return pane.alive && pane;
      }, 'the seat to be taken');
      expect(found.id).toBe(id);
      const after = await mux.panes();
      expect(placesOf(after)).toEqual(placesOf(before));
      const others = (panes: readonly Pane[]) =>
        panes.filter((pane) => pane.id !== old.id && pane.id !== id).map((pane) => pane.id);
      expect(others(after)).toEqual(others(before));
      await hears(world, mux, id, 'shadow');
    }
    expect(bytesOf(world.dir, 'army', 'glacier')).toBe('');
  });

  test('that was closed is made anew beside another of its tab', async (world) => {
    const layout = pairLayout(world.dir, 'army');
    const mux = await summon(world, layout);
    const [left, right] = [await paneOf(mux, 'left'), await paneOf(mux, 'right')];
    await world.person(mux).closes(right);
    await waitFor(async () => (await mux.panes()).length === 1, 'the pane to be closed');
    const id = await mux.reseat(orderFor(world, layout, 'right', { beside: left.id }));
    await back(world, 'right');
    const found = await paneOf(mux, 'right');
    expect(found).toMatchObject({ id, alive: true, tab: left.tab });
    expect((await mux.panes()).map((pane) => pane.id)).toContain(left.id);
    await hears(world, mux, id, 'right');
    expect(bytesOf(world.dir, 'army', 'left')).toBe('');
  });

  test('whose whole tab was closed is recreated, and a dead pane stays visible', async (world) => {
    const layout = overlordLayout(world.dir, 'army');
    const mux = await summon(world, layout);
    await world.person(mux).closes(await paneOf(mux, 'inferno'));
    await waitFor(async () => (await mux.panes()).length === 5, 'the pane to be closed');
    const id = await mux.reseat(orderFor(world, layout, 'inferno', {}));
    const { pid } = await back(world, 'inferno');
    expect(await paneOf(mux, 'inferno')).toMatchObject({ id, alive: true });
    await hears(world, mux, id, 'inferno');
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => !(await paneOf(mux, 'inferno')).alive, 'it to be seen dead');
  });

  test('that is nowhere is an error, and nothing runs unseen', async (world) => {
    const layout = pairLayout(world.dir, 'army');
    const mux = await summon(world, layout);
    const nowhere = kind === 'tmux' ? { pane: '%99' } : { pane: 'terminal_99' };
    await expect(mux.reseat(orderFor(world, layout, 'right', nowhere))).rejects.toMatchObject({
      code: 'mux_failed',
    });
    expect(await mux.panes()).toHaveLength(2);
  });
});
