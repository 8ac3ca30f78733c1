import { describe, expect, it } from 'vitest';
import { postThrough } from '../../src/compose/post.ts';
import { openOnce } from '../../src/kit/open-once.ts';
import { openFileStore } from '../../src/store/files.ts';
import { bastionOf } from '../support/bastion.ts';
import { tempDir } from '../support/temp.ts';

const NOTE = {
  from: 'marshall',
  to: 'specialist_1',
  type: 'task_assigned',
  subject: 'Task subtask_001',
  body: 'Look at it.',
} as const;

async function freshStore() {
  const store = openFileStore(tempDir());
  await store.init(bastionOf(1));
  return store;
}

describe('a message of the board', () => {
  it('is stored with its type, journalled, and its flag is up [bastion.inbox.5]', async () => {
    const store = await freshStore();
    const id = await postThrough(store, bastionOf(1))(NOTE);
    expect(await store.mail.readFlag('specialist_1')).toBeDefined();
    const relay = { pid: process.pid, start: '', boot: '' };
    const seat = { relay, agent: { kind: 'mock' as const }, doorbells: [] };
    const incarnation = await store.seats.add('specialist_1', seat);
    const { messages } = await store.mail.collect('specialist_1', incarnation, () => true);
    expect(messages).toMatchObject([{ id, ...NOTE, priority: 'normal' }]);
  });

  it('that is stored counts as sent, even when its flag cannot be raised [R1]', async () => {
    const store = await freshStore();
    const failing = {
      ...store,
      mail: { ...store.mail, raiseFlag: () => Promise.reject(new Error('x')) },
    };
    expect(await postThrough(failing, bastionOf(1))(NOTE)).toEqual(expect.any(String));
    expect(await store.mail.hasUnread('specialist_1')).toBe(true);
  });

  it('that cannot be stored is an error, so that the caller keeps it for later', async () => {
    const store = await freshStore();
    const failing = {
      ...store,
      mail: { ...store.mail, deliver: () => Promise.reject(new Error('x')) },
    };
    await expect(postThrough(failing, bastionOf(1))(NOTE)).rejects.toThrow('x');
    expect(await store.mail.readFlag('specialist_1')).toBeUndefined();
  });
});

it('`openOnce` opens on first use, once, and again after a failure', async () => {
  let times = 0;
  const open = openOnce(async () => {
    times += 1;
    if (times === 1) throw new Error('not yet');
    return times;
  });
  expect(times).toBe(0);
  await expect(open()).rejects.toThrow('not yet');
  expect(await Promise.all([open(), open(), open()])).toEqual([2, 2, 2]);
});
