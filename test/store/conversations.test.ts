import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import type { Store } from '../../src/store/store.ts';
import { backends, type Ground } from '../support/backends.ts';
import { fresh } from '../support/fresh-store.ts';
import { letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';

const talk = (n: number) => ({
  id: `0000000${n}-1111-4222-8333-444444444444`,
  transcript: `/t/${n}.jsonl`,
});

const armyOf = (folder: string) => ({ ...overlordFormation, folder });

/** Every call another process's view. */
const views = (ground: Ground) => ({ open: () => ground.open(), history: ground.history });

async function raise(store: Store, folder: string): Promise<void> {
  await store.init(armyOf(folder));
  await store.writeOutfit(armyOf(folder), []);
}

describe.each(backends)('conversations in $name', ({ ground, keepsMail }) => {
  it('are kept by role, the last one each', async () => {
    const { open } = views(ground());
    await raise(open(), '/a');
    expect(await open().conversations.read('storm')).toBeUndefined();
    await open().conversations.note('storm', talk(1));
    await open().conversations.note('storm', talk(2));
    expect(await open().conversations.read('storm')).toEqual(talk(2));
    expect(await open().conversations.read('shadow')).toBeUndefined();
    for (let times = 0; times < 2; times += 1) await open().conversations.forget('storm');
    expect(await open().conversations.read('storm')).toBeUndefined();
  });

  it('are found of the last army of that folder: standing, or in the history, mail or not', async () => {
    const { open, history } = views(ground());
    const store = open();
    expect(await store.readPastConversations(history, '/a')).toEqual(new Map());
    await raise(store, '/a');
    await store.conversations.note('storm', talk(1));
    const past = new Map([['storm', { ...talk(1), agent: 'claude' }]]);
    expect(await store.readPastConversations(history, '/a')).toEqual(past);
    expect(await store.readPastConversations(history, '/b')).toEqual(new Map());
    expect(await store.cleanUp(history)).toEqual({ messages: 0, path: undefined });
    expect(await store.readPastConversations(history, '/a')).toEqual(past);

    // Another folder's army in between is another's.
    await raise(store, '/b');
    await store.conversations.note('storm', talk(2));
    expect(await store.readPastConversations(history, '/a')).toEqual(past);
    await store.cleanUp(history);
    expect(await store.readPastConversations(history, '/a')).toEqual(past);

    // One that neither wrote nor talked leaves nothing behind; one with mail counts.
    await raise(store, '/a');
    await store.cleanUp(history);
    expect(await store.readPastConversations(history, '/a')).toEqual(past);
    await raise(store, '/a');
    await store.mail.deliver(letter());
    expect((await store.cleanUp(history)).messages).toBe(keepsMail ? 0 : 1);
    // Where mail stays in the project there was nothing to save.
    const left = keepsMail ? past : new Map();
    expect(await store.readPastConversations(history, '/a')).toEqual(left);
  });
});

describe('a note of a conversation', () => {
  const good = JSON.stringify(talk(1));
  it.each([
    ['as the hook writes it', good, true],
    ['with keys of later versions', JSON.stringify({ ...talk(1), model: 'x' }), true],
    ['torn', good.slice(0, 30), false],
    ['empty', '', false],
    ['no object', '"x"', false],
    ['an id that is a flag', JSON.stringify({ ...talk(1), id: '--dangerously' }), false],
    ['an id that is a path', JSON.stringify({ ...talk(1), id: '../../x' }), false],
    [
      'an id in capitals',
      JSON.stringify({ ...talk(1), id: talk(1).id.replace('4222', '4A22') }),
      false,
    ],
    ['a relative transcript', JSON.stringify({ ...talk(1), transcript: 't.jsonl' }), false],
    ['a transcript with a NUL', JSON.stringify({ ...talk(1), transcript: '/t\0' }), false],
  ])('is read, or refused, correctly: %s', async (_what, text, readable) => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/conversation/storm`, text);
    expect(await store.conversations.read('storm')).toEqual(readable ? talk(1) : undefined);
    // Another's file, perhaps half written: it stays where it is.
    expect(readdirSync(`${dir}/conversation`)).toEqual(['storm']);
  });

  it('is not read when it is a link', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/elsewhere`, good);
    symlinkSync(`${dir}/elsewhere`, `${dir}/conversation/storm`);
    expect(await store.conversations.read('storm')).toBeUndefined();
  });

  it('is found where a clean-up was cut off', async () => {
    const dir = tempDir();
    const [relay, history] = [`${dir}/relay`, `${dir}/history`];
    const store = openFileStore(relay);
    await raise(store, '/a');
    await store.conversations.note('storm', talk(1));
    const cut = openFileStore(relay, {
      disk: {
        ...(await import('../../src/kit/disk.ts')).nodeDisk,
        mkdir: () => Promise.reject(new Error('killed')),
      },
    });
    await expect(cut.cleanUp(history)).rejects.toThrow();
    expect(existsSync(relay)).toBe(false);
    const past = new Map([['storm', { ...talk(1), agent: 'claude' }]]);
    expect(await store.readPastConversations(history, '/a')).toEqual(past);
  });
});
