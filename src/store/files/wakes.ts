import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { isErrno } from '../../kit/errno.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { pause } from '../../kit/timeout.ts';
import type { Announcement, Flag, HeardNudge, Wakes } from '../store.ts';
import { createWhole, ignoring, replaceWhole, type Ground } from './ground.ts';

const NONCE = /^[0-9a-z-]{1,100}$/;
/** A hook creates its claim empty, and writes into it after that: soon, but on a busy machine not at once. */
const CLAIM = /^(?:[a-z][a-z:_-]{0,39})?$/;
const A_HOOK = 'hook:telling';
const WRITING_MS = 10;
const LOOKS = 10;
const MARK = /^[0-9a-z]{1,20}\.\d{1,6}$/;

/**
 * `told/{role}/{nonce}`: the claim of the relay or hook (`set -C`) that created it; holds by which.
 * `heard/{role}`: the mark of the last nudge a hook saw submitted. Both are hints about a wake: what
 * cannot be read says nothing.
 */
export function wakeFiles(ground: Ground): Wakes {
  const { at, disk, clock } = ground;
  const claimOf = (role: Role, { nonce }: Flag): string | undefined =>
    NONCE.test(nonce) ? join(at.told(role), nonce) : undefined;

  /** The file's only line if it fits, and when it was written. */
  async function line(
    path: string,
    shape: RegExp,
  ): Promise<{ text: string; at: number } | undefined> {
    try {
      const stat = await disk.stat(path);
      if (stat === undefined) return undefined;
      const text = (await disk.read(path, 200)).trimEnd();
      return shape.test(text) ? { text, at: stat.modifiedMs } : undefined;
    } catch (error) {
      if (error instanceof UnfitFile || isErrno(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  return {
    async claim(role, flag, by) {
      const path = claimOf(role, flag);
      return path === undefined || createWhole(ground, path, `${by}\n`, { sync: false });
    },
    async dropClaim(role, flag) {
      const path = claimOf(role, flag);
      if (path !== undefined) await ignoring(['ENOENT'], () => disk.unlink(path));
    },
    async readAnnouncement(role, flag): Promise<Announcement | undefined> {
      const path = claimOf(role, flag);
      if (path === undefined) return undefined;
      let found = await line(path, CLAIM);
      for (let look = 1; found?.text === '' && look < LOOKS; look++) {
        await pause(clock, WRITING_MS);
        found = await line(path, CLAIM);
      }
      return found && { by: found.text === '' ? A_HOOK : found.text, at: found.at };
    },
    async readLastHeard(role): Promise<HeardNudge | undefined> {
      const found = await line(at.heard(role), MARK);
      return found && { mark: found.text, at: found.at };
    },
    noteHeard: (role, mark) => replaceWhole(ground, at.heard(role), `${mark}\n`),
  };
}

/** Forgets the claims of earlier flags; keeps that of the flag being cleared, which a hook may still be making. */
export async function forgetClaims(
  { at, disk }: Ground,
  role: Role,
  keep: Flag | undefined,
): Promise<void> {
  for (const name of await namesIn(disk, at.told(role))) {
    if (name === keep?.nonce) continue;
    await ignoring(['ENOENT'], () => disk.unlink(join(at.told(role), name)));
  }
}
