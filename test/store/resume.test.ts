import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { seatOf } from '../support/backends.ts';
import { fresh, tracingDisk } from '../support/fresh-store.ts';
import { everything, letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';

/** An army that is gone, with one message read, two held and three waiting. */
async function dismissed() {
  const { dir, store } = await fresh();
  const history = `${tempDir()}/history`;
  const by = await store.seats.add('storm', seatOf(process.pid));
  const ids: string[] = [];
  const deliver = async (to: string): Promise<void> => {
    ids.push((await store.mail.deliver(letter({ to }))).id);
  };
  await deliver('storm');
  await store.mail.collect('storm', by, everything);
  await store.mail.acknowledge('storm', by, ids.splice(0));
  for (const to of ['storm', 'storm']) await deliver(to);
  await store.mail.collect('storm', by, everything);
  for (const to of ['storm', 'storm', 'shadow']) await deliver(to);
  await store.cleanUp(history);
  await store.init(overlordFormation);
  return { dir, history, ids };
}

/** Every change the disk is asked for fails from the n-th on, as after SIGKILL. */
function dyingDisk(steps: number, real: Disk = nodeDisk): Disk {
  let left = steps;
  const step = <T>(call: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : call();
  };
  return {
    ...real,
    rename: (from, to) => step(() => real.rename(from, to)),
    link: (from, to) => step(() => real.link(from, to)),
    unlink: (path) => step(() => real.unlink(path)),
    writeNew: (path, text, options) => step(() => real.writeNew(path, text, options)),
    openDir: (path) => step(() => real.openDir(path)),
  };
}

const exdev = Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
const apart: Disk = {
  ...nodeDisk,
  rename: (from, to) =>
    from.includes('/history/') ? Promise.reject(exdev) : nodeDisk.rename(from, to),
};

describe('taking back the mail of a dismissed army', () => {
  it.each([
    ['on one file system', nodeDisk],
    ['across file systems', apart],
  ])('loses and doubles nothing, wherever it is cut off, %s', async (_where, disk) => {
    let cuts = 0;
    for (let steps = 0; ; steps += 1) {
      const { dir, history, ids } = await dismissed();
      const whole = await openFileStore(dir, { disk: dyingDisk(steps, disk) })
        .resumeMail(history)
        .catch(() => undefined);
      if (whole === undefined) cuts += 1;
      await openFileStore(dir, { disk }).resumeMail(history);
      const back = ['storm', 'shadow'].flatMap((role) =>
        readdirSync(`${dir}/inbox/${role}`).map((name) => name.replace(/\.json$/, '')),
      );
      const [a, b, ...rest] = ids;
      expect(back.toSorted()).toEqual([`${a}.r1`, `${b}.r1`, ...rest].toSorted());
      expect(unreadIn(history)).toEqual([]);
      if (whole !== undefined) break;
    }
    expect(cuts).toBeGreaterThan(5);
  });

  it('makes both directories durable, and records in the journal what came back', async () => {
    const { dir, history, ids } = await dismissed();
    const { disk, calls } = tracingDisk();
    await openFileStore(dir, { disk }).resumeMail(history);
    expect(calls.filter((call) => call === 'fsync inbox/storm')).toHaveLength(2);
    const records = readFileSync(`${dir}/journal.jsonl`, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"resumed"'));
    expect(records).toHaveLength(ids.length);
    expect(records.join('\n')).not.toContain('body');
  });

  it('finishes a clean-up that was cut off before its mail was in history [R13]', async () => {
    const { dir, store } = await fresh();
    const sent = await store.mail.deliver(letter());
    renameSync(dir, dir.replace(/relay$/, '.relay.0mwhvqhza-1-1-1.leaving'));
    await store.init(overlordFormation);
    expect(await store.resumeMail(`${tempDir()}/history`)).toBe(1);
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.json`]);
    expect(readdirSync(dir.replace(/\/relay$/, ''))).toEqual(['relay']);
  });

  it('passes over what is no message and what is no army', async () => {
    const { dir, history } = await dismissed();
    const [stamp = ''] = readdirSync(history);
    writeFileSync(`${history}/${stamp}/inbox/shadow/notes.txt`, '');
    mkdirSync(`${history}/zz-not-an-army/inbox/shadow`, { recursive: true });
    writeFileSync(`${history}/zzzzzzzzz-0-0-0`, '');
    expect(await openFileStore(dir).resumeMail(history)).toBe(5);
    expect(readdirSync(`${history}/${stamp}/inbox/shadow`)).toEqual(['notes.txt']);
  });
});

function unreadIn(history: string): string[] {
  const [stamp = ''] = readdirSync(history);
  const shelves = ['inbox', 'collected'].map((shelf) => join(history, stamp, shelf));
  return shelves
    .filter((shelf) => existsSync(shelf))
    .flatMap((shelf) => readdirSync(shelf, { recursive: true, encoding: 'utf8' }))
    .filter((name) => name.endsWith('.json'));
}
