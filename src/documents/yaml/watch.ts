import { dirname, join } from 'node:path';
import type { Disk } from '../../kit/disk.ts';
import { watchDir, type DirWatcher } from '../../kit/watch-dir.ts';
import { COMMANDS, EVALUATIONS, REPORTS, TASKS, WAITING } from './places.ts';

/**
 * Reports every change of the documents of the open work. A change by the board always shows in the
 * first directory; a directory that is made later is watched from then on.
 */
export function watchDocuments(disk: Disk, root: string, changed: () => void): DirWatcher {
  const within = [TASKS, WAITING, REPORTS, EVALUATIONS].map((dir) =>
    watchDir(disk, join(root, dir), changed),
  );
  const rearm = async (): Promise<void> => {
    for (const watch of within) await watch.rearm();
  };
  const first = watchDir(disk, join(root, dirname(COMMANDS)), () => {
    changed();
    if (within.some(({ hearing }) => !hearing)) void rearm().catch(() => undefined);
  });
  return {
    async rearm() {
      await first.rearm();
      await rearm();
    },
    get hearing() {
      return first.hearing;
    },
    close() {
      for (const watch of [first, ...within]) watch.close();
    },
  };
}
