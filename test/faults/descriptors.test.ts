import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { shakeHands, spawnRelay, type RelayClient } from '../../src/mock-agent/mcp-client.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { fileRelay, settledRelay } from '../support/faults-relay.ts';
import { requireOrSkip } from '../support/require.ts';
import { letter, message } from '../support/letters.ts';
import { OVLD, relayEnv } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';
import { onTestFinished } from 'vitest';

interface Mail {
  id: string;
  body: string;
  redelivered?: number;
}

const messagesOf = (data: Record<string, unknown>): Mail[] => data['messages'] as Mail[];

/** Pages through the whole inbox. */
async function everyMessage(reader: RelayClient): Promise<Mail[]> {
  const all: Mail[] = [];
  for (let page = 0; page < 100; page += 1) {
    const { isError, data, text } = await reader.call('check_inbox');
    expect(isError, text).toBe(false);
    all.push(...messagesOf(data));
    if (data['remaining'] === 0) return all;
  }
  throw new Error('the inbox never got empty');
}

/** A relay that is started by a shell line, which ends with `exec "$0" "$@"`. */
async function relayBy(script: string, env: Record<string, string>): Promise<RelayClient> {
  const args = ['-c', script, process.execPath, OVLD, 'relay'];
  const relay = spawnRelay({ command: 'sh', args, env });
  onTestFinished(async () => void (await relay.kill('SIGKILL')));
  await shakeHands(relay);
  return relay;
}

describe('too few file descriptors', () => {
  it('[N7] are enough for an inbox of 300: the files are read one after another', async () => {
    const dir = join(tempDir(), 'relay');
    const store = openFileStore(dir);
    await store.init(overlordFormation);
    const sent: string[] = [];
    for (let n = 0; n < 300; n += 1) {
      sent.push((await store.mail.deliver(letter({ body: `body ${n}` }))).id);
    }
    const reader = await relayBy('ulimit -n 40; exec "$0" "$@"', relayEnv(dir, 'strategist'));
    const limits = readFileSync(`/proc/${reader.pid}/limits`, 'utf8');
    expect(limits).toMatch(/Max open files\s+40\s/);
    const got = await everyMessage(reader);
    expect(got.map(({ id }) => id)).toEqual(sent);
    expect(got.filter(({ redelivered }) => redelivered !== undefined)).toEqual([]);
    expect(readdirSync(join(dir, 'bad'))).toEqual([]);
  });

  /** Lets the process open only `spare` more files than it has open now. */
  function leave(ctx: TestContext, { pid }: RelayClient, spare: number): void {
    const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
    let limit = 0;
    for (let left = spare + 1; left > 0; limit += 1) if (!open.has(limit)) left -= 1;
    setLimit(ctx, pid, limit - 1);
  }

  function setLimit(ctx: TestContext, pid: number, limit: number): void {
    const ran = spawnSync('prlimit', [`--nofile=${limit}:4096`, '--pid', String(pid)], {
      encoding: 'utf8',
    });
    const missing = ran.status === 0 ? undefined : (ran.error?.message ?? ran.stderr.trim());
    requireOrSkip(ctx, 'prlimit', missing);
  }

  it('are too few to alert the person: the relay goes on, and the message is stored', async (ctx) => {
    const dir = join(tempDir(), 'relay');
    await openFileStore(dir).init(overlordFormation);
    const notify = { bell: false, desktop: false, command: ['true'] };
    const formation = { ...overlordFormation, mux: 'none', agent: 'mock', notify };
    writeFileSync(join(dir, 'formation.json'), JSON.stringify(formation));
    const sender = await settledRelay(dir, 'storm');
    let stored = 0;
    for (let spare = 2; spare < 12; spare += 1) {
      leave(ctx, sender, spare);
      const sent = await sender.call('send_message', { to: 'human', subject: 's', body: 'b' });
      if (!sent.isError) stored += 1;
      setLimit(ctx, sender.pid, 4096);
      expect((await sender.call('get_status', { role: 'storm' })).isError).toBe(false);
    }
    expect(stored).toBeGreaterThan(0);
    expect(readdirSync(join(dir, 'inbox', 'human'))).toHaveLength(stored);
  });

  // [N7 R1 R10]
  it('fail a call and nothing else: no message is half sent, lost, marked or called bad', async (ctx) => {
    const dir = join(tempDir(), 'relay');
    const sender = await settledRelay(dir, 'overlord');
    const reader = await settledRelay(dir, 'strategist');
    const accepted: string[] = [];
    const got: Mail[] = [];
    const codes = new Set<unknown>();
    for (let spare = 0; spare < 6; spare += 1) {
      const body = `with ${spare} to spare`;
      leave(ctx, sender, spare);
      const sent = await sender.call('send_message', { to: 'strategist', subject: 's', body });
      if (sent.isError) codes.add(sent.data['code']);
      else accepted.push(body);
      const waiting = readdirSync(join(dir, 'inbox', 'strategist')).length;
      expect(waiting + got.length).toBe(accepted.length);

      leave(ctx, reader, spare);
      const checked = await reader.call('check_inbox');
      if (checked.isError) codes.add(checked.data['code']);
      else got.push(...messagesOf(checked.data));
      setLimit(ctx, sender.pid, 4096);
      setLimit(ctx, reader.pid, 4096);
    }
    got.push(...(await everyMessage(reader)));
    expect([...codes]).toEqual(['store_busy']);
    expect(accepted).toContain('with 5 to spare');
    expect(got.map(({ body }) => body)).toEqual(accepted);
    expect(got.filter(({ redelivered }) => redelivered !== undefined)).toEqual([]);
    expect(readdirSync(join(dir, 'bad'))).toEqual([]);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  });
});

