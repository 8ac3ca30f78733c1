import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { tidyHistory } from '../../src/compose/history.ts';
import { findPastArmy, nameOf } from '../../src/history/find.ts';
import { searchHistory, type Query } from '../../src/history/search.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import { openFileStore } from '../../src/store/files.ts';
import { historyFiles } from '../../src/store/files/history.ts';
import type { History, PastArmy, PastMessage } from '../../src/store/store.ts';
import { tempDir } from '../support/temp.ts';

const DAY = 86_400_000;

interface Letter {
  subject: string;
  body: string;
  to?: string;
}

/** A history as dismissals left it. */
function world() {
  const home = tempDir();
  const own = join(home, '.config', 'ovld');
  const root = join(own, 'history');
  return {
    home,
    root,
    history: historyFiles(root),
    dismissed: async (
      letters: readonly Letter[],
      daysAgo = 0,
      session = 'overlord',
      folder = '/p',
    ) => {
      const clock: Clock = { ...systemClock, now: () => Date.now() - daysAgo * DAY };
      const store = openFileStore(join(home, 'relay'), { clock });
      const formation = { ...overlordFormation, folder };
      await store.init(formation);
      await store.writeOutfit(formation, []);
      for (const { subject, body, to = 'inferno' } of letters) {
        await store.mail.deliver({ from: 'overlord', to, subject, body, priority: 'normal' });
      }
      return store.cleanUp(join(root, session));
    },
  };
}

describe('a history', () => {
  it('lists every dismissed army, the newest first', async () => {
    const { history, dismissed } = world();
    await dismissed([{ subject: 'a', body: 'b' }], 2);
    await dismissed(
      [
        { subject: 'a', body: 'b' },
        { subject: 'c', body: 'd' },
      ],
      1,
      'other',
      '/q',
    );
    const armies = await history.listArmies();
    expect(armies).toMatchObject([
      { session: 'other', messages: 2, unread: 2, formation: { name: 'overlord', folder: '/q' } },
      { session: 'overlord', messages: 1, unread: 1, formation: { folder: '/p' } },
    ]);
    expect(armies[0]!.dismissedAt).toBeGreaterThan(armies[1]!.dismissedAt);
  });

  it('is empty without a directory, and passes over what is not an army', async () => {
    const { history, root } = world();
    expect(await history.listArmies()).toEqual([]);
    mkdirSync(join(root, 'overlord', 'holiday-pictures'), { recursive: true });
    mkdirSync(join(root, 'Not A Session'));
    symlinkSync('/etc', join(root, 'linked'));
    writeFileSync(join(root, 'notes.txt'), '');
    expect(await history.listArmies()).toEqual([]);
  });

  it('counts a message that cannot be read, and gives the others', async () => {
    const { history, dismissed } = world();
    const { path = '' } = await dismissed([
      { subject: 'one', body: 'b' },
      { subject: 'two', body: 'b' },
    ]);
    const dir = join(path, 'inbox', 'inferno');
    writeFileSync(join(dir, readdirSync(dir).toSorted()[0]!), '{ torn');
    const [army] = await history.listArmies();
    expect(await history.readMessages(army!)).toMatchObject({
      messages: [{ subject: 'two', state: 'unread' }],
      unreadable: 1,
    });
  });

  it('removes one army and nothing else; never through a link or outside itself', async () => {
    const { history, dismissed, home, root } = world();
    await dismissed([{ subject: 'a', body: 'b' }], 2);
    await dismissed([{ subject: 'a', body: 'b' }], 1);
    const [newest, oldest] = await history.listArmies();
    await history.remove(oldest!);
    expect((await history.listArmies()).map(({ stamp }) => stamp)).toEqual([newest!.stamp]);
    await history.remove({ path: home });
    await history.remove({ path: join(root, 'overlord') });
    expect(existsSync(newest!.path)).toBe(true);
    await history.remove(newest!);
    expect(readdirSync(root)).toEqual([]);
  });
});

it('an army is named by its session, or by the beginning of its stamp', async () => {
  const { history, dismissed } = world();
  await dismissed([{ subject: 'a', body: 'b' }], 2);
  await dismissed([{ subject: 'a', body: 'b' }], 1);
  const armies = await history.listArmies();
  expect(findPastArmy(armies, 'overlord')).toBe(armies[0]);
  expect(findPastArmy(armies, nameOf(armies[1]!))).toBe(armies[1]);
  for (const wanted of ['', 'nobody', 'overlord/zzz', '../overlord']) {
    expect(() => findPastArmy(armies, wanted)).toThrow('past_army_unknown');
  }
});

