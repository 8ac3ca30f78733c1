import { describe, expect, it } from 'vitest';
import type { OpenArmy } from '../../src/summon/open-army.ts';
import { restart, type RestartOrder } from '../../src/summon/restart.ts';
import { conversation, summonScene, type SceneOptions } from '../support/summon-scene.ts';

const PANE = { id: '%0', title: 'one', role: 'one', alive: true };

async function standing(options: SceneOptions & { standing?: OpenArmy['standing'] } = {}) {
  const scene = summonScene(options);
  const { store, mux, record, formation, order } = scene;
  await store.init(formation);
  const army: OpenArmy = { store, mux, record, formation, standing: options.standing ?? 'live' };
  const again = (more: Partial<RestartOrder> = {}, isStopped?: () => boolean) => {
    const { ovld, rituals } = order;
    const asked = { role: 'one', ovld, rituals, resume: false, ...more };
    return restart(scene.parts, army, asked, isStopped);
  };
  return { ...scene, again };
}

describe('restarting a role', () => {
  it('ends the old agent, prepares the seat, records the ritual and fills the seat, in this order', async () => {
    const { again, done, files, reseats, store } = await standing({ running: [7, 8] });
    await store.statuses.observe('one', { state: 'busy' });
    expect(await again()).toEqual({
      role: 'one',
      ended: [7, 8],
      busy: false,
      pane: '%0',
      conversation: 'fresh',
      typed: 'You are one.',
      unread: [],
    });
    expect(done).toEqual(['ask sage -V', 'end 7 8', 'refit', 'reseat']);
    expect(files.map(({ role, kind }) => `${role} ${kind}`)).toEqual(['one mcp', 'one hooks']);
    expect(reseats).toEqual([
      {
        role: 'one',
        pane: '%0',
        beside: '%1',
        before: true,
        tab: { name: 'tab', split: 'rows' },
        argv: ['sage', 'one'],
        cwd: '/work',
      },
    ]);
    expect(await store.statuses.readRitual('one')).toMatchObject({ state: 'due' });
    expect(await store.statuses.readRitual('two')).toBeUndefined();
    expect(await store.statuses.readObserved('one')).toMatchObject({ state: 'idle' });
  });

  it('waits with the others for the answer in another pane, and does not ask a second time', async () => {
    const { again, reseats, store } = await standing();
    await store.starts.postpone('one', 'two');
    await store.starts.postpone('two', 'two');
    await again();
    await again({ role: 'two' });
    expect(reseats.map(({ argv }) => argv)).toEqual([
      ['sh', store.outfitPath('one', 'start'), 'sage', 'one'],
      ['sage', 'two'],
    ]);
  });

  it('finds a dead pane by its mark, and makes a new one where it was closed', async () => {
    const two = { id: '%1', title: 'two', role: 'two', alive: true };
    const dead = await standing({
      panes: [{ id: '%5', title: 'x', role: 'one', alive: false }, two],
    });
    expect(await dead.again()).toMatchObject({ pane: '%5', ended: [] });
    const closed = await standing({ panes: [two] });
    expect(await closed.again()).toMatchObject({ pane: '%9' });
    expect(closed.reseats).toMatchObject([{ pane: undefined, beside: '%1' }]);
  });

  it.each<[string, SceneOptions['split'], number, string | undefined]>([
    ['a pane of a grid that is too small', 'tiled', 17, undefined],
    ['one that is not', 'tiled', 25, 'You are one.'],
    ['any other', 'rows', 17, 'You are one.'],
  ])('types no ritual into %s', async (_, split, columns, typed) => {
    const box = { x: 0, y: 0, columns, rows: 12 };
    const { again, store } = await standing({ split: split ?? 'rows', panes: [{ ...PANE, box }] });
    expect(await again()).toMatchObject({ typed });
    // And one that was closed will be no larger than its neighbour.
    const two = { id: '%1', title: 'two', role: 'two', alive: true, box };
    const closed = await standing({ split: split ?? 'rows', panes: [two] });
    expect(await closed.again()).toMatchObject({ pane: '%9', typed });
    expect((await store.statuses.readRitual('one'))?.state).toBe(
      typed === undefined ? 'given' : 'due',
    );
  });

  it('places a new pane before those later in the tab, and after those earlier', async () => {
    const pane = (role: string, id: string) => ({ id, title: role, role, alive: true });
    const first = await standing({ panes: [pane('two', '%1')] });
    await first.again();
    expect(first.reseats).toMatchObject([{ beside: '%1', before: true }]);
    const second = await standing({ panes: [pane('one', '%0')] });
    await second.again({ role: 'two' });
    expect(second.reseats).toMatchObject([{ beside: '%0', before: false }]);
  });

  it('takes no pane by its place alone: it may be a person’s own', async () => {
    const two = { id: '%1', title: 'two', role: 'two', alive: true };
    const theirs = { id: '%7', title: 'vim', alive: true };
    const { again, reseats } = await standing({ panes: [theirs, two] });
    await again();
    expect(reseats).toMatchObject([{ pane: undefined, beside: '%1' }]);
  });

  it.each<[string, SceneOptions, boolean, object]>([
    [
      'its conversation',
      { transcripts: ['/t/1'] },
      true,
      { conversation: 'resumed', typed: undefined },
    ],
    ['one whose file is gone', {}, true, { conversation: 'lost', typed: 'You are one.' }],
    ['none, unless asked', { transcripts: ['/t/1'] }, false, { conversation: 'fresh' }],
  ])('starts with %s', async (_what, options, resume, outcome) => {
    const { again, store, reseats } = await standing(options);
    await store.conversations.note('one', conversation(1));
    const updated_at = '2026-11-15T14:07:50.623Z';
    await store.statuses.declare({ role: 'one', status: 'working', task: 'scout', updated_at });
    const restarted = await again({ resume });
    expect(restarted).toMatchObject(outcome);
    const goesOn = restarted?.conversation === 'resumed';
    expect(reseats[0]?.argv).toEqual([
      'sage',
      'one',
      ...(goesOn ? ['--resume', conversation(1).id] : []),
    ]);
    expect((await store.statuses.readRitual('one'))?.state).toBe(goesOn ? 'given' : 'due');
    // What another agent reported of itself is not true of a fresh one, nor is it in the other's conversation.
    const kept = goesOn ? conversation(1) : undefined;
    expect(await store.conversations.read('one')).toEqual(kept);
    expect(await store.statuses.readDeclared('one')).toMatchObject(
      goesOn ? { status: 'working', task: 'scout' } : { status: 'idle', task: '' },
    );
  });

  it('records no ritual when the army has none', async () => {
    const { again, store } = await standing({ rituals: 'none' });
    expect(await again()).toMatchObject({ typed: undefined });
    expect(await store.statuses.readRitual('one')).toBeUndefined();
  });

  it.each<[string, SceneOptions & { standing?: OpenArmy['standing'] }, Partial<RestartOrder>]>([
    ['unknown_role', {}, { role: 'three' }],
    ['army_not_live', { standing: 'gone' }, {}],
    ['army_not_live', { standing: 'foreign' }, {}],
    ['agent_missing', { installed: false }, {}],
    ['pane_hidden', { panes: [{ ...PANE, hidden: true }] }, {}],
    ['agent_too_old', { says: 'sage 1.0.0' }, {}],
  ])('ends no agent when it fails with %s', async (code, options, order) => {
    const { again, done } = await standing({ ...options, running: [7] });
    await expect(again(order)).rejects.toMatchObject({ code });
    expect(done.filter((one) => !one.startsWith('ask'))).toEqual([]);
  });

  it('ends no agent once it is stopped [session.interrupt.4]', async () => {
    const { again, done, store } = await standing({ running: [7] });
    expect(await again({}, () => true)).toBeUndefined();
    expect(done.filter((one) => !one.startsWith('ask'))).toEqual([]);
    expect(await store.statuses.readRitual('one')).toBeUndefined();
  });

  it('fills no seat whose agent did not end, and leaves no agent running unseen', async () => {
    const stubborn = await standing({ running: [7], left: [7] });
    await expect(stubborn.again()).rejects.toMatchObject({
      code: 'not_ended',
      data: { pids: [7] },
    });
    expect(stubborn.done).not.toContain('reseat');
    const unseen = await standing({ running: [7], reseats: false });
    await expect(unseen.again()).rejects.toThrow('not seen');
    expect(unseen.done.slice(-2)).toEqual(['reseat', 'end 7']);
  });
});
