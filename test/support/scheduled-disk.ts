import { basename, dirname } from 'node:path';
import type * as fc from 'fast-check';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';

/** What hears of changes in which directory; shared by the processes of one army. */
export type Ears = Map<string, Set<(name: string | null) => void>>;

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * The real file system, one call at a time in the order the scheduler chooses. A process that has
 * died makes no further call, so it may die between any two. Nothing is synced: no power cut here.
 */
export function scheduledDisk(scheduler: fc.Scheduler, life: { dead: boolean }, ears: Ears): Disk {
  const step = async <T>(label: string, call: () => Promise<T>): Promise<T> => {
    if (life.dead) return never();
    await scheduler.schedule(Promise.resolve(), label);
    if (life.dead) return never();
    return call();
  };
  const heard = (...paths: string[]): void => {
    for (const path of paths) {
      for (const tell of ears.get(dirname(path)) ?? []) {
        void scheduler
          .schedule(Promise.resolve(), `event ${path}`)
          .then(() => tell(basename(path)));
      }
    }
  };
  return {
    writeNew: (path, text) =>
      step(`write ${basename(path)}`, () => nodeDisk.writeNew(path, text, { sync: false })),
    // The journal orders nothing: its writes need no place in the schedule.
    append: (path, text) => (life.dead ? never() : nodeDisk.append(path, text)),
    read: (path, limit) => step(`read ${path}`, () => nodeDisk.read(path, limit)),
    readFrom: (path, offset, limit) =>
      step(`read ${path}`, () => nodeDisk.readFrom(path, offset, limit)),
    link: (from, to) => step(`link ${to}`, () => nodeDisk.link(from, to).then(() => heard(to))),
    rename: (from, to) =>
      step(`rename ${to}`, () => nodeDisk.rename(from, to).then(() => heard(from, to))),
    unlink: (path) => step(`unlink ${path}`, () => nodeDisk.unlink(path).then(() => heard(path))),
    mkdir: (path, options) => step(`mkdir ${path}`, () => nodeDisk.mkdir(path, options)),
    rmdir: (path) => step(`rmdir ${path}`, () => nodeDisk.rmdir(path)),
    names: (dir) => step(`readdir ${dir}`, () => nodeDisk.names(dir)),
    kinds: (dir) => step(`readdir ${dir}`, () => nodeDisk.kinds(dir)),
    some: (dir, wanted) => step(`readdir ${dir}`, () => nodeDisk.some(dir, wanted)),
    stat: (path) => step(`stat ${path}`, () => nodeDisk.stat(path)),
    openDir: async () => ({
      sync: () => step('fsync', async () => undefined),
      close: () => undefined,
    }),
    wakeReader: (pipe) => step(`wake ${pipe}`, () => nodeDisk.wakeReader(pipe)),
    watch(dir, changed) {
      const tell = (name: string | null): void => (life.dead ? undefined : changed(name));
      const here = ears.get(dir) ?? new Set();
      ears.set(dir, here.add(tell));
      return { close: () => void here.delete(tell) };
    },
  };
}
