import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../src/kit/clock.ts';
import type { ProcessIdentity } from '../../src/kit/process-identity.ts';
import { openFileStore } from '../../src/store/files.ts';
import { openQueueStore } from '../../src/store/queue.ts';
import { openMemoryStore, sharedMemory } from './memory-store.ts';
import type { Seat, Store } from '../../src/store/store.ts';
import { speak } from './spoken.ts';
import { tempDir } from './temp.ts';

export interface Ground {
  /** Another process's view of the same store. */
  open(): Store;
  history: string;
  /** The process of that pid has died. */
  kill(pid: number): void;
  /** A person typed to the role then. */
  speak(role: string, at: number): void;
  /** Puts something that is no message among the unread of a role; nothing where there is no place for it. */
  spoil(role: string): void;
  /** Everything that is on the disk of it, with what is in it. */
  traces(): readonly string[];
}

export interface Backend {
  name: string;
  /** Mail stays where it is when the army goes: there is nothing to save, and nothing to take back. */
  keepsMail: boolean;
  ground: (clock?: Clock) => Ground;
}

/** Every backend of the store port, each on ground of its own. */
export const backends: Backend[] = [
  {
    name: 'files',
    keepsMail: false,
    ground(clock) {
      const dir = tempDir();
      const { isAlive, kill } = mortality();
      const options = { isAlive, ...(clock && { clock }) };
      return {
        open: () => openFileStore(`${dir}/relay`, options),
        history: `${dir}/history`,
        kill,
        speak: (role, at) => speak(`${dir}/relay`, role, at),
        spoil(role) {
          const inbox = `${dir}/relay/inbox/${role}`;
          writeFileSync(`${inbox}/0mwipiruo-fcv-i-zwogl9.json`, '{"half":');
          writeFileSync(`${inbox}/note.txt`, 'x');
        },
        traces: () => tracesOf(dir),
      };
    },
  },
  {
    name: 'queue',
    keepsMail: true,
    ground(clock) {
      const dir = tempDir();
      const { isAlive, kill } = mortality();
      const options = { isAlive, ...(clock && { clock }) };
      return {
        open: () => openQueueStore(`${dir}/relay`, `${dir}/project/.ovld`, options),
        history: `${dir}/history`,
        kill,
        speak: (role, at) => speak(`${dir}/relay`, role, at),
        spoil: (role) =>
          appendFileSync(`${dir}/project/.ovld/queue/inbox/${role}.yaml`, '- id: [half\n'),
        traces: () => tracesOf(dir),
      };
    },
  },
  {
    name: 'memory',
    keepsMail: false,
    ground(clock) {
      const shared = sharedMemory();
      const { isAlive, kill } = mortality();
      const options = { isAlive, ...(clock && { clock }) };
      const speakTo = (role: string, at: number): void => {
        shared.spoken.set(role, at);
        for (const watcher of shared.watchers) watcher(role, 'hold');
      };
      const open = (): Store => openMemoryStore(shared, options);
      const [spoil, traces] = [(): void => undefined, (): string[] => []];
      return { open, history: 'history', kill, speak: speakTo, spoil, traces };
    },
  },
];

const tracesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((one) => [join(one.parentPath, one.name), one.isFile()] as const)
    .map(([path, isFile]) => `${path} ${isFile ? readFileSync(path, 'utf8') : ''}`)
    .toSorted();

export function mortality() {
  const dead = new Set<number>();
  return {
    isAlive: ({ pid }: ProcessIdentity): boolean => !dead.has(pid),
    kill: (pid: number): void => void dead.add(pid),
  };
}

export const seatOf = (pid: number): Omit<Seat, 'incarnation'> => ({
  relay: { pid, start: '1', boot: 'b' },
  agent: { kind: 'mock' },
  doorbells: ['native'],
});
