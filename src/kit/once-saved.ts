import { systemClock } from './clock.ts';
import type { Disk } from './disk.ts';

/** Longer than any editor takes between emptying a file and writing it. */
const SAVING_MS = 250;
/** A program that writes all the time is not waited for. */
const MOST_MS = 2_000;

/**
 * Waits until a file has not been written to for a while. Many editors save in place: for a moment the
 * file is empty, or half of its text.
 */
export async function onceSaved(disk: Pick<Disk, 'stat'>, path: string): Promise<void> {
  const endMs = systemClock.monotonic() + MOST_MS;
  for (;;) {
    const stat = await disk.stat(path);
    if (stat?.kind !== 'file') return;
    // A time in the future proves nothing: the clock of another machine differs.
    const ageMs = systemClock.now() - stat.modifiedMs;
    if (Math.abs(ageMs) >= SAVING_MS || systemClock.monotonic() >= endMs) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(SAVING_MS, SAVING_MS - ageMs)));
  }
}
