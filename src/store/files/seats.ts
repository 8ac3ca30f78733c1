import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { errnoOf } from '../../kit/errno.ts';
import type { ProcessIdentity } from '../../kit/process-identity.ts';
import type { Seat, Seats, SeatSeen } from '../store.ts';
import { createWhole, ignoring, replaceWhole, type Ground } from './ground.ts';
import { isIncarnation } from './layout.ts';

const identity = z.object({
  pid: z.int().check(z.positive()),
  start: z.string(),
  boot: z.string(),
});

const seatDocument = z.lazy(() =>
  z.pipe(
    z.object({
      relay: identity,
      agent: z.object({ kind: z.string(), process: z.optional(identity) }),
      doorbells: z._default(z.array(z.string()), []),
      pane: z.optional(z.string()),
      ready_at: z.optional(z.string()),
      keeper: z.optional(identity),
    }),
    z.transform(
      ({ relay, agent, doorbells, pane, ready_at, keeper }): Omit<Seat, 'incarnation'> => ({
        relay,
        doorbells,
        agent: { kind: agent.kind, ...(agent.process && { process: agent.process }) },
        ...(pane !== undefined && { pane }),
        ...(ready_at !== undefined && { readyAt: ready_at }),
        ...(keeper && { keeper }),
      }),
    ),
  ),
);

const toDocument = ({
  relay,
  agent,
  doorbells,
  pane,
  readyAt,
  keeper,
}: Omit<Seat, 'incarnation'>): string =>
  `${JSON.stringify({ relay, agent, doorbells, pane, ready_at: readyAt, keeper })}\n`;

/** Of a record that cannot be read: its incarnation is all that is known. */
const UNKNOWN: Omit<Seat, 'incarnation'> = {
  relay: { pid: 0, start: '', boot: '' },
  agent: { kind: 'unknown' },
  doorbells: [],
};

/**
 * `agents/{role}/{incarnation}.json`: the seats of a role. Written before anything is collected. Not
 * synced: after a power cut no process of that boot is alive, whatever the record says.
 */
export function seatFiles(ground: Ground, isAlive: (identity: ProcessIdentity) => boolean): Seats {
  const { at, disk, ids, clock } = ground;

  const incarnationsOf = async (role: Role): Promise<string[]> =>
    (await namesIn(disk, at.seats(role)))
      .flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
      .filter((name) => isIncarnation(name, clock.now()))
      .sort();

  async function read(role: Role, incarnation: string): Promise<SeatSeen | undefined> {
    try {
      const text = await disk.read(at.seat(role, incarnation), 16_384);
      const seat = seatDocument.parse(JSON.parse(text));
      const { process: agent } = seat.agent;
      const agentAlive = agent !== undefined && isAlive(agent);
      const keeperAlive = seat.keeper !== undefined && isAlive(seat.keeper);
      const whole = (await disk.stat(at.collected(role, incarnation)))?.kind === 'dir';
      const alive = isAlive(seat.relay);
      return { incarnation, ...seat, alive, agentAlive, keeperAlive, whole };
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      // Out of descriptors, a torn disk: unknown counts as alive. What never was a record, as dead.
      const denied = error instanceof UnfitFile && error.denied !== undefined;
      const alive = errnoOf(error) !== undefined || denied;
      const others = { agentAlive: false, keeperAlive: false };
      return { incarnation, ...UNKNOWN, alive, ...others, whole: true };
    }
  }

  return {
    async add(role, seat) {
      const taken = [
        ...(await incarnationsOf(role)),
        ...(await namesIn(disk, at.collectedBy(role))).filter((name) =>
          isIncarnation(name, clock.now()),
        ),
      ];
      const incarnation = ids.next(taken.toSorted().at(-1));
      await createWhole(ground, at.seat(role, incarnation), toDocument(seat), { sync: false });
      await disk.mkdir(at.collected(role, incarnation));
      return incarnation;
    },

    async update(role, { incarnation, ...seat }) {
      await replaceWhole(ground, at.seat(role, incarnation), toDocument(seat));
      await disk.mkdir(at.collected(role, incarnation));
    },

    async remove(role, incarnation) {
      await ignoring(['ENOENT', 'ENOTEMPTY', 'ENOTDIR'], () =>
        disk.rmdir(at.collected(role, incarnation)),
      );
      await ignoring(['ENOENT'], () => disk.unlink(at.seat(role, incarnation)));
    },

    async list(role) {
      const seats = [];
      for (const incarnation of await incarnationsOf(role)) {
        const seat = await read(role, incarnation);
        if (seat !== undefined) seats.push(seat);
      }
      return seats;
    },
  };
}
