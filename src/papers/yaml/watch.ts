import { dirname, join } from 'node:path';
import type { Disk } from '../../kit/disk.ts';
import { watchDir, type DirWatcher } from '../../kit/watch-dir.ts';
import { COMMANDS, EVALUATIONS, REPORTS, TASKS, WAITING } from './places.ts';

/**
 * Whatever happens to the documents of the open work, by whoever. Every change of the board's own shows in
 * the first directory; a directory that is made later is listened to from then on.
 */
export function watchPapers(disk: Disk, root: string, changed: () => void): DirWatcher {
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
