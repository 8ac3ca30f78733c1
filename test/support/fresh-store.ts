import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { tempDir } from './temp.ts';

export async function fresh(disk?: Disk) {
  const dir = `${tempDir()}/relay`;
  await openFileStore(dir).init(overlordFormation);
  return { dir, store: openFileStore(dir, disk && { disk }) };
}

/** The real disk, writing down what it is asked to do. */
export function tracingDisk(overrides: Partial<Disk> = {}) {
  const calls: string[] = [];
  const short = (path: string): string =>
    path.replace(/^.*\/relay\//, '').replace(/[0-9a-z]{9}-[0-9a-z.-]+/g, 'ID');
  const disk: Disk = {
    ...nodeDisk,
    writeNew(path, text, options) {
      calls.push(`write${options.sync ? '+fsync' : ''} ${short(path)}`);
      return nodeDisk.writeNew(path, text, options);
    },
    link(from, to) {
      calls.push(`link ${short(to)}`);
      return nodeDisk.link(from, to);
    },
    rename(from, to) {
      calls.push(`rename ${short(from)} ${short(to)}`);
      return nodeDisk.rename(from, to);
    },
    async openDir(path) {
      const open = await nodeDisk.openDir(path);
      calls.push(`open ${short(path)}`);
      return {
        sync() {
          calls.push(`fsync ${short(path)}`);
          return open.sync();
        },
        close: () => open.close(),
      };
    },
    ...overrides,
  };
  return { disk, calls };
}
