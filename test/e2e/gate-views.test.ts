import { beforeEach, describe, expect, it } from 'vitest';
import type { Mux } from '../../src/mux/mux.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { paneOf } from '../support/mux-world.ts';
import { seats } from '../support/person.ts';
import { isRead, readBy, refused, rests, sendTo } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** What a person can do to their view of a Zellij session. */
beforeEach((context) => {
  requireOrSkip(context, 'zellij', missingProgram('zellij'));
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
});

interface Watched {
  world: ArmyWorld;
  mux: Mux;
  action: (...words: string[]) => string;
  /** The pane the person's terminal has the focus in. */
  focus: () => string | undefined;
}

async function watched(): Promise<Watched> {
  const world = armyWorld('zellij');
  await world.summon('--no-rituals');
  const action = (...words: string[]): string =>
    world.mux('--session', 'overlord', 'action', ...words);
  const focus = (): string | undefined =>
    /^\d+\s+(terminal_\d+)/m.exec(action('list-clients'))?.[1];
  await world.terminal().attaches(() => waitFor(focus, 'a person attached', 30_000));
  return { world, mux: await world.open(), action, focus };
}

async function talks(world: ArmyWorld, role: string): Promise<void> {
  for (let line = 0; line < 150; line += 1) {
    await world.tell(role, { do: 'say', text: `line ${line}` });
  }
}

/** One message to each of them, read once. */
async function all(world: ArmyWorld, roles: readonly string[]): Promise<void> {
  await Promise.all(
    roles.map(async (role) => {
      const before = readBy(world, role);
      const id = await sendTo(world, role);
      await isRead(world, role, id);
      await rests(world, role);
      expect(readBy(world, role)).toEqual([...before, id]);
    }),
  );
}

describe('on Zellij, a message arrives', () => {
  // [C3 Z9 Z10]
  it('in a pane that is scrolled up, focused or not, and moves no focus', async () => {
    const { world, mux, action, focus } = await watched();
    const scrolled = ['overlord', 'strategist', 'storm'];
    for (const role of scrolled) {
      await talks(world, role);
      const { id } = await paneOf(mux, role);
      action('page-scroll-up', '--pane-id', id);
      const seen = await mux.screen(id);
      expect(seen?.lines.some((line) => line.includes('❯'))).toBe(false);
    }
    const before = focus();
    await all(world, scrolled);
    expect(focus()).toBe(before);
  });

  it('while the pane looked at is fullscreen, floating, locked or in scroll mode [C3 Z10]', async () => {
    const { world, mux, action, focus } = await watched();
    await talks(world, 'overlord');
    const { id } = await paneOf(mux, 'overlord');
    const views: { on: string[][]; off: string[] }[] = [
      { on: [['toggle-fullscreen']], off: ['toggle-fullscreen'] },
      { on: [['toggle-pane-embed-or-floating']], off: ['toggle-pane-embed-or-floating'] },
      { on: [['switch-mode', 'locked']], off: ['switch-mode', 'normal'] },
      { on: [['switch-mode', 'scroll'], ['page-scroll-up']], off: ['switch-mode', 'normal'] },
    ];
    for (const { on, off } of views) {
      expect(focus()).toBe(id);
      for (const words of on) action(...words);
      await all(world, ROLES);
      expect(focus()).toBe(id);
      action(...off);
    }
  });

  it('only after the editor over the pane is closed; until then it is said [Z8]', async () => {
    const { world, mux, action } = await watched();
    const { id } = await paneOf(mux, 'strategist');
    action('edit-scrollback', '--pane-id', id);
    const hidden = async (): Promise<boolean | undefined> =>
      (await mux.panes()).find((pane) => pane.id === id)?.hidden;
    await waitFor(hidden, 'the editor');
    const message = await sendTo(world, 'strategist');
    await refused(world, 'strategist', 'pane_hidden');
    expect(world.typed('strategist')).toBe('');
    const editor = (await mux.panes()).find((pane) => !ROLES.includes(pane.title));
    action('close-pane', '--pane-id', editor?.id ?? '');
    await waitFor(async () => (await hidden()) === false, 'the editor to be gone');
    await isRead(world, 'strategist', message);
    expect(readBy(world, 'strategist')).toEqual([message]);
    expect((await seats(world)).get('strategist')?.waits_behind).toBeUndefined();
  });
});
