import type { Clock } from '../kit/clock.ts';
import type { Journal, JournalPosition, JournalRecord, Store } from '../store/store.ts';

type Tell = (records: readonly JournalRecord[]) => Promise<void>;

/** All there is from a place on; where it ended. */
export async function readJournal(
  journal: Pick<Journal, 'read'>,
  tell: Tell,
  from?: JournalPosition,
): Promise<JournalPosition> {
  for (let place = from; ;) {
    const { records, next } = await journal.read(place);
    if (records.length > 0) await tell(records);
    if (next === place) return place;
    place = next;
  }
}

interface Following {
  store: Pick<Store, 'journal' | 'isPresent'>;
  clock: Clock;
  signal: AbortSignal;
  tell: Tell;
}

/** A change may go unheard (N1, N2); where none can be heard at all, looking is all there is. */
const LOOK_MS = 30_000;
const DEAF_LOOK_MS = 1_000;

/** Tells what there is, then what comes, until it is stopped or the army is dismissed. */
export async function followJournal(following: Following): Promise<'stopped' | 'dismissed'> {
  const { store, clock, signal, tell } = following;
  let changed = false;
  let wake = (): void => undefined;
  const stir = (): void => {
    changed = true;
    wake();
  };
  const watch = store.journal.watch(stir);
  signal.addEventListener('abort', stir);
  try {
    for (let place: JournalPosition | undefined; ;) {
      await watch.rearm();
      changed = false;
      place = await readJournal(store.journal, tell, place);
      if (signal.aborted) return 'stopped';
      if (!(await store.isPresent())) return 'dismissed';
      const look = clock.after(watch.hearing ? LOOK_MS : DEAF_LOOK_MS, stir);
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (changed) resolve();
      });
      look.cancel();
    }
  } finally {
    signal.removeEventListener('abort', stir);
    watch.close();
  }
}
