import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settledRelay } from '../support/faults-relay.ts';
import { mountSmallDisk } from '../support/faults-tmpfs.ts';
import { OVLD, relayEnv } from '../support/relay-process.ts';

const letter = (body: string, to = 'strategist') => ({ to, subject: 's', body });

/** What lies where, by name. The other relay may be writing something of its own: what stays counts. */
const expectLeft = (dir: string) =>
  expect.poll(() => ({
    inbox: readdirSync(join(dir, 'inbox', 'strategist')),
    tmp: readdirSync(join(dir, 'tmp')),
    bad: readdirSync(join(dir, 'bad')),
  }));

const messagesOf = (data: Record<string, unknown>): { body: string; redelivered?: number }[] =>
  data['messages'] as { body: string; redelivered?: number }[];

describe('a full disk', () => {
  it('[N4 R1] fails the send, shows nothing of it, and keeps and hands over what was there', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=1m');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    const reader = await settledRelay(dir, 'strategist');
    await sender.call('send_message', letter('before'));
    disk.fill();

    for (const body of ['x', 'y'.repeat(30_000)]) {
      const { isError, data, text } = await sender.call('send_message', letter(body));
      const what = expect.stringContaining('no space left') as string;
      const hint = expect.any(String) as string;
      const said = { code: 'store_full', path: dir, what, hint };
      expect({ isError, data }).toEqual({ isError: true, data: said });
      expect(text).toContain('no space left');
    }
    await expectLeft(dir).toEqual({ inbox: [expect.any(String)], tmp: [], bad: [] });

    const { data } = await reader.call('check_inbox');
    expect(messagesOf(data)).toMatchObject([{ body: 'before' }]);
    await reader.request('ping');
    expect((await reader.call('check_inbox')).data).toEqual({ messages: [], remaining: 0 });

    disk.free();
    const sent = await sender.call('send_message', letter('after'));
    expect(sent.data).toMatchObject({ delivered: true });
    expect(messagesOf((await reader.call('check_inbox')).data)).toMatchObject([{ body: 'after' }]);
    await expectLeft(dir).toEqual({ inbox: [], tmp: [], bad: [] });
    expect([sender.stderr(), reader.stderr()]).toEqual(['', '']);
  });

  it('[N4 R1] fails a send that fits only in part, and leaves no part of it', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=1m');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    disk.fill(16_384);
    const { data } = await sender.call('send_message', letter('z'.repeat(30_000)));
    expect(data['code']).toBe('store_full');
    await expectLeft(dir).toEqual({ inbox: [], tmp: [], bad: [] });
    const sent = await sender.call('send_message', letter('small'));
    expect(sent.data).toMatchObject({ delivered: true });
  });

  it('[N4 R9] hands over page after page, none of them marked, although no flag can be raised', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=2m');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    const reader = await settledRelay(dir, 'strategist');
    const bodies = ['a', 'b', 'c', 'd', 'e'].map((name) => name.repeat(25_000));
    for (const body of bodies) await sender.call('send_message', letter(body));
    // The flag goes while the reader cannot look: else the room it gives back would do for the next.
    process.kill(reader.pid, 'SIGSTOP');
    rmSync(join(dir, 'pending', 'strategist'));
    disk.fill();
    process.kill(reader.pid, 'SIGCONT');
    const got: { body: string; redelivered?: number }[] = [];
    for (let page = 0; page < 5 && got.length < bodies.length; page += 1) {
      const { isError, data, text } = await reader.call('check_inbox');
      expect(isError, text).toBe(false);
      got.push(...messagesOf(data));
    }
    expect(got.map(({ body }) => body)).toEqual(bodies);
    expect(got.filter(({ redelivered }) => redelivered !== undefined)).toEqual([]);
  });

  it('[N4] makes a broadcast and a status report what was not stored', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=1m');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    await sender.call('update_status', { status: 'working', task: 'before' });
    disk.fill();
    const { data } = await sender.call('broadcast', { subject: 's', body: 'b' });
    expect(data['results']).toHaveLength(5);
    for (const result of data['results'] as object[]) {
      expect(result).toMatchObject({ delivered: false, code: 'store_full' });
    }
    const status = await sender.call('update_status', { status: 'done', task: 'after' });
    expect(status).toMatchObject({ isError: true, data: { code: 'store_full' } });
    expect(readFileSync(join(dir, 'status', 'overlord.json'), 'utf8')).toContain('before');
    await expectLeft(dir).toEqual({ inbox: [], tmp: [], bad: [] });
    const asked = await sender.call('get_status', { role: 'overlord' });
    expect(asked.data['statuses']).toMatchObject([{ status: 'working', task: 'before' }]);
  });

  it('[N4 R1] fails the send as well when it is names that are used up', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=4m,nr_inodes=120');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    const reader = await settledRelay(dir, 'strategist');
    await sender.call('send_message', letter('before'));
    let used = 0;
    try {
      for (; used < 200; used += 1) writeFileSync(join(disk.dir, `used-${used}`), '');
    } catch {
      // No name left.
    }
    expect(used).toBeLessThan(200);
    const { data } = await sender.call('send_message', letter('too much'));
    expect(data['code']).toBe('store_full');
    await expectLeft(dir).toEqual({ inbox: [expect.any(String)], tmp: [], bad: [] });
    expect(messagesOf((await reader.call('check_inbox')).data)).toMatchObject([{ body: 'before' }]);
  });

  it('[N4 relay.env.4] stops a relay that starts on it with a sentence', (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=1m');
    disk.fill();
    const dir = join(disk.dir, 'relay');
    const { status, stdout, stderr } = spawnSync(process.execPath, [OVLD, 'relay'], {
      env: relayEnv(dir, 'overlord'),
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`ovld: there is no space left for ${dir}`);
  });
});

describe('a disk that has become read-only', () => {
  it('[R1 R10] fails every change with path and reason, and the store works again afterwards', async (ctx) => {
    const disk = mountSmallDisk(ctx, 'size=1m');
    const dir = join(disk.dir, 'relay');
    const sender = await settledRelay(dir, 'overlord');
    const reader = await settledRelay(dir, 'strategist');
    await sender.call('send_message', letter('before'));
    await disk.remount('ro');
    const unusable = {
      isError: true,
      data: { code: 'store_unusable', path: dir, reason: 'EROFS' },
    };
    expect(await sender.call('send_message', letter('no'))).toMatchObject(unusable);
    expect(await sender.call('update_status', { status: 'done' })).toMatchObject(unusable);
    expect(await reader.call('check_inbox')).toMatchObject(unusable);
    const asked = await sender.call('get_status', { role: 'strategist' });
    expect(asked.data['statuses']).toMatchObject([{ observed: { unread: 1 } }]);

    await disk.remount('rw');
    await sender.call('send_message', letter('after'));
    expect(messagesOf((await reader.call('check_inbox')).data)).toEqual([
      expect.objectContaining({ body: 'before' }),
      expect.objectContaining({ body: 'after' }),
    ]);
    await expectLeft(dir).toEqual({ inbox: [], tmp: [], bad: [] });
  });
});
