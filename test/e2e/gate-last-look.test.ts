import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openMux } from '../../src/mux/open.ts';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { paneOf } from '../support/mux-world.ts';
import { rests } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const shows = (world: ArmyWorld, role: string, draft: string): Promise<unknown> =>
  waitFor(
    async () => (await world.tell(role, { do: 'look' }))['draft'] === draft,
    `${draft} in the composer`,
  );

describe.each(muxKinds)('on %s, Enter with a last look', (kind) => {
  it('is pressed only if the last look allows it [C1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    const mux = await world.open();
    const { id } = await paneOf(mux, 'storm');
    await mux.paste(id, 'to be or not');
    await shows(world, 'storm', 'to be or not');
    let seen: readonly string[] = [];
    expect(await mux.press(id, 'Enter', ({ lines }) => ((seen = lines), false))).toBe(false);
    expect(seen.some((line) => line.includes('to be or not'))).toBe(true);
    expect(world.submissions('storm')).toEqual([]);
    expect(await mux.press(id, 'Enter', () => true)).toBe(true);
    await waitFor(() => world.submissions('storm').length === 1, 'the submission');
    expect(world.typed('storm')).toMatch(/^[^\r]*\r$/);
    // What stood ready to press it is gone, and has left nothing.
    expect(readdirSync(join(world.dir, 'watch')).filter((name) => name.startsWith('hold'))).toEqual(
      [],
    );
  });
});

describe('the last look', () => {
  it('on tmux refuses Enter when the cursor has moved since [C1]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    await world.summon('--no-rituals');
    const mux = await world.open();
    const { id } = await paneOf(mux, 'storm');
    const draw = (): boolean => {
      const before = world.mux('display', '-p', '-t', id, '#{cursor_x}');
      world.mux('send-keys', '-t', id, '-l', 'x');
      while (world.mux('display', '-p', '-t', id, '#{cursor_x}') === before);
      return true;
    };
    expect(await mux.press(id, 'Enter', draw)).toBe(false);
    await shows(world, 'storm', 'x');
    expect(world.submissions('storm')).toEqual([]);
  });

  it('on a Zellij that cannot hold a key comes before the key', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij');
    await world.summon('--no-rituals');
    // Nothing else is on the PATH: no shell to hold it with, and no mkfifo.
    const only = join(world.dir, 'only');
    mkdirSync(only);
    const zellij = execFileSync('which', ['zellij'], { encoding: 'utf8' }).trim();
    symlinkSync(zellij, join(only, 'zellij'));
    const mux = await openMux({
      kind: 'zellij',
      session: 'overlord',
      targeting: 'pane',
      tabs: overlordFormation.tabs,
      dir: world.dir,
      env: { ...world.env, PATH: only },
    });
    const { id } = await paneOf(mux, 'storm');
    await mux.paste(id, 'once');
    await shows(world, 'storm', 'once');
    expect(await mux.press(id, 'Enter', () => false)).toBe(false);
    expect(await mux.press(id, 'Enter', () => true)).toBe(true);
    await rests(world, 'storm');
    expect(world.submissions('storm')).toEqual(['once']);
  });
});
