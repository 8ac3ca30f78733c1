import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { fileRelay, settledRelay } from '../support/faults-relay.ts';
import { everything, letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

const mail = (body: string) => ({ to: 'strategist', subject: 's', body });

/** As `ovld unsummon` takes a store away, and as a person does. */
const ways: [string, (dir: string) => void][] = [
  [
    'renamed aside',
    (dir) => {
      renameSync(dir, `${dir}.aside`);
      rmSync(`${dir}.aside`, { recursive: true });
    },
  ],
  ['deleted piece by piece', (dir) => rmSync(dir, { recursive: true })],
];

describe('a relay directory that was taken away', () => {
  it.each(ways)(
    '[R13 N1] %s: every call says so, stderr says so once, and a new directory is served again',
    { timeout: 120_000 },
    async (_, take) => {
      const dir = join(tempDir(), 'relay');
      const sender = await settledRelay(dir, 'overlord');
      const reader = await settledRelay(dir, 'strategist');
      await sender.call('send_message', mail('lost with the directory'));
      take(dir);
      const gone = { isError: true, data: { code: 'store_gone', path: dir } };
      expect(await sender.call('send_message', mail('x'))).toMatchObject(gone);
      expect(await reader.call('check_inbox')).toMatchObject(gone);
      expect(await sender.call('update_status', { status: 'done' })).toMatchObject(gone);
      expect(await sender.call('get_status', { role: 'all' })).toMatchObject(gone);
      const { data } = await sender.call('broadcast', { subject: 's', body: 'b' });
      expect(JSON.stringify(data).match(/"store_gone"/g)).toHaveLength(5);
      // It makes no directory of its own: that is summon's to do.
      expect(existsSync(dir)).toBe(false);

      const lines = (relay: typeof sender): string[] => relay.stderr().trim().split('\n');
      for (const relay of [sender, reader]) {
        await waitFor(() => relay.stderr().includes(dir), 'a word on stderr', 45_000);
      }
      expect(lines(sender)).toEqual([`ovld relay overlord: the relay directory is gone: ${dir}`]);
      expect(lines(reader)).toEqual([`ovld relay strategist: the relay directory is gone: ${dir}`]);

      await openFileStore(dir).init(overlordFormation);
      expect((await sender.call('send_message', mail('again'))).data).toMatchObject({
        delivered: true,
      });
      const got = await waitFor(
        async () => {
          const reply = await reader.call('check_inbox');
          return !reply.isError && reply.data;
        },
        'the reader to have found the new directory',
        45_000,
      );
      expect(got['messages']).toMatchObject([{ body: 'again' }]);
      expect(readdirSync(join(dir, 'agents', 'strategist'))).toHaveLength(1);
      expect(lines(reader)).toHaveLength(1);
      expect((await reader.close()).code).toBe(0);
      expect(readdirSync(join(dir, 'agents', 'strategist'))).toEqual([]);
    },
  );

  // [R13 N1 R3]
  it.each(ways)('%s and made anew: its herald hears and rings again', async (_, take) => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    const { relay, bell, store, logged } = await fileRelay({ dir, role: 'strategist', clock });
    take(dir);
    await pass(clock, 31_000);
    await openFileStore(dir).init(overlordFormation);
    await pass(clock, 31_000);
    expect(logged).toEqual([`the relay directory is gone: ${dir}`]);
    // No more time passes: only the watch can tell.
    await openFileStore(dir).mail.deliver(letter({ body: 'anew' }));
    await waitFor(async () => (await settle(), bell.rings.length > 0), 'a ring', 5_000);
    expect((await relay.check(everything)).messages).toMatchObject([{ body: 'anew' }]);
    expect(await store.seats.list('strategist')).toHaveLength(1);
  });

  // [R13 R3 R8]
  it('in part keeps no herald from its own mail, and is not called gone', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    // The deputy of the roles without a relay: it looks into an inbox that is not there any more.
    const { bell, logged } = await fileRelay({ dir, role: 'glacier', clock });
    rmSync(join(dir, 'inbox', 'storm'), { recursive: true });
    await pass(clock, 31_000);
    await openFileStore(dir).mail.deliver(letter({ to: 'glacier' }));
    // No more time passes: only the watch can tell.
    await waitFor(async () => (await settle(), bell.rings.length > 0), 'a ring', 5_000);
    expect(logged.filter((line) => line.includes('is gone'))).toEqual([]);
  });

  it('[R13 R9] only as far as what it collects causes no storm of rings, and is made anew on the tick', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    const { relay, bell } = await fileRelay({ dir, role: 'strategist', clock });
    await settle();
    rmSync(join(dir, 'collected'), { recursive: true });
    await openFileStore(dir).mail.deliver(letter({ body: 'kept' }));
    for (let round = 0; round < 10; round += 1) {
      await settle();
      await expect(relay.check(everything)).rejects.toMatchObject({ code: 'store_gone' });
    }
    await settle();
    expect(bell.rings.length).toBeLessThanOrEqual(2);
    await pass(clock, 31_000);
    expect((await relay.check(everything)).messages).toMatchObject([{ body: 'kept' }]);
  });

  it('[R13] stops no relay from ending well', async () => {
    const dir = join(tempDir(), 'relay');
    const relay = await settledRelay(dir, 'overlord');
    rmSync(dir, { recursive: true });
    expect(await relay.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(existsSync(dir)).toBe(false);
  });
});
