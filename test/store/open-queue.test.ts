import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQueue } from '../../src/index.ts';
import { fakeClock } from '../support/time.ts';
import { tempDir } from '../support/temp.ts';

const FOUR = ['specialist_1', 'specialist_2', 'specialist_3', 'specialist_4'];

describe('the mailbox as a library', () => {
  it('writes what the seed’s examples write, each into its file [bastion.flow.1 bastion.write.1 bastion.write.3 bastion.write.4 bastion.write.5 bastion.layout.2 bastion.layout.3 bastion.mailbox.1]', async () => {
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

  it('keeps a queue that is there, and adds no inbox to it', async () => {
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

  it('makes nothing for names that lead elsewhere, or through a link', async () => {
    const [dir, elsewhere] = [tempDir(), tempDir()];
    await expect(openQueue(dir, { roles: ['../x'] })).rejects.toMatchObject({
      code: 'unknown_role',
    });
    expect(existsSync(join(dir, 'queue'))).toBe(false);
    symlinkSync(elsewhere, join(dir, 'queue'));
    await expect(openQueue(dir)).rejects.toMatchObject({ code: 'store_symlink' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('many writes of one process at once are all kept, in the order they were asked for', async () => {
    const queue = await openQueue(tempDir());
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => queue.write('marshall', `${n}`, 'wake_up', 'envoy')),
    );
    const entries = await queue.read('marshall');
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(entries.map(({ message }) => message)).toEqual(ids.map((_, n) => `${n}`));
  });
});
