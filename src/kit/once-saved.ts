import { systemClock } from './clock.ts';
import type { Disk } from './disk.ts';

/** Longer than any editor takes between emptying a file and writing it. */
const SAVING_MS = 250;
/** Whoever writes all the time is not waited for. */
const MOST_MS = 2_000;

/**
 * Many editors save in place: for a moment the file is empty, or a part of itself. Returns once nobody has
 * written to it for a while: what is there then can be taken at its word.
 */
export async function onceSaved(disk: Pick<Disk, 'stat'>, path: string): Promise<void> {
  const end = systemClock.monotonic() + MOST_MS;
  for (;;) {
    const stat = await disk.stat(path);
    if (stat?.kind !== 'file') return;
    // A file of the future proves nothing: somebody's clock differs.
    const age = systemClock.now() - stat.modifiedMs;
    if (Math.abs(age) >= SAVING_MS || systemClock.monotonic() >= end) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(SAVING_MS, SAVING_MS - age)));
  }
}
