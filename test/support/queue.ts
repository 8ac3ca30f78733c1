import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openQueueStore, type QueueStoreOptions } from '../../src/store/queue.ts';
import { seatOf } from './backends.ts';
import { everything, letter } from './letters.ts';
import { tempDir } from './temp.ts';

/** A queue store of the overlord's army with its strategist seated. */
export async function freshQueue(options: QueueStoreOptions = {}) {
  const dir = tempDir();
  const [relay, project] = [join(dir, 'relay'), join(dir, 'project', '.ovld')];
  const open = (more: QueueStoreOptions = {}) =>
    openQueueStore(relay, project, { ...options, ...more });
  const store = open();
  await store.init(overlordFormation);
  const by = await store.seats.add('strategist', seatOf(process.pid));
  const inbox = join(project, 'queue/inbox/strategist.yaml');
  const list = (path: string): string[] => {
    mkdirSync(join(project, path), { recursive: true });
    return readdirSync(join(project, path)).toSorted();
  };
  return {
    relay,
    project,
    store,
    open,
    by,
    inbox,
    list,
    text: () => readFileSync(inbox, 'utf8'),
    write: (text: string | Uint8Array) => writeFileSync(inbox, text),
    send: (fields: Parameters<typeof letter>[0] = {}) => store.mail.deliver(letter(fields)),
    collect: () => store.mail.collect('strategist', by, everything),
    acknowledge: (ids: readonly string[]) => store.mail.acknowledge('strategist', by, ids),
  };
}

/** The entries of an inbox as the seed writes them. */
export const entries = (from: number, to: number, status = 'pending'): string =>
  Array.from({ length: to - from + 1 }, (_, i) => entry(from + i, status)).join('');

export const entry = (n: number, status = 'pending', extra = ''): string =>
  `- id: msg_${String(n).padStart(3, '0')}
  timestamp: "2026-02-08T10:00:00"
  from: overlord
  type: task_assigned
  message: "text ${n}"
${extra}  status: ${status}
`;
