import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { vi } from 'vitest';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';

const POLL_MS = 5;
/** The reader may write too early in this time, if it does not wait for the second piece. */
const BETWEEN_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A disk that counts how often a file was read. */
export function countingDisk(disk: Disk = nodeDisk) {
  const reads = new Map<string, number>();
  return {
    readsOf: (path: string): number => reads.get(path) ?? 0,
    disk: {
      ...disk,
      async readFrom(path, offset, limit) {
        const found = await disk.readFrom(path, offset, limit);
        reads.set(path, (reads.get(path) ?? 0) + 1);
        return found;
      },
    } satisfies Disk,
  };
}

/**
 * Saves a file in place and in two pieces, as some editors do. The second piece comes a moment after `isSeen` says that the
 * first was read. The clock of the process stands still until then: the file stays young however slow the machine is.
 */
export async function saveInTwo(
  path: string,
  [first, second]: readonly [string | Buffer, string | Buffer],
  isSeen: () => boolean,
): Promise<void> {
  const editor = openSync(path, 'w');
  const write = (piece: string | Buffer) =>
    typeof piece === 'string' ? writeSync(editor, piece) : writeSync(editor, piece);
  write(first);
  vi.useFakeTimers({ toFake: ['Date'], now: statSync(path).mtimeMs });
  try {
    while (!isSeen()) await pause(POLL_MS);
    await pause(BETWEEN_MS);
    write(second);
    closeSync(editor);
  } finally {
    vi.useRealTimers();
  }
}
