import { $ZodError } from 'zod/v4/core';
import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { leaseAge, observable, statusSchema } from '../../relay/status.ts';
import { wakeFailures } from '../../errors.ts';
import type { Journal, RitualNote, Statuses } from '../store.ts';
import { quarantine, replaceWhole, type Ground } from './ground.ts';

/** Hooks write it in place, always as many bytes: `turns` is a text of digits, padded. */
const stateSchema = z.object({
  state: z.enum(observable),
  turns: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  tells: z.optional(z.boolean()),
});

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
  round_trip_ms: z.optional(z.number()),
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
      const stat = await disk.stat(at.state(role));
      // A hook has just made it, and has not written yet.
      if (stat === undefined || (stat.kind === 'file' && stat.bytes === 0)) return undefined;
      const seen = await read(at.state(role), stateSchema);
      if (seen === undefined) return undefined;
      const ageMs = leaseAge(clock.now() - stat.modifiedMs);
      const { state, turns, tells } = seen;
      return {
        state,
        ageMs,
        at: Math.round(stat.modifiedMs),
        ...(turns !== undefined && { turns: Number(turns) }),
        ...(tells === false && { tells: false as const }),
      };
    },

    observe: (role, seen) => replaceWhole(ground, at.state(role), stateText(seen), { sync: false }),

    ritual: (role) => read(at.ritual(role), ritualSchema),
    noteRitual: (role, { state, at: when, code }) =>
      write(at.ritual(role), { state, at: when, code }),

    async lastRing(role) {
      const last = await read(at.rung(role), rungSchema);
      if (last === undefined) return undefined;
      const { round_trip_ms: roundTripMs, ...rung } = last;
      return { ...rung, ...(roundTripMs !== undefined && { roundTripMs }) };
    },
    noteRing: (role, { nonce }, { at: when, by, outcome, roundTripMs }) =>
      write(at.rung(role), { nonce, at: when, by, outcome, round_trip_ms: roundTripMs }),

    spoken: async (role) => (await disk.stat(at.person(role)))?.modifiedMs,
    speak: (role) => replaceWhole(ground, at.person(role), '', { sync: false }),
  };
}

/** As long as every other of its agent: whoever overwrites it in place leaves nothing of the one before. */
const stateText = ({ state, turns = 0, tells }: Parameters<Statuses['observe']>[1]): string => {
  const quoted = `"${state}"`.padEnd('"waiting"'.length);
  const silent = tells === false ? ',"tells":false' : '';
  return `{"state":${quoted},"turns":"${String(turns).padStart(6, '0')}"${silent}}\n`;
};
