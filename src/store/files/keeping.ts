import { namesIn } from '../../kit/disk.ts';
import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { createBreather } from '../../kit/breathe.ts';
import type { Journal, JournalEvent, Mail, Seats } from '../store.ts';
import { ignoring, type Ground } from './ground.ts';
import { isIncarnation, messageName, parseMessageName, type MessageName } from './layout.ts';

/**
 * `collected/{role}/{incarnation}/`: handed over, not yet acknowledged (R10–R12). Only its owner
 * acknowledges from it; only its owner, or anyone once the owner is dead, puts back.
 */
export function keepingDir(ground: Ground, journal: Journal, seats: Seats) {
  const { at, disk } = ground;

  /** One rename moves a message and changes its name, so no crash can separate the two (R11). */
  async function move(
    role: Role,
    incarnation: string,
    ids: readonly string[] | undefined,
    to: (named: MessageName) => string,
    eventOf: (id: string) => JournalEvent,
  ): Promise<number> {
    const from = at.collected(role, incarnation);
    const wanted = ids && new Set(ids);
    const done: JournalEvent[] = [];
    const breather = createBreather();
    for (const name of await namesIn(disk, from)) {
      await breather.pause();
      const named = parseMessageName(name);
      if (named === undefined || wanted?.has(named.id) === false) continue;
      const moved = await ignoring(['ENOENT'], () => disk.rename(join(from, name), to(named)));
      if (moved) done.push(eventOf(named.id));
    }
    await journal.write(done);
    return done.length;
  }

  const putBack: Mail['putBack'] = (role, incarnation, why, ids) => {
    const marked = (named: MessageName): string =>
      messageName({ ...named, redelivered: named.redelivered + 1 });
    const to = (named: MessageName): string => join(at.inbox(role), marked(named));
    return move(role, incarnation, ids, to, (id) => ({ event: 'put_back', id, to: role, why }));
  };

  return {
    async acknowledge(role: Role, incarnation: string, ids: readonly string[]): Promise<void> {
      const to = (named: MessageName): string => join(at.archive(role), messageName(named));
      await move(role, incarnation, ids, to, (id) => ({ event: 'acknowledged', id, to: role }));
    },
    putBack,
    putBackDead: (role: Role) => putBackDead(ground, seats, role, putBack),
  };
}

/** What the dead relays of a role hold, back to its inbox; their seats go. */
export async function putBackDead(
  ground: Ground,
  seats: Seats,
  role: Role,
  putBack: Mail['putBack'],
): Promise<number> {
  let count = 0;
  for (const { incarnation, last } of await deadHolders(ground, seats, role)) {
    count += await putBack(role, incarnation, 'died');
    if (!last) await seats.remove(role, incarnation);
  }
  return count;
}

/**
 * The lives of a role's relay that are over. The last known seat (`last`) stays on record: it says where the
 * role's pane and agent are.
 */
async function deadHolders(
  { at, disk, clock }: Ground,
  seats: Seats,
  role: Role,
): Promise<{ incarnation: string; last: boolean }[]> {
  // Before the records: a seat is on record before its directory exists, so a holder that is seen here
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
