import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RelayClient } from '../../src/mock-agent/mcp-client.ts';
import { settledRelay } from '../support/faults-relay.ts';
import { requireOrSkip } from '../support/require.ts';
import { mountTmpfs } from '../support/faults-tmpfs.ts';
import { message } from '../support/letters.ts';
import { OVLD, relayEnv } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

/** Puts something called `name`, for a message of that id, where the path says. */
type Plant = (path: string, id: string) => void | Promise<void>;

const text = (make: (id: string) => string | Uint8Array): Plant => {
  return (path, id) => writeFileSync(path, make(id));
};
const json = (fields: (id: string) => object): Plant =>
  text((id) => JSON.stringify({ ...message({ id }), ...fields(id) }));

async function listen(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

/** What lies under the name of a message, and the reason that is to be given for it. */
const impostors: [string, Plant, RegExp][] = [
  ['half of a message', text((id) => JSON.stringify(message({ id })).slice(0, 60)), /not JSON/],
  ['an empty file', text(() => ''), /not JSON/],
  ['a JSON that is no object', text(() => '[1, 2]'), /not a message/],
  ['JSON nested without end', text(() => '['.repeat(200_000)), /./],
  ['a message without a body', json(() => ({ body: undefined })), /not a message: body/],
  ['a body that is a number', json(() => ({ body: 7 })), /not a message: body/],
  ['a sender that is a path', json(() => ({ from: '../../etc' })), /not a message: from/],
  ['a time that is none', json(() => ({ timestamp: 'noon' })), /not a message: timestamp/],
  ['mail of another role', json(() => ({ to: 'storm' })), /another role/],
  ['mail of another name', json((id) => ({ id: `${id}-2` })), /name/],
  ['bytes that are no UTF-8', text(() => Buffer.from('{"id":"\xff\xfe"}', 'latin1')), /UTF-8/],
  ['more than any message', json(() => ({ body: 'x'.repeat(600_000) })), /larger/],
  [
    'a file of five gigabytes',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 5 * 1024 ** 3);
    },
    /larger/,
  ],
  ['a directory', (path) => mkdirSync(path), /regular file/],
  [
    'a directory that is not empty',
    (path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'inside'), 'kept');
    },
    /regular file/,
  ],
  ['a pipe', (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0), /regular file/],
  ['a socket', listen, /regular file/],
  ['a link to nothing', (path) => symlinkSync('/nowhere/at/all', path), /link/],
  ['a link to a directory', (path) => symlinkSync('/tmp', path), /link/],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), /link/],
];

async function pair(
  dir = join(tempDir(), 'relay'),
): Promise<{ dir: string; sender: RelayClient; reader: RelayClient }> {
  const sender = await settledRelay(dir, 'overlord');
  const reader = await settledRelay(dir, 'strategist');
  return { dir, sender, reader };
}

const send = (sender: RelayClient, body: string) =>
  sender.call('send_message', { to: 'strategist', subject: 's', body });

async function bodies(reader: RelayClient): Promise<string[]> {
  const { isError, data, text: words } = await reader.call('check_inbox');
  expect(isError, words).toBe(false);
  return (data['messages'] as { body: string }[]).map(({ body }) => body);
}

