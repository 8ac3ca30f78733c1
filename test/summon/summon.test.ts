import { describe, expect, it } from 'vitest';
import { openAgent } from '../../src/agent/open.ts';
import { explain } from '../../src/i18n/explain.ts';
import { isOlder } from '../../src/summon/agent-version.ts';
import { begin, muster } from '../../src/summon/summon.ts';
import { conversation, ROLES, summonScene, type SceneOptions } from '../support/summon-scene.ts';

const notesOf = async ({ store }: ReturnType<typeof summonScene>) =>
  Promise.all(ROLES.map(async (role) => (await store.statuses.ritual(role))?.state));

const argvs = ({ layout }: Awaited<ReturnType<typeof muster>>) =>
  layout.tabs.flatMap(({ panes }) => panes.map(({ argv }) => argv.join(' ')));

describe('the rituals of a summons', () => {
  it.each<[NonNullable<SceneOptions['rituals']>, string[], (string | undefined)[], number]>([
    ['typed', ROLES, ['due', 'due'], 0],
    ['system-prompt', [], ['given', 'given'], 2],
    ['none', [], [undefined, undefined], 0],
  ])('%s', async (delivery, typed, notes, written) => {
    const scene = summonScene({ rituals: delivery });
    const army = await muster(scene.parts, scene.order);
    expect([...army.typed.keys()]).toEqual(typed);
    await begin(scene.parts, army, false);
    expect(await notesOf(scene)).toEqual(notes);
    const given = scene.files.filter(({ kind }) => kind === 'ritual');
    expect(given.map(({ text }) => text)).toEqual(
      written === 0 ? [] : ROLES.map((role) => `You are ${role}.`),
    );
    const hooks = scene.files.filter(({ kind }) => kind === 'hooks').map(({ text }) => text);
    const who = ROLES.map((role) => `# ${delivery === 'none' ? 'nobody' : `You are ${role}.`}`);
    expect(hooks).toEqual(who);
    // Whoever starts finds them, and the note that one is to come.
    expect(scene.done.at(-1)).toBe('start');
  });
});

it.each<[string, SceneOptions, string[]]>([
  ['a grid with room for it', { split: 'tiled' }, ROLES],
  ['a grid without', { split: 'tiled', headless: { columns: 24, rows: 50 } }, []],
  ['no grid', { headless: { columns: 24, rows: 50 } }, ROLES],
])('a ritual is typed in %s, or else goes with the start', async (_, options, typed) => {
  const scene = summonScene(options);
  const army = await muster(scene.parts, scene.order);
  expect([...army.typed.keys()]).toEqual(typed);
  const started = army.files.filter(({ kind }) => kind === 'ritual').map(({ role }) => role);
  expect(started).toEqual(ROLES.filter((role) => !typed.includes(role)));
  expect(army.formation.ritual_delivery).toBe('typed');
  const none = summonScene({ ...options, rituals: 'none' });
  expect((await muster(none.parts, none.order)).files.some((f) => f.kind === 'ritual')).toBe(false);
});

it.each([true, false])('what stood here before: %s; then the history is tidied', async (stood) => {
  const scene = summonScene();
  if (stood) await scene.store.init(scene.formation);
  scene.parts.tidyHistory = async (folder) => void scene.done.push(`tidy ${folder}`);
  await begin(scene.parts, await muster(scene.parts, scene.order), false);
  const tidied = scene.done.filter((one) => one === 'cleanup' || one.startsWith('tidy'));
  expect(tidied).toEqual(stood ? ['cleanup', 'tidy /work'] : []);
});

describe('the conversations of the army before', () => {
  async function died(options: SceneOptions) {
    const scene = summonScene(options);
    await scene.store.init(scene.formation);
    await scene.store.outfit(scene.formation, []);
    for (const [n, role] of ROLES.entries())
      await scene.store.conversations.note(role, conversation(n));
    return scene;
  }

  it('go on where their files are; the others start fresh, with their rituals', async () => {
    const scene = await died({ transcripts: ['/t/1'] });
    const army = await muster(scene.parts, { ...scene.order, resume: true });
    expect(argvs(army)).toEqual(['sage one', `sage two --resume ${conversation(1).id}`]);
    expect([...army.typed.keys()]).toEqual(['one']);
    expect(await begin(scene.parts, army, true)).toMatchObject({ conversations: 1 });
    expect(await notesOf(scene)).toEqual(['due', 'given']);
    // Cut off before its agent said so, it can be resumed again.
    expect(await scene.store.conversations.of('two')).toEqual(conversation(1));
    expect(await scene.store.conversations.of('one')).toBeUndefined();
  });

  it('are left alone where nobody asks, and where they are another folder’s', async () => {
    const scene = await died({ transcripts: ['/t/0', '/t/1'] });
    expect(argvs(await muster(scene.parts, scene.order))).toEqual(['sage one', 'sage two']);
    const formation = { ...scene.formation, folder: '/elsewhere' };
    const army = await muster(scene.parts, { ...scene.order, formation, resume: true });
    expect(argvs(army)).toEqual(['sage one', 'sage two']);
  });
});

describe('the version of an agent', () => {
  it.each([
    ['2.10.0', '2.10.0', false],
    ['2.9.99', '2.10.0', true],
    ['2.10.1', '2.10.0', false],
    ['3.0.0', '2.10.0', false],
    ['1.99.0', '2.10.0', true],
  ])('%s is older than %s: %s', (version, needs, older) => {
    expect(isOlder(version, needs)).toBe(older);
  });

  it('is asked once, and one that is too old touches nothing [design.risk-version.1]', async () => {
    const scene = summonScene({ says: 'sage 2.9.1' });
    const error = await muster(scene.parts, scene.order).catch((e: unknown) => e);
    const data = { program: 'sage', version: '2.9.1', needs: '2.10.0' };
    expect(error).toMatchObject({ code: 'agent_too_old', data });
    expect(scene.done).toEqual(['ask sage -V']);
    expect(await scene.store.present()).toBe(false);
    expect(explain(error, 'en').what).toBe('sage 2.9.1 is too old: ovld needs 2.10.0 or newer');
    expect(explain(error, 'ja').what).toContain('2.9.1');
  });

  it.each([undefined, '', 'who asks?', 'sage'])('is noted where it says %j', async (says) => {
    const scene = summonScene({ says });
    expect((await muster(scene.parts, scene.order)).unread).toEqual(['sage']);
  });

  it('of a program that is missing is not asked', async () => {
    const scene = summonScene({ installed: false });
    await expect(muster(scene.parts, scene.order)).rejects.toMatchObject({ code: 'agent_missing' });
    expect(scene.done).toEqual([]);
  });

  it.each([
    ['2.1.325 (Claude Code)\n', '2.1.325'],
    ['2.1.325', undefined],
    ['v2.1.325 (Claude Code)', undefined],
    ['2.1.325 (Claude Code)\nmore', undefined],
    ['', undefined],
  ])('of Claude Code in %j is %s', async (said, version) => {
    expect((await openAgent('claude')).version?.read(said)).toBe(version);
  });

  it.each([
    ['{"type":"mode"}\n{"parentUuid":null,"type":"user"}\n', true],
    ['{"type":"custom-title","customTitle":"storm"}\n', false],
    ['', false],
  ])('a transcript %j can be gone on with: %s', async (transcript, goesOn) => {
    expect((await openAgent('claude')).resumes?.(transcript)).toBe(goesOn);
  });
});
