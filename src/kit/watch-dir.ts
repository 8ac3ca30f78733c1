import type { DirWatch, Disk } from './disk.ts';

/**
 * A watch on a directory that may be deleted and made again. Linux follows the inode, not the name:
 * after a removal it is deaf without any error (N1), and it may fail to start at all (N2). So the
 * caller re-arms on its tick, and looks after that.
 */
export interface DirWatcher {
  rearm(): Promise<void>;
  readonly hearing: boolean;
  close(): void;
}

export function watchDir(
  disk: Disk,
  dir: string,
  changed: (name: string | null) => void,
): DirWatcher {
  let watch: DirWatch | undefined;
  let inode: string | undefined;
  let closed = false;

  const drop = () => {
    watch?.close();
    watch = undefined;
    inode = undefined;
  };

  return {
    async rearm() {
      const now = (await disk.stat(dir))?.inode;
      if (closed || (watch !== undefined && now === inode)) return;
      drop();
      if (now === undefined) return;
      try {
        watch = disk.watch(dir, changed, () => {
          drop();
          changed(null);
        });
        inode = now;
      } catch {
        drop();
      }
    },
    get hearing() {
      return watch !== undefined;
    },
    close() {
      closed = true;
      drop();
    },
  };
}
