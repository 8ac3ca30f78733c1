import { $ZodError } from 'zod/v4/core';
import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { leaseAge, observable, statusSchema } from '../../relay/status.ts';
import { wakeFailures } from '../../errors.ts';
import type { Journal, RitualNote, Statuses } from '../store.ts';
import { quarantine, replaceWhole, type Ground } from './ground.ts';

const stateSchema = z.object({ state: z.enum(observable) });

const ritualSchema = z.pipe(
  z.object({
    state: z.enum(['due', 'given', 'skipped']),
    at: z.iso.datetime({ offset: true }),
    code: z.optional(z.enum(wakeFailures)),
  }),
  z.transform(({ code, ...note }): RitualNote => ({ ...note, ...(code && { code }) })),
);

const rungSchema = z.object({
  nonce: z.string(),
  at: z.iso.datetime({ offset: true }),
  by: z.string().check(z.maxLength(100)),
  outcome: z.enum(['rung', ...wakeFailures]),
});

/**
 * `status/{role}.json`, declared; `state/{role}`, observed: its age is the file's; what became of the
 * role's ritual and of the last ring. Whole at any moment, but not synced: after a power cut nobody
 * is left who does what they say.
 */
export function statusFiles(ground: Ground, journal: Journal): Statuses {
  const { at, disk, clock } = ground;

  async function read<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined> {
    try {
      return schema.parse(JSON.parse(await disk.read(path, 65_536)));
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      const unfit =
        error instanceof UnfitFile || error instanceof SyntaxError || error instanceof $ZodError;
      if (!unfit) throw error;
      await quarantine(ground, journal, path, 'a status that cannot be read');
      return undefined;
    }
  }

  const write = (path: string, document: object): Promise<void> =>
    replaceWhole(ground, path, `${JSON.stringify(document)}\n`, { sync: false });

  return {
    declared: (role: Role) => read(at.status(role), statusSchema),
    declare: (status) => write(at.status(status.role), status),

    async observed(role) {
      const seen = await read(at.state(role), stateSchema);
      const stat = seen && (await disk.stat(at.state(role)));
      return stat && { state: seen.state, ageMs: leaseAge(clock.now() - stat.modifiedMs) };
    },

    observe: (role, state) => write(at.state(role), { state, at: rfc3339(clock.now()) }),

    ritual: (role) => read(at.ritual(role), ritualSchema),
    noteRitual: (role, { state, at: when, code }) =>
      write(at.ritual(role), { state, at: when, code }),

    async lastRing(role, { nonce }) {
      const last = await read(at.rung(role), rungSchema);
      if (last?.nonce !== nonce) return undefined;
      return { at: last.at, by: last.by, outcome: last.outcome };
    },
    noteRing: (role, { nonce }, { at: when, by, outcome }) =>
      write(at.rung(role), { nonce, at: when, by, outcome }),
  };
}
