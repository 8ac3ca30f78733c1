import * as z from 'zod';
import type { Role } from '../../army/role.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { leaseAge, observable, statusSchema } from '../../relay/status.ts';
import type { Journal, Statuses } from '../store.ts';
import { quarantine, replaceWhole, type Ground } from './ground.ts';

const stateSchema = z.object({ state: z.enum(observable) });

/**
 * `status/{role}.json`, declared; `state/{role}`, observed: its age is the file's. Whole at any moment,
 * but not synced: after a power cut nobody is left who does what they say.
 */
export function statusFiles(ground: Ground, journal: Journal): Statuses {
  const { at, disk, clock } = ground;

  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    try {
      return schema.parse(JSON.parse(await disk.read(path, 65_536)));
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      const unfit =
        error instanceof UnfitFile || error instanceof SyntaxError || error instanceof z.ZodError;
      if (!unfit) throw error;
      await quarantine(ground, journal, path, 'a status that cannot be read');
      return undefined;
    }
  }

  return {
    declared: (role: Role) => read(at.status(role), statusSchema),
    declare: (status) =>
      replaceWhole(ground, at.status(status.role), `${JSON.stringify(status)}\n`, { sync: false }),

    async observed(role) {
      const seen = await read(at.state(role), stateSchema);
      const stat = seen && (await disk.stat(at.state(role)));
      return stat && { state: seen.state, ageMs: leaseAge(clock.now() - stat.modifiedMs) };
    },

    async observe(role, state) {
      const text = JSON.stringify({ state, at: rfc3339(clock.now()) });
      await replaceWhole(ground, at.state(role), `${text}\n`, { sync: false });
    },
  };
}
