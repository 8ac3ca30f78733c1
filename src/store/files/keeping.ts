import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { createBreather } from '../../kit/breathe.ts';
import type { Journal, JournalEvent, PutBack, Seats } from '../store.ts';
import { ignoring, namesIn, type Ground } from './ground.ts';
import { isIncarnation, messageName, parseMessageName } from './layout.ts';

/**
 * `collected/{role}/{incarnation}/`: handed over, not yet acknowledged (R10–R12). Only its owner
 * acknowledges from it; only its owner, or anyone once the owner is dead, puts back.
 */
export function keepingDir(ground: Ground, journal: Journal, seats: Seats) {
  const { at, disk } = ground;

  async function acknowledge(
    role: Role,
    incarnation: string,
    ids: readonly string[],
  ): Promise<void> {
    const from = at.collected(role, incarnation);
    const wanted = new Set(ids);
    const done: JournalEvent[] = [];
    const breather = createBreather();
    for (const name of await namesIn(disk, from)) {
      await breather.pause();
      const named = parseMessageName(name);
      if (named === undefined || !wanted.has(named.id)) continue;
      await ignoring(['ENOENT'], async () => {
        await disk.rename(join(from, name), join(at.archive(role), name));
        done.push({ event: 'acknowledged', id: named.id, to: role });
      });
    }
    await journal.write(done);
  }

  /** One rename moves the message and raises its count, so no crash can separate the two (R11). */
  async function putBack(
    role: Role,
    incarnation: string,
    why: PutBack,
    ids?: readonly string[],
  ): Promise<number> {
    const from = at.collected(role, incarnation);
    const wanted = ids && new Set(ids);
    const done: JournalEvent[] = [];
    for (const name of await namesIn(disk, from)) {
      const named = parseMessageName(name);
      if (named === undefined || wanted?.has(named.id) === false) continue;
      const marked = messageName({ ...named, redelivered: named.redelivered + 1 });
      await ignoring(['ENOENT'], async () => {
        await disk.rename(join(from, name), join(at.inbox(role), marked));
        done.push({ event: 'put_back', id: named.id, to: role, why });
      });
    }
    await journal.write(done);
    return done.length;
  }

  async function putBackDead(role: Role): Promise<number> {
    let count = 0;
    for (const { incarnation, last } of await deadHolders(ground, seats, role)) {
      count += await putBack(role, incarnation, 'died');
      if (!last) await seats.leave(role, incarnation);
    }
    return count;
  }

  return { acknowledge, putBack, putBackDead };
}

/**
 * The lives of a role's relay that are over. The last known seat (`last`) stays on record: it says where the
 * role's pane and agent are.
 */
export async function deadHolders(
  { at, disk, clock }: Ground,
  seats: Seats,
  role: Role,
): Promise<{ incarnation: string; last: boolean }[]> {
  // Before the records: a seat is on record before its directory exists, so whoever is seen here
  // and is not on record below is dead. The other order would take a newcomer for dead.
  const holders = (await namesIn(disk, at.collectedBy(role))).filter((name) =>
    isIncarnation(name, clock.now()),
  );
  const records = await seats.list(role);
  const living = new Set(
    records.filter(({ alive }) => alive).map(({ incarnation }) => incarnation),
  );
  const newest = records.at(-1)?.incarnation;
  const known = new Set([...records.map(({ incarnation }) => incarnation), ...holders]);
  return [...known]
    .filter((incarnation) => !living.has(incarnation))
    .map((incarnation) => ({ incarnation, last: incarnation === newest }));
}
