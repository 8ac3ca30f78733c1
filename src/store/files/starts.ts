import { roleSchema, type Role } from '../../army/role.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Starts } from '../store.ts';
import { ignoring, replaceWhole, type Ground } from './ground.ts';

const NAME_BYTES = 64;

/**
 * `postponed/{role}`, with the name of the role in whose pane the person is asked. The script that waits in the
 * role's pane (`start/{role}.sh`) first makes `postponed/{role}.pipe` and reads from it, then looks for the
 * file; here the file goes first and the reader is woken then: so one of the two sees the other.
 */
export function startFiles({ at, disk, ...ground }: Ground): Starts {
  async function listPostponed(): Promise<Map<Role, Role>> {
    const found = new Map<Role, Role>();
    for (const name of await namesIn(disk, at.postponedDir)) {
      const role = roleSchema.safeParse(name);
      const asker = role.success ? roleSchema.safeParse(await readName(at.postponed(name))) : role;
      if (role.success && asker.success) found.set(role.data, asker.data);
    }
    return found;
  }

  async function readName(path: string): Promise<string> {
    try {
      return (await disk.read(path, NAME_BYTES)).trim();
    } catch (error) {
      if (error instanceof UnfitFile || isErrno(error, 'ENOENT')) return '';
      throw error;
    }
  }

  return {
    listPostponed,
    signPath: at.postponed,
    postpone: (role, asker) =>
      replaceWhole({ at, disk, ...ground }, at.postponed(role), `${asker}\n`),
    async proceed(role) {
      const postponed = await listPostponed();
      const answered = postponed.get(role) ?? role;
      for (const [one, asker] of postponed) {
        if (asker !== answered) continue;
        await ignoring(['ENOENT'], () => disk.unlink(at.postponed(one)));
        await disk.wakeReader(`${at.postponed(one)}.pipe`);
      }
    },
  };
}