describe('a watch that does not start', () => {
  const emfile = (): never => {
    throw Object.assign(new Error('EMFILE: too many open files, watch'), { code: 'EMFILE' });
  };

  it('[N2 R3] leaves a herald that looks every 5 s, and watches again when it can', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    let deaf = true;
    const disk: Disk = {
      ...nodeDisk,
      watch: (...args) => (deaf ? emfile() : nodeDisk.watch(...args)),
    };
    const { relay, bell, logged } = await fileRelay({ dir, role: 'strategist', clock, disk });
    const outside = openFileStore(dir);
    await outside.mail.deliver(letter());
    await settle();
    expect(bell.rings).toHaveLength(0);
    await pass(clock, 5_000);
    expect(bell.rings).toHaveLength(1);
    await relay.check(() => true);

    deaf = false;
    await pass(clock, 5_000);
    await outside.mail.deliver(letter());
    // No more time passes: only the watch can tell.
    await waitFor(async () => (await settle(), bell.rings.length === 2), 'a ring', 5_000);
    expect(logged).toEqual([]);
  });

  it('[N2 R3] for lack of inotify leaves a relay that works and finds its mail', async (ctx) => {
    // In a user namespace of its own the relay may have no inotify at all; no other process notices.
    const script = 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$0" "$@"';
    const probe = spawnSync('unshare', ['-Ur', 'sh', '-c', script, 'true'], { encoding: 'utf8' });
    const missing = probe.status === 0 ? undefined : (probe.error?.message ?? probe.stderr.trim());
    requireOrSkip(ctx, 'userns', missing);
    const dir = join(tempDir(), 'relay');
    const env = relayEnv(dir, 'strategist');
    const relay = spawnRelay({
      command: 'unshare',
      args: ['-Ur', 'sh', '-c', script, process.execPath, OVLD, 'relay'],
      env,
    });
    onTestFinished(async () => void (await relay.kill('SIGKILL')));
    await shakeHands(relay);
    const fds = readdirSync(`/proc/${relay.pid}/fdinfo`).map((fd) => {
      try {
        return readFileSync(`/proc/${relay.pid}/fdinfo/${fd}`, 'utf8');
      } catch {
        return '';
      }
    });
    expect(fds.filter((info) => info.includes('inotify wd'))).toEqual([]);
    // Laid into the inbox without a flag: only a look can find it and raise one.
    const mail = message();
    writeFileSync(join(dir, 'inbox', 'strategist', `${mail.id}.json`), JSON.stringify(mail));
    await waitFor(() => existsSync(join(dir, 'pending', 'strategist')), 'a flag', 15_000);
    expect(messagesOf((await relay.call('check_inbox')).data)).toMatchObject([{ id: mail.id }]);
    expect(await relay.close()).toEqual({ code: 0, signal: null });
  });
});