describe('search', () => {
  const letters: Letter[] = [
    { subject: 'Cache', body: 'The CACHE times out after 30 s' },
    { subject: 'キャッシュ', body: 'ｷｬｯｼｭが三十秒で切れる', to: 'glacier' },
    { subject: 'plan', body: 'no such thing', to: 'glacier' },
  ];

  it.each<[string, Partial<Query>, string[]]>([
    ['one word', { words: ['cache'] }, ['Cache']],
    ['every word, anywhere', { words: ['30', 'Cache'] }, ['Cache']],
    ['nothing where a word is missing', { words: ['cache', 'glacier'] }, []],
    ['Japanese, in any width', { words: ['キャッシュ', '三十'] }, ['キャッシュ']],
    ['the messages of one role', { words: [''], role: 'glacier' }, ['plan', 'キャッシュ']],
    ['nothing of another session', { words: ['cache'], session: 'other' }, []],
    ['nothing since tomorrow', { words: ['cache'], since: Date.now() + DAY }, []],
  ])('finds %s', async (_what, query, subjects) => {
    const { history, dismissed } = world();
    await dismissed(letters);
    const { hits, count } = await searchHistory(history, { words: [], limit: 20, ...query });
    expect(hits.map(({ message }) => message.subject).toSorted()).toEqual(subjects.toSorted());
    expect(count).toBe(subjects.length);
  });

  it('gives no more than asked for, the newest of all armies, and counts the rest', async () => {
    const { history, dismissed } = world();
    await dismissed([{ subject: 'old', body: 'x' }], 5);
    await dismissed([{ subject: 'new', body: 'x' }], 1, 'other');
    const { hits, count } = await searchHistory(history, { words: ['x'], limit: 1 });
    expect(hits.map(({ message }) => message.subject)).toEqual(['new']);
    expect(count).toBe(2);
  });

  it('gives the newest in order, whichever army they are of', async () => {
    const { history, dismissed } = world();
    for (const [day, session] of [
      [4, 'one'],
      [1, 'two'],
      [3, 'three'],
      [2, 'two'],
    ] as const) {
      await dismissed([{ subject: `${day}`, body: 'x' }], day, session);
    }
    const { hits, count } = await searchHistory(history, { words: ['x'], limit: 3 });
    expect(hits.map(({ message }) => message.subject)).toEqual(['1', '2', '3']);
    expect(count).toBe(4);
  });

  it('holds no more of a long history in memory than it gives', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const given: WeakRef<PastMessage>[] = [];
    let most = 0;
    const history = {
      listArmies: async () =>
        Array.from({ length: 60 }, (_, n) => ({ session: 's', dismissedAt: n })),
      async readMessages({ dismissedAt }: PastArmy) {
        await new Promise((resolve) => void setImmediate(resolve));
        collectGarbage();
        most = Math.max(most, given.filter((one) => one.deref() !== undefined).length);
        const at = { timestamp: new Date(dismissedAt).toISOString(), subject: 's', body: 'x' };
        const message = { ...at, from: 'a', to: 'b' } as PastMessage;
        given.push(new WeakRef(message));
        return { messages: [message], unreadable: 0 };
      },
    } as unknown as History;
    const { hits, count } = await searchHistory(history, { words: ['x'], limit: 2 });
    expect([hits.length, count]).toEqual([2, 60]);
    // Some of the last are on their way.
    expect(most).toBeLessThan(20);
  });
});

describe('the history after a dismissal', () => {
  const config = (home: string, text: string): void => {
    mkdirSync(join(home, '.config', 'ovld'), { recursive: true });
    writeFileSync(join(home, '.config', 'ovld', 'config.yaml'), text);
  };

  it.each([
    ['by default what is older than 90 days goes', '', 1],
    ['as many days as are configured stay', 'history: { keep_days: 3000 }\n', 2],
    ['all armies stay if configured so', 'history: { keep_days: all, keep_armies: all }\n', 2],
    ['as many armies as are configured stay', 'history: { keep_days: all, keep_armies: 1 }\n', 1],
    ['a configuration with a mistake keeps everything', 'history: [\n', 2],
  ])('is pruned: %s', async (_what, text, kept) => {
    const { history, dismissed, home } = world();
    config(home, text);
    await dismissed([{ subject: 'old', body: 'x' }], 1000);
    await dismissed([{ subject: 'new', body: 'x' }], 1);
    await tidyHistory({ HOME: home }, '/p');
    expect(await history.listArmies()).toHaveLength(kept);
  });

  it("follows the project's setting for the project's armies only", async () => {
    const { history, dismissed, home } = world();
    const project = join(home, 'project');
    mkdirSync(join(project, '.ovld'), { recursive: true });
    writeFileSync(join(project, '.ovld', 'config.yaml'), 'history: { keep_days: 1 }\n');
    for (const folder of [project, '/other']) {
      await dismissed([], 5, 'overlord', folder);
      await dismissed([{ subject: 's', body: folder }], 5, 'overlord', folder);
      await dismissed([{ subject: 's', body: folder }], 0, 'overlord', folder);
    }
    await tidyHistory({ HOME: home }, project);
    const left = (await history.listArmies()).map(({ formation }) => formation?.folder);
    expect(left.filter((folder) => folder === project)).toHaveLength(1);
    expect(left).toHaveLength(3);
  });

  it('is no error when the home is missing', async () => {
    await expect(tidyHistory({}, '/p')).resolves.toBeUndefined();
  });
});