describe('files that are not ours, in an inbox', () => {
  it('[R11 relay.check-inbox.1] go to bad/ with a reason, once, and hold up no neighbour', async () => {
    const { dir, sender, reader } = await pair();
    const inbox = join(dir, 'inbox', 'strategist');
    const bad = (): string[] => readdirSync(join(dir, 'bad'));
    await send(sender, 'before');
    const planted: { name: string; what: string; reason: RegExp }[] = [];
    for (const [what, plant, reason] of impostors) {
      const { id } = message();
      await plant(join(inbox, `${id}.json`), id);
      planted.push({ name: `${id}.json`, what, reason });
    }
    for (const name of ['.DS_Store', 'notes.txt', 'a b\n.json', '0mwhvqhza-1-1-x.json.tmp']) {
      writeFileSync(join(inbox, name), 'notes');
      const kept = name.replaceAll(/[^\w.-]/g, '_');
      planted.push({ name: kept, what: name, reason: /not a message file/ });
    }
    await send(sender, 'after');

    expect(await bodies(reader)).toEqual(['before', 'after']);
    expect(readdirSync(inbox)).toEqual([]);
    for (const { name, what, reason } of planted) {
      const file = bad().find((one) => one.endsWith(`.${name}`));
      expect(file, what).toBeDefined();
      expect(readFileSync(join(dir, 'bad', `${file}.reason`), 'utf8'), what).toMatch(reason);
    }
    expect(bad()).toHaveLength(planted.length * 2);

    await send(sender, 'later');
    expect(await bodies(reader)).toEqual(['later']);
    expect(bad()).toHaveLength(planted.length * 2);
    const journal = readFileSync(join(dir, 'journal.jsonl'), 'utf8');
    expect(journal.match(/"quarantined"/g)).toHaveLength(planted.length);
    // The person is alerted, and a relay without a terminal has none to ring.
    expect(reader.stderr().replace(/^.*: alert: .*\n/gm, '')).toBe('');
  });

  it('[R11] block no message even when their name is not valid text', async () => {
    const { dir, sender, reader } = await pair();
    const inbox = Buffer.from(`${dir}/inbox/strategist/`);
    writeFileSync(Buffer.concat([inbox, Buffer.from([0xff, 0xfe, 0x2e])]), 'odd');
    await send(sender, 'mail');
    expect(await bodies(reader)).toEqual(['mail']);
    await send(sender, 'more');
    expect(await bodies(reader)).toEqual(['more']);
  });

  it('[R11] block no message even when they cannot be moved away', async (ctx) => {
    // A mounted directory is busy: no rename takes it anywhere. A relay that runs would take it first.
    const dir = join(tempDir(), 'relay');
    const busy = join(dir, 'inbox', 'strategist', 'busy');
    mkdirSync(busy, { recursive: true, mode: 0o700 });
    requireOrSkip(ctx, 'tmpfs', mountTmpfs(busy, 'size=64k'));
    const { sender, reader } = await pair(dir);
    await send(sender, 'mail');
    expect(await bodies(reader)).toEqual(['mail']);
    await send(sender, 'more');
    expect(await bodies(reader)).toEqual(['more']);
  });

  it('[R10] are not handed over through a link, and what it points to is not touched', async () => {
    const { dir, sender, reader } = await pair();
    const secret = join(tempDir(), 'secret.json');
    const mail = message({ body: 'secret' });
    writeFileSync(secret, JSON.stringify(mail));
    symlinkSync(secret, join(dir, 'inbox', 'strategist', `${mail.id}.json`));
    await send(sender, 'mail');
    expect(await bodies(reader)).toEqual(['mail']);
    expect(JSON.parse(readFileSync(secret, 'utf8'))).toEqual(mail);
  });
});

describe('a link in place of one of the store’s own', () => {
  /** Another program's directory, with a message and a file that is none. */
  function victim() {
    const place = tempDir();
    const mail = message({ body: 'not yours' });
    writeFileSync(join(place, `${mail.id}.json`), JSON.stringify(mail));
    writeFileSync(join(place, 'thesis.txt'), 'years of work');
    const before = readdirSync(place);
    return { place, expectUntouched: () => expect(readdirSync(place)).toEqual(before) };
  }

  it('[R10] as an inbox is refused: nothing behind it is written, taken or touched', async () => {
    const { dir, sender, reader } = await pair();
    await send(sender, 'mail');
    const inbox = join(dir, 'inbox', 'strategist');
    const { place, expectUntouched } = victim();
    renameSync(inbox, `${inbox}.aside`);
    symlinkSync(place, inbox);
    const refused = { isError: true, data: { code: 'store_symlink' } };
    expect(await send(sender, 'astray')).toMatchObject(refused);
    expect(await reader.call('check_inbox')).toMatchObject(refused);
    expectUntouched();
    expect(readdirSync(join(dir, 'bad'))).toEqual([]);

    rmSync(inbox);
    renameSync(`${inbox}.aside`, inbox);
    expect(await bodies(reader)).toEqual(['mail']);
  });

  it.each([
    'tmp',
    'bad',
    'pending',
    'status',
    'state',
    'inbox/storm',
    'archive/storm',
    'agents/storm',
  ])('[R10] as %s keeps the relay from starting', (name) => {
    const dir = join(tempDir(), 'relay');
    const { place, expectUntouched } = victim();
    mkdirSync(join(dir, name, '..'), { recursive: true });
    symlinkSync(place, join(dir, name));
    const ran = spawnSync(process.execPath, [OVLD, 'relay'], {
      env: relayEnv(dir, 'overlord'),
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 1, stdout: '' });
    expect(ran.stderr).toContain(`ovld: ${join(dir, name)} is not a real directory`);
    expectUntouched();
  });

  it('[R2 R10] as a flag, a status, the journal or a seat is never followed', async () => {
    const { dir, sender, reader } = await pair();
    const place = tempDir();
    const links = [
      'pending/strategist',
      'status/overlord.json',
      'journal.jsonl',
      'agents/shadow/0a.json',
    ];
    const targets = links.map((name, i) => {
      const target = join(place, String(i));
      writeFileSync(target, 'years of work');
      // In one step: a relay may be writing its journal.
      symlinkSync(target, join(dir, 'a link'));
      renameSync(join(dir, 'a link'), join(dir, name));
      return target;
    });
    expect((await send(sender, 'mail')).data).toMatchObject({ delivered: true });
    const status = { status: 'working', task: 't' };
    expect((await sender.call('update_status', status)).isError).toBe(false);
    expect((await sender.call('get_status', {})).isError).toBe(false);
    expect(await bodies(reader)).toEqual(['mail']);
    for (const target of targets) expect(readFileSync(target, 'utf8')).toBe('years of work');
    expect(existsSync(join(dir, 'pending', 'strategist'))).toBe(false);
  });
});
