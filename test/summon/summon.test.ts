import { describe, expect, it } from 'vitest';
import { openAgent } from '../../src/agent/open.ts';
import { explain } from '../../src/i18n/explain.ts';
import { isOlder } from '../../src/summon/agent-version.ts';
import { begin, muster } from '../../src/summon/summon.ts';
import { conversation, ROLES, summonScene, type SceneOptions } from '../support/summon-scene.ts';

const notesOf = async ({ store }: ReturnType<typeof summonScene>) =>
  Promise.all(ROLES.map(async (role) => (await store.statuses.readRitual(role))?.state));

const argvs = ({ layout }: Awaited<ReturnType<typeof muster>>) =>
  layout.tabs.flatMap(({ panes }) => panes.map(({ argv }) => argv.join(' ')));

describe('the rituals of a summons', () => {
  it.each<[NonNullable<SceneOptions['rituals']>, string[], (string | undefined)[], number]>([
    ['typed', ROLES, ['due', 'due'], 0],
    ['system-prompt', [], ['given', 'given'], 2],
    ['none', [], [undefined, undefined], 0],
  ])('are passed as %s says', async (delivery, typed, notes, written) => {
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
    // An agent finds them at its start, and the note that one is to come.
    expect(scene.done.at(-1)).toBe('start');
  });
});

it.each<[string, SceneOptions, string[]]>([
  ['a grid with room for it', { split: 'tiled' }, ROLES],
  ['a grid without', { split: 'tiled', headless: { columns: 24, rows: 50 } }, []],
  ['no grid', { headless: { columns: 24, rows: 50 } }, ROLES],
])('a ritual is typed, or passed at the start, in %s', async (_, options, typed) => {
  const scene = summonScene(options);
  const army = await muster(scene.parts, scene.order);
  expect([...army.typed.keys()]).toEqual(typed);
  const started = army.files.filter(({ kind }) => kind === 'ritual').map(({ role }) => role);
  expect(started).toEqual(ROLES.filter((role) => !typed.includes(role)));
  expect(army.formation.ritual_delivery).toBe('typed');
  const none = summonScene({ ...options, rituals: 'none' });
  expect((await muster(none.parts, none.order)).files.some((f) => f.kind === 'ritual')).toBe(false);
});

it.each([true, false])(
  'the remains of an earlier army (%s) are cleared away, and then the history is pruned',
  async (stood) => {
    const scene = summonScene();
    if (stood) await scene.store.init(scene.formation);
    scene.parts.tidyHistory = async (folder) => void scene.done.push(`tidy ${folder}`);
    await begin(scene.parts, await muster(scene.parts, scene.order), false);
    const tidied = scene.done.filter((one) => one === 'cleanup' || one.startsWith('tidy'));
    expect(tidied).toEqual(stood ? ['cleanup', 'tidy /work'] : []);
  },
);

describe('the conversations of the previous army', () => {
  async function died(options: SceneOptions) {
    const scene = summonScene(options);
    await scene.store.init(scene.formation);
    await scene.store.writeOutfit(scene.formation, []);
    for (const [n, role] of ROLES.entries())
      await scene.store.conversations.note(role, conversation(n));
    return scene;
  }

  it('continue where their files exist; the other roles start fresh, with their rituals', async () => {
    const scene = await died({ transcripts: ['/t/1'] });
    const army = await muster(scene.parts, { ...scene.order, resume: true });
    expect(argvs(army)).toEqual(['sage one', `sage two --resume ${conversation(1).id}`]);
    expect([...army.typed.keys()]).toEqual(['one']);
    expect(await begin(scene.parts, army, true)).toMatchObject({ conversations: 1 });
    expect(await notesOf(scene)).toEqual(['due', 'given']);
    // Cut off before its agent said so, it can be resumed again.
    expect(await scene.store.conversations.read('two')).toEqual(conversation(1));
    expect(await scene.store.conversations.read('one')).toBeUndefined();
  });

  it('are not used without a request, nor from another folder', async () => {
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

  it('is asked once, and an agent that is too old stops the summons before anything is touched [design.risk-version.1]', async () => {
    const scene = summonScene({ says: 'sage 2.9.1' });
    const error = await muster(scene.parts, scene.order).catch((e: unknown) => e);
    const data = { program: 'sage', version: '2.9.1', needs: '2.10.0' };
    expect(error).toMatchObject({ code: 'agent_too_old', data });
    expect(scene.done).toEqual(['ask sage -V']);
    expect(await scene.store.isPresent()).toBe(false);
    expect(explain(error, 'en').what).toBe('sage 2.9.1 is too old: ovld needs 2.10.0 or newer');
    expect(explain(error, 'ja').what).toContain('2.9.1');
  });

  it.each([undefined, '', 'who asks?', 'sage'])(
    'is reported as unknown when the program prints %j',
    async (says) => {
      const scene = summonScene({ says });
      expect((await muster(scene.parts, scene.order)).unread).toEqual(['sage']);
    },
  );

  it('is not asked of a program that is missing', async () => {
    const scene = summonScene({ installed: false });
    await expect(muster(scene.parts, scene.order)).rejects.toMatchObject({ code: 'agent_missing' });
    expect(scene.done).toEqual([]);
  });

  it('does not matter to a person who joins an army that is up', async () => {
    const { parts, order, mux, record } = summonScene({ installed: false });
    const sight = { state: 'live' as const, life: undefined, panes: await mux.panes() };
    const up = {
      ...parts,
      armies: { ...parts.armies, list: async () => [record] },
      openMux: async () => ({ ...mux, sight: async () => sight }),
    };
    expect((await muster(up, order)).running).toBe(true);
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
  ])('a transcript %j can be resumed: %s', async (transcript, goesOn) => {
    expect((await openAgent('claude')).resumes?.(transcript)).toBe(goesOn);
  });
});

describe('a folder that is not trusted', () => {
  const trust = { state: 'asks', place: '/work' } as const;

  it('starts one agent; the other waits in its pane, and both are on record first [session.trust.2]', async () => {
    const scene = summonScene({ trust });
    const army = await muster(scene.parts, scene.order);
    expect(argvs(army)).toEqual([
      'sage one',
      `sh ${scene.store.outfitPath('two', 'start')} sage two`,
    ]);
    const scripts = army.files.filter(({ kind }) => kind === 'start');
    expect(scripts.map(({ role }) => role)).toEqual(['two']);
    expect(scripts[0]?.text).toContain('two waits for one');
    await begin(scene.parts, army, false);
    expect(Object.fromEntries(await scene.store.starts.listPostponed())).toEqual({
      one: 'one',
      two: 'one',
    });
    expect(scene.done.at(-1)).toBe('start');
  });

  it('that cannot be known of is named, and all start [session.trust.1]', async () => {
    const scene = summonScene({ trust: { state: 'unknown', path: '/h/.claude.json' } });
    const army = await muster(scene.parts, scene.order);
    expect(argvs(army)).toEqual(['sage one', 'sage two']);
    expect(army.starts.unread).toEqual(['/h/.claude.json']);
  });
});
