import * as z from 'zod/mini';
import { wakeFailures } from '../../errors.ts';
import { statusSchema } from '../../message/status.ts';
import type { HookStatuses, Journal, Statuses } from '../store.ts';
import { readOrQuarantine, replaceDocument } from './document.ts';
import type { Ground } from './ground.ts';

const rungSchema = z.lazy(() =>
  z.object({
    nonce: z.string(),
    at: z.iso.datetime({ offset: true }),
    by: z.string().check(z.maxLength(100)),
    outcome: z.enum(['rung', ...wakeFailures]),
    round_trip_ms: z.optional(z.number()),
  }),
);

/**
 * `status/{role}.json`, declared, and `rung/{role}.json`, what became of the last ring. Whole at any moment,
 * but not synced: after a power cut no process is left that does what they say.
 */
export function statusFiles(ground: Ground, journal: Journal): Omit<Statuses, keyof HookStatuses> {
  const { at } = ground;
  return {
    readDeclared: (role) => readOrQuarantine(ground, journal, at.status(role), statusSchema),
    declare: (status) => replaceDocument(ground, at.status(status.role), status),

    async readLastRing(role) {
      const last = await readOrQuarantine(ground, journal, at.rung(role), rungSchema);
      if (last === undefined) return undefined;
      const { round_trip_ms: roundTripMs, ...rung } = last;
      return { ...rung, ...(roundTripMs !== undefined && { roundTripMs }) };
    },
    noteRing: (role, { nonce }, { at: when, by, outcome, roundTripMs }) =>
      replaceDocument(ground, at.rung(role), {
        nonce,
        at: when,
        by,
        outcome,
        round_trip_ms: roundTripMs,
      }),
  };
}
