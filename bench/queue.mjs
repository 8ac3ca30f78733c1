// Writing to Bastion's mailbox: what a long past costs, and whether many sends cost more than few.
import fs from 'node:fs';
import { join } from 'node:path';
import { openQueue } from 'ovld';
import { median, remove, tempDir, timed } from './lib.mjs';

const write = (queue, text) => queue.write('marshall', text, 'task_assigned', 'envoy');

const entry = (n) =>
  [
    `- id: msg_${String(n).padStart(3, '0')}`,
    '  timestamp: "2026-02-08T10:00:00"',
    '  from: envoy',
    '  type: task_assigned',
    `  message: "message ${n} of a long day"`,
    '  status: processed',
    '',
  ].join('\n');

/** A queue whose marshall has that many processed entries behind it. */
async function queueWith(processed) {
  const dir = tempDir();
  const queue = await openQueue(dir);
  if (processed > 0) {
    const text = Array.from({ length: processed }, (_, i) => entry(i + 1)).join('');
    fs.writeFileSync(join(dir, 'queue', 'inbox', 'marshall.yaml'), text);
    // The first write finds them and moves most of them to the archive.
    await write(queue, 'the first of today');
  }
  return { dir, queue };
}

export async function queuePast() {
  const [empty, full] = [await queueWith(0), await queueWith(10_000)];
  const [short, long] = [[], []];
  for (let i = 0; i < 150; i += 1) {
    short.push(await timed(() => write(empty.queue, `message ${i}`)));
    long.push(await timed(() => write(full.queue, `message ${i}`)));
  }
  for (const { dir } of [empty, full]) remove(dir);
  return {
    name: 'write to an inbox with 10,000 processed behind it, against an empty one, p50',
    floor: median(short),
    ours: median(long),
    limit: 1.5,
  };
}

async function sends(count) {
  const { dir, queue } = await queueWith(0);
  const ms = await timed(async () => {
    for (let i = 0; i < count; i += 1) await write(queue, `message ${i}`);
  });
  remove(dir);
  return ms;
}

export async function queueGrowth() {
  const [few, many] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    few.push(await sends(100));
    many.push(await sends(1000));
  }
  return {
    name: '1,000 sends to one inbox that nobody reads, against 100',
    floor: median(few),
    ours: median(many),
    limit: 12,
  };
}
