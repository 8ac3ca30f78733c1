import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { seatOf } from '../support/backends.ts';
import { fileRelay } from '../support/faults-relay.ts';
import { everything, letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';
import { settle } from '../support/settle.ts';

describe('two at the same time', () => {
  it('[R10] take no mail from each other: a clean-up after dead relays leaves a relay that starts meanwhile alone', async () => {
    const dir = join(tempDir(), 'relay');
    const isAlive = (): boolean => true;
    const newcomer = openFileStore(dir, { isAlive });
    await newcomer.init(overlordFormation);
    await newcomer.mail.deliver(letter());
    const arrive = async (): Promise<void> => {
      const incarnation = await newcomer.seats.add('strategist', seatOf(2));
      await newcomer.mail.collect('strategist', incarnation, everything);
    };
    // The newcomer registers and collects after the deputy's first look at a directory.
    let arrived = false;
    const disk: Disk = {
      ...nodeDisk,
      async names(path) {
        const names = await nodeDisk.names(path);
        if (!arrived) {
          arrived = true;
          await arrive();
        }
        return names;
      },
    };
    const deputy = openFileStore(dir, { disk, isAlive });
    expect(await deputy.mail.putBackDead('strategist')).toBe(0);
    expect(arrived).toBe(true);
    expect(await newcomer.seats.list('strategist')).toHaveLength(1);
    expect(readdirSync(join(dir, 'inbox', 'strategist'))).toEqual([]);
  });

  it('[R13 relay.init-store.1] several make the same directory, and all of them have it', async () => {
    const base = tempDir();
    const library = fileURLToPath(new URL('../../dist/index.mjs', import.meta.url));
    // A process that comes later finds things done and catches up, so they meet again and again.
    const script = `
      const { openStore, overlordFormation } = await import(process.argv[1]);
      for (let n = 0; n < 150; n += 1) {
        const dir = process.argv[2] + '/' + n + '/ovld/relay';
        const store = await openStore({ kind: 'files', dir });
        await store.init(overlordFormation).catch(({ code, data }) => {
          console.error(code, data.path, data.reason);
        });
      }`;
    const args = ['--input-type=module', '-e', script, library, base];
    const makers = Array.from({ length: 3 }, () => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
      return new Promise<string>((resolve) => child.on('close', () => resolve(errors)));
    });
    expect(await Promise.all(makers)).toEqual(['', '', '']);
    expect(readdirSync(base)).toHaveLength(150);
  });

  it('[R6] a relay that ends while it writes down that it is ready stays ended', async () => {
    const dir = join(tempDir(), 'relay');
    let goOn: () => void = () => undefined;
    let slow = false;
    const disk: Disk = {
      ...nodeDisk,
      async writeNew(path, text, options) {
        await nodeDisk.writeNew(path, text, options);
        if (slow) await new Promise<void>((resolve) => (goOn = resolve));
      },
    };
    const { relay } = await fileRelay({ dir, role: 'overlord', clock: fakeClock(), disk });
    slow = true;
    const ready = relay.ready();
    const stopped = relay.stop();
    await settle();
    slow = false;
    goOn();
    await Promise.all([ready, stopped]);
    const late = await fileRelay({ dir, role: 'overlord', clock: fakeClock() });
    await late.relay.stop();
    await late.relay.ready();
    expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
    expect(readdirSync(join(dir, 'collected', 'overlord'))).toEqual([]);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  });
});
