import { namesIn } from '../../kit/disk.ts';
import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import type { Lease } from '../../kit/leased-file.ts';
import { ignoring, syncDirs, type Ground } from '../files/ground.ts';
import { markName, parseMark, type Mark } from './layout.ts';

export interface Returned {
  name: string;
  redelivered: number;
}

/**
 * Which relay has which entry, by names alone, in the relay directory: `collected/{role}/{incarnation}/msg_004`
 * while it holds it, `returned/{role}/msg_004.r1` once it was put back. An entry with neither was never
 * handed over.
 */
export function markFiles({ at, disk }: Ground) {
  const returnedDir = (role: Role): string => join(at.root, 'returned', role);

  /** Before `returned`: what is put back in between is then seen in both, never in neither. */
  async function held(role: Role): Promise<Set<string>> {
    return new Set((await holding(role)).map(({ id }) => id));
  }

  async function holding(role: Role): Promise<Mark[]> {
    const all: Mark[] = [];
    for (const incarnation of await namesIn(disk, at.collectedBy(role))) {
      all.push(...(await heldBy(role, incarnation)));
    }
    return all;
  }

  async function heldBy(role: Role, incarnation: string): Promise<(Mark & { name: string })[]> {
    const names = await namesIn(disk, at.collected(role, incarnation));
    return names.flatMap((name) => {
      const mark = parseMark(name);
      return mark === undefined ? [] : [{ name, ...mark }];
    });
  }

  async function returned(role: Role): Promise<Map<string, Returned>> {
    const found = new Map<string, Returned>();
    for (const name of await namesIn(disk, returnedDir(role))) {
      const mark = parseMark(name);
      if (mark === undefined) continue;
      const { id, redelivered } = mark;
      if (redelivered > (found.get(id)?.redelivered ?? -1)) found.set(id, { name, redelivered });
    }
    return found;
  }

  return {
    returnedDir,
    held,
    holding,
    heldBy,
    returned,

    /** False where another relay was quicker. */
    async take(
      role: Role,
      incarnation: string,
      id: string,
      before: Returned | undefined,
      lease: Lease,
    ): Promise<boolean> {
      const into = at.collected(role, incarnation);
      if (before === undefined) {
        await lease.place(join(into, id), '');
        return true;
      }
      return ignoring(['ENOENT'], () =>
        disk.rename(join(returnedDir(role), before.name), join(into, before.name)),
      );
    },

    /** It was not handed over: as if it had not been taken. */
    async untake(role: Role, incarnation: string, id: string, before: Returned | undefined) {
      const mark = join(at.collected(role, incarnation), before?.name ?? id);
      const undo =
        before === undefined
          ? disk.unlink(mark)
          : disk.rename(mark, join(returnedDir(role), before.name));
      await undo.catch(() => undefined);
    },

    async drop(role: Role, incarnation: string, name: string): Promise<void> {
      const mark = join(at.collected(role, incarnation), name);
      await ignoring(['ENOENT'], () => disk.unlink(mark));
    },

    /** One rename moves it and counts (R11). False where it is gone. */
    async putBack(role: Role, incarnation: string, name: string, mark: Mark): Promise<boolean> {
      const from = join(at.collected(role, incarnation), name);
      const marked = markName({ ...mark, redelivered: mark.redelivered + 1 });
      return ignoring(['ENOENT'], () => disk.rename(from, join(returnedDir(role), marked)));
    },

    sync: (role: Role, incarnation: string) =>
      syncDirs(disk, at.collected(role, incarnation), returnedDir(role)),
  };
}

export type MarkFiles = ReturnType<typeof markFiles>;
