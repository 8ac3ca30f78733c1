// Sending through the store against the floor of the same disk, alternating in one run.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, overlordFormation, sendMessage } from 'ovld';
import {
  floorDir,
  floorOnce,
  letter,
  median,
  quantile,
  relay,
  remove,
  tempDir,
  timed,
} from './lib.mjs';

const WRITER = fileURLToPath(new URL('writer.mjs', import.meta.url));

async function freshStore() {
  const dir = tempDir();
  const store = await openStore({ kind: 'files', dir });
  await store.init(overlordFormation);
  return { dir, store };
}

export async function oneWriter() {
  const { dir, store } = await freshStore();
  const floor = floorDir();
  const text = JSON.stringify(letter('storm'));
  const [byHand, through] = [[], []];
  for (let i = 0; i < 600; i += 1) {
    byHand.push(await timed(() => floorOnce(floor, String(i), text)));
    through.push(await timed(() => sendMessage(store, letter('storm'))));
  }
  remove(dir);
  remove(floor);
  const warm = (times) => median(times.slice(100));
  return {
    name: 'send through the store, 1 writer, p50',
    floor: warm(byHand),
    ours: warm(through),
    limit: 1.5,
  };
}

async function together(kind, dir, writers, count) {
  const children = Array.from({ length: writers }, (_, i) =>
    spawn(process.execPath, [WRITER, kind, dir, `w${i}`, String(count)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const outputs = children.map(
    (child) =>
      new Promise((resolve) => {
        let text = '';
        child.stdout.on('data', (data) => (text += data));
        child.on('close', () => resolve(JSON.parse(text.slice('ready\n'.length))));
      }),
  );
  await Promise.all(children.map((child) => new Promise((go) => child.stdout.once('data', go))));
  for (const child of children) child.stdin.write('go');
  return (await Promise.all(outputs)).flat();
}

export async function sixWriters() {
  const [byHand, through] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const floor = floorDir();
    byHand.push(...(await together('floor', floor, 6, 200)));
    remove(floor);
    const { dir } = await freshStore();
    through.push(...(await together('store', dir, 6, 200)));
    remove(dir);
  }
  return {
    name: 'the same, 6 processes at once, p99',
    floor: quantile(byHand, 0.99),
    ours: quantile(through, 0.99),
    limit: 3,
  };
}

/** What MCP over stdio adds to the store call, alternating. */
export async function overStdio() {
  const { dir, store } = await freshStore();
  const client = relay(dir, 'overlord');
  await client.handshake();
  const [direct, tool] = [[], []];
  for (let i = 0; i < 500; i += 1) {
    direct.push(await timed(() => sendMessage(store, letter('storm'))));
    const { to, subject, body } = letter('storm');
    tool.push(await timed(() => client.call('send_message', { to, subject, body })));
  }
  await client.close();
  remove(dir);
  return {
    name: 'send_message over stdio, ms above the store call, p50',
    floor: median(direct.slice(100)),
    ours: median(tool.slice(100)),
    difference: 1,
  };
}

/** A store with 200,000 archived messages against an empty one. */
export async function fullArchive() {
  const grounds = [await freshStore(), await freshStore()];
  const [, full] = grounds;
  const text = JSON.stringify({ ...letter('storm'), id: 'x' });
  for (let i = 0; i < 200_000; i += 1) {
    const name = `0mwhv${i.toString(36).padStart(4, '0')}-1-1-1.json`;
    fs.writeFileSync(join(full.dir, 'archive', 'storm', name), text);
  }
  const times = grounds.map(() => ({ send: [], collect: [] }));
  const seats = [];
  for (const { store } of grounds) {
    seats.push(await store.seats.add('storm', { relay: identity(), agent: { kind: 'mock' } }));
  }
  for (let i = 0; i < 300; i += 1) {
    for (const [at, { store }] of grounds.entries()) {
      times[at].send.push(await timed(() => sendMessage(store, letter('storm'))));
      times[at].collect.push(
        await timed(async () => {
          const { messages } = await store.mail.collect('storm', seats[at], () => true);
          const ids = messages.map(({ id }) => id);
          await store.mail.acknowledge('storm', seats[at], ids);
        }),
      );
    }
  }
  for (const { dir } of grounds) remove(dir);
  return ['send', 'collect'].map((what) => ({
    name: `${what} with 200,000 archived messages, against an empty store, p50`,
    floor: median(times[0][what].slice(50)),
    ours: median(times[1][what].slice(50)),
    limit: 1.2,
  }));
}

const identity = () => ({ pid: process.pid, start: 'bench', boot: 'bench' });
