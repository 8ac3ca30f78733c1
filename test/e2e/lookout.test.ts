import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { openArmyLookout } from '../../src/compose/lookout.ts';
import { openArmies } from '../../src/store/open.ts';
import { armyWorld } from '../support/army-world.ts';
import { sightOf } from '../support/lookout-world.ts';
import { paneOf } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

it.for(muxKinds)('a lookout follows a real army on %s', async (kind, context) => {
  requireOrSkip(context, kind, missingProgram(kind));
  const world = armyWorld(kind);
  await world.summon('--no-rituals');
  const [record] = await (await openArmies(join(world.dir, 'home/.config/ovld/armies'))).list();
  if (record === undefined) throw new Error('no army');
  const lookout = await openArmyLookout(world.env, record);
  onTestFinished(() => lookout[Symbol.asyncDispose]());
  const seen = () => lookout.picture();
  await waitFor(() => seen().roles.every(({ relay }) => relay === 'alive'), 'six relays', 30_000);
  expect(seen().army.standing).toBe('live');

  // A letter of the person's, rung for by keystrokes, and read.
  await lookout.send('storm', { subject: '偵察', body: 'b', priority: 'normal' });
  await waitFor(() => seen().letters[0]?.fetchedAt !== undefined, 'it to be read', 30_000);
  expect(seen().letters).toMatchObject([
    { from: 'human', to: 'storm', subject: '偵察', rung: { by: 'typed' } },
  ]);

  // A turn that runs ends with the pause, and its role is told to go on.
  await world.tell('shadow', { do: 'busy', ms: 60_000 });
  const { turns } = await lookout.pause();
  expect(turns).toContainEqual({ role: 'shadow', turn: 'interrupted' });
  await waitFor(() => seen().roles.every(({ paused }) => paused), 'the pause');
  expect(await lookout.unpause()).toEqual(['shadow']);
  const told = () => seen().letters.find(({ to }) => to === 'shadow');
  await waitFor(() => told()?.fetchedAt !== undefined, 'the word to go on', 30_000);

  await world.tell('inferno', { do: 'dialog', id: 'burn' });
  await waitFor(() => sightOf(seen(), 'inferno')?.agent === 'waiting', 'a role that waits');

  // tmux keeps in mind what is to be shown; Zellij has no client to show it to.
  const shown = lookout.show('shadow');
  if (kind === 'tmux') await shown;
  else await expect(shown).rejects.toMatchObject({ code: 'no_terminal_attached' });
  const mux = await world.open();
  const { id } = await paneOf(mux, 'glacier');
  world.mux(
    ...(kind === 'tmux'
      ? ['kill-pane', '-t', id]
      : ['--session', 'overlord', 'action', 'close-pane', '--pane-id', id]),
  );
  await waitFor(() => sightOf(seen(), 'glacier')?.agent === 'gone', 'a role that is gone');
  await expect(lookout.show('glacier')).rejects.toMatchObject({ code: 'pane_gone' });

  await mux.end();
  await waitFor(() => seen().army.standing === 'gone', 'the session to be missed');
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  await waitFor(() => seen().army.standing === 'over', 'the army to be over');
});
