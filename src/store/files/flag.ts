import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { rfc3339 } from '../../kit/clock.ts';
import type { Flag, Journal } from '../store.ts';
import { readDocument } from './document.ts';
import { createWhole, ignoring, quarantine, type Ground } from './ground.ts';
import { forgetClaims } from './wakes.ts';

const flagSchema = z.lazy(() =>
  z.object({
    nonce: z.string().check(z.minLength(1), z.maxLength(100)),
    since: z.string(),
  }),
);

/**
 * `pending/{role}` (R2). Not synced: after a power cut the herald's first look raises it again, and
 * a flag the cut left empty is moved away as unreadable, which does the same.
 */
export function flagFile(ground: Ground, journal: Journal) {
  const { at, disk, clock, ids } = ground;

  async function readFlag(role: Role): Promise<Flag | undefined> {
    // Mostly it is down, and looking is cheaper than an error.
    if ((await disk.stat(at.pending(role))) === undefined) return undefined;
    const flag = await readDocument(disk, at.pending(role), flagSchema, 1024);
    if (flag !== 'unfit') return flag;
    const moved = await quarantine(ground, journal, at.pending(role), 'a flag that cannot be read');
    // A flag holds no mail: one that can neither be read nor moved must not stand in the way.
    if (!moved) await disk.unlink(at.pending(role)).catch(() => undefined);
    return undefined;
  }

  return {
    async raiseFlag(role: Role): Promise<boolean> {
      // Already up: the same answer the link below would give at this moment, without the writing.
      if ((await disk.stat(at.pending(role))) !== undefined) return false;
      const flag: Flag = { nonce: ids.next(), since: rfc3339(clock.now()) };
      return createWhole(ground, at.pending(role), `${JSON.stringify(flag)}\n`, { sync: false });
    },

    readFlag,

    async clearFlag(role: Role): Promise<void> {
      // A claim is a hint: one that cannot be removed must not keep the flag up.
      const flag = await readFlag(role).catch(() => undefined);
      await forgetClaims(ground, role, flag).catch(() => undefined);
      await ignoring(['ENOENT'], () => disk.unlink(at.pending(role)));
    },
  };
}
