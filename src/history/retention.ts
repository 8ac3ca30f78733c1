import type { PastArmy } from '../store/store.ts';

/** What is kept of the armies of one folder; undefined: without end. */
export interface Retention {
  keepDays: number | undefined;
  /** The newest of that session and folder. */
  keepArmies: number | undefined;
}

const DAY_MS = 86_400_000;

type Aged = Pick<PastArmy, 'session' | 'dismissedAt' | 'unread' | 'formation'>;

/**
 * Those whose time is over, of armies newest first. Never the last army of a folder while it has unread mail:
 * `summon --resume` would take that back.
 */
export function expired<A extends Aged>(
  armies: readonly A[],
  keepOf: (army: A) => Retention,
  now: number,
): A[] {
  const counts = new Map<string, number>();
  return armies.filter((army) => {
    const { session, formation, dismissedAt, unread } = army;
    const place = `${session} ${formation?.folder ?? ''}`;
    const newer = counts.get(place) ?? 0;
    counts.set(place, newer + 1);
    const { keepDays, keepArmies } = keepOf(army);
    const tooOld = keepDays !== undefined && now - dismissedAt > keepDays * DAY_MS;
    const tooMany = keepArmies !== undefined && newer >= keepArmies;
    return (tooOld || tooMany) && !(newer === 0 && unread > 0);
  });
}
