import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { openQueue } from '../../src/index.ts';
import { openQueueStore } from '../../src/store/queue.ts';
import { PROCESSED_KEPT } from '../../src/store/queue/archive.ts';
import { seatOf } from '../support/backends.ts';
import { bastionOf } from '../support/bastion.ts';
import { everything } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';
import { tempDir } from '../support/temp.ts';

const FOUR = ['specialist_1', 'specialist_2', 'specialist_3', 'specialist_4'];

describe('the mailbox of the library', () => {
  // [bastion.flow.1 bastion.write.1 bastion.write.3 bastion.write.4 bastion.write.5]
  // [bastion.layout.2 bastion.layout.3]
  it('writes what the seed’s examples write, each into its file', async () => {
    const dir = tempDir();
    const clock = fakeClock(Date.parse('2026-02-08T10:00:00'));
    const queue = await openQueue(dir, { clock });
    expect(await queue.targets()).toEqual(['envoy', 'marshall', ...FOUR]);
    expect(await queue.write('marshall', '新規タスク割当', 'task_assigned', 'envoy')).toBe(
      'msg_001',
    );
    expect(await queue.write('specialist_1', 'タスクを確認', 'task_assigned', 'marshall')).toBe(
      'msg_001',
    );
    expect(await queue.write('marshall', 'タスク完了', 'report_received', 'specialist_1')).toBe(
      'msg_002',
    );
    const marshall = readFileSync(join(dir, 'queue/inbox/marshall.yaml'), 'utf8');
    expect(marshall).toBe(`- id: msg_001
  timestamp: "2026-02-08T10:00:00"
  from: envoy
  type: task_assigned
  message: "新規タスク割当"
  status: pending
- id: msg_002
  timestamp: "2026-02-08T10:00:00"
  from: specialist_1
  type: report_received
  message: "タスク完了"
  status: pending
`);
    const [read] = await queue.read('specialist_1');
    expect(read).toMatchObject({ from: 'marshall', message: 'タスクを確認', status: 'pending' });
  });

  it('stamps every entry with the time of its sending, local and to the second [bastion.inbox.3]', async () => {
    const dir = tempDir();
    const clock = fakeClock(Date.parse('2026-02-08T10:00:00.999'));
    const queue = await openQueue(dir, { clock });
    await queue.write('marshall', 'first', 'wake_up', 'envoy');
    clock.setNow(Date.parse('2026-12-31T23:59:59'));
    await queue.write('marshall', 'second', 'wake_up', 'envoy');
    const stamps = (await queue.read('marshall')).map(({ timestamp }) => timestamp);
    expect(stamps).toEqual(['2026-02-08T10:00:00', '2026-12-31T23:59:59']);
    // A reader of the store is given the same instant.
    const store = openQueueStore(join(dir, 'relay'), dir, { clock });
    await store.init(bastionOf(4));
    const handed = await store.mail.listUnread('marshall');
    expect(handed.map(({ timestamp }) => Date.parse(timestamp))).toEqual(
      stamps.map((stamp) => Date.parse(stamp)),
    );
  });

  it('acknowledges entries: one word each changes, and an unknown id changes nothing [bastion.inbox.7]', async () => {
    const dir = tempDir();
    const queue = await openQueue(dir);
    for (const text of ['a', 'b', 'c']) await queue.write('marshall', text, 'wake_up', 'envoy');
    const text = () => readFileSync(join(dir, 'queue/inbox/marshall.yaml'), 'utf8');
    const before = text();
    await expect(queue.acknowledge('marshall', ['msg_001', 'msg_004'])).rejects.toMatchObject({
      code: 'unknown_entry',
      data: { id: 'msg_004', role: 'marshall' },
    });
    await expect(queue.acknowledge('../x', [])).rejects.toMatchObject({ code: 'unknown_role' });
    expect(text()).toBe(before);
    expect(await queue.acknowledge('marshall', ['msg_001', 'msg_002'])).toEqual([
      'msg_001',
      'msg_002',
    ]);
    expect(text()).toBe(
      before.replace('pending', 'processed').replace(/(msg_002[^]*?)pending/, '$1processed'),
    );
    expect(await queue.acknowledge('marshall', ['msg_001', 'msg_003', 'msg_003'])).toEqual([
      'msg_003',
    ]);
  });

  it('acknowledges what a relay has handed over, and what is in the archive already', async () => {
    const dir = tempDir();
    const queue = await openQueue(dir, { roles: rolesOf(bastionOf(2)) });
    const store = openQueueStore(join(dir, 'relay'), dir);
    await store.init(bastionOf(2));
    await queue.write('marshall', 'handed over', 'wake_up', 'envoy');
    const by = await store.seats.add('marshall', seatOf(process.pid));
    await store.mail.collect('marshall', by, everything);
    expect(await queue.acknowledge('marshall', ['msg_001'])).toEqual(['msg_001']);
    // Its relay goes without a word: there is nothing to put back.
    expect(await store.mail.putBack('marshall', by, 'left')).toBe(0);
    expect(await store.mail.hasUnread('marshall')).toBe(false);
    for (let n = 2; n <= PROCESSED_KEPT + 3; n += 1) {
      await queue.write('marshall', `${n}`, 'wake_up', 'envoy');
    }
    const all = (await queue.read('marshall')).map(({ id }) => id);
    await queue.acknowledge('marshall', all);
    expect((await queue.read('marshall')).map(({ id }) => id)).not.toContain('msg_001');
    expect(await queue.acknowledge('marshall', ['msg_001'])).toEqual([]);
  });

  it('keeps a queue that exists, and adds no inbox to it', async () => {
    const dir = tempDir();
    const first = await openQueue(dir, { roles: ['a', 'b'] });
    await first.write('a', 'kept', 'wake_up', 'b');
    const again = await openQueue(dir);
    expect(await again.targets()).toEqual(['a', 'b']);
    expect(await again.read('a')).toHaveLength(1);
  });

  it('leaves a .gitignore of the project’s own as it is', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, '.gitignore'), 'mine\n');
    await openQueue(dir);
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('mine\n');
  });

  it.each([
    ['an unknown target', ['nobody', 'x', 'wake_up', 'envoy'], 'unknown_role'],
    ['a target that is a path', ['../inbox/marshall', 'x', 'wake_up', 'envoy'], 'unknown_role'],
    ['no target', ['', 'x', 'wake_up', 'envoy'], 'unknown_role'],
    ['a sender that is a path', ['marshall', 'x', 'wake_up', '../envoy'], 'unknown_role'],
    ['a sender of two lines', ['marshall', 'x', 'wake_up', 'envoy\n- id: msg_009'], 'unknown_role'],
    ['an unknown type', ['marshall', 'x', 'gossip', 'envoy'], 'unknown_type'],
    ['a text too long', ['marshall', 'x'.repeat(40_000), 'wake_up', 'envoy'], 'body_too_long'],
    ['no text', ['marshall', undefined, 'wake_up', 'envoy'], 'usage'],
  ])('refuses %s, and writes nothing [bastion.write.2]', async (_what, args, code) => {
    const dir = tempDir();
    const queue = await openQueue(dir);
    const write = (...words: unknown[]) =>
      queue.write(...(words as Parameters<typeof queue.write>));
    await expect(write(...args)).rejects.toMatchObject({ name: 'OvldError', code });
    for (const name of readdirSync(join(dir, 'queue/inbox'))) {
      expect(readFileSync(join(dir, 'queue/inbox', name), 'utf8')).toBe('[]\n');
    }
  });

  it('creates nothing for names that lead elsewhere, or through a link', async () => {
    const [dir, elsewhere] = [tempDir(), tempDir()];
    await expect(openQueue(dir, { roles: ['../x'] })).rejects.toMatchObject({
      code: 'unknown_role',
    });
    expect(existsSync(join(dir, 'queue'))).toBe(false);
    symlinkSync(elsewhere, join(dir, 'queue'));
    await expect(openQueue(dir)).rejects.toMatchObject({ code: 'store_symlink' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('keeps concurrent writes of one process, in the order they were asked for', async () => {
    const queue = await openQueue(tempDir());
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => queue.write('marshall', `${n}`, 'wake_up', 'envoy')),
    );
    const entries = await queue.read('marshall');
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(entries.map(({ message }) => message)).toEqual(ids.map((_, n) => `${n}`));
  });
});
