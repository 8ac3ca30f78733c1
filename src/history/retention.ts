import type { Clock } from '../kit/clock.ts';
import type { History, PastArmy } from '../store/store.ts';

/** What is kept of the armies of one folder; undefined: without limit. */
export interface Retention {
  keepDays: number | undefined;
  /** The newest of that session and folder. */
  keepArmies: number | undefined;
}

const DAY_MS = 86_400_000;

type Aged = Pick<PastArmy, 'session' | 'dismissedAt' | 'unread' | 'formation'>;

export type RetentionOf = (army: PastArmy) => Retention;

/** Removes expired armies from the history; with `dryRun` only lists them. */
export async function pruneHistory(
  { history, clock }: { history: History; clock: Pick<Clock, 'now'> },
  retentionOf: RetentionOf,
  { dryRun }: { dryRun: boolean },
): Promise<{ removed: PastArmy[]; kept: number }> {
  const armies = await history.listArmies();
  const removed = findExpired(armies, retentionOf, clock.now());
  if (!dryRun) for (const army of removed) await history.remove(army);
  return { removed, kept: armies.length - removed.length };
}

/**
 * Expired armies, of a list with the newest first. Never the last army of a folder while it has unread mail:
 * `summon --resume` would take that back.
 */
export function findExpired<A extends Aged>(
  armies: readonly A[],
  retentionOf: (army: A) => Retention,
  now: number,
): A[] {
  const counts = new Map<string, number>();
  return armies.filter((army) => {
    const { session, formation, dismissedAt, unread } = army;
    const place = `${session} ${formation?.folder ?? ''}`;
    const newer = counts.get(place) ?? 0;
    counts.set(place, newer + 1);
    const { keepDays, keepArmies } = retentionOf(army);
    const tooOld = keepDays !== undefined && now - dismissedAt > keepDays * DAY_MS;
    const tooMany = keepArmies !== undefined && newer >= keepArmies;
    return (tooOld || tooMany) && !(newer === 0 && unread > 0);
  });
}
