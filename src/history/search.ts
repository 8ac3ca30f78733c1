import type { Role } from '../army/role.ts';
import type { History, PastArmy, PastMessage } from '../store/store.ts';

export interface Query {
  words: readonly string[];
  session?: string | undefined;
  role?: Role | undefined;
  /** In milliseconds since 1970. */
  since?: number | undefined;
  /** How many are given; all are counted. */
  limit: number;
}

export interface Hit {
  army: PastArmy;
  message: PastMessage;
}

export interface Found {
  hits: Hit[];
  count: number;
  /** Files that could not be read. */
  unreadable: number;
}

/** One form for all the ways to type a character: full and half width, case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Messages in which every word stands somewhere, in subject or body; the newest first. */
export async function searchHistory(history: History, query: Query): Promise<Found> {
  const words = query.words.map(plain);
  const since = query.since ?? Number.NEGATIVE_INFINITY;
  const found: Hit[] = [];
  let unreadable = 0;
  for (const army of await history.armies()) {
    // What it holds was written before it was dismissed.
    if (army.dismissedAt < since || (query.session ?? army.session) !== army.session) continue;
    const read = await history.messages(army);
    unreadable += read.unreadable;
    for (const message of read.messages) {
      if (Date.parse(message.timestamp) < since || !concerns(message, query.role)) continue;
      const text = plain(`${message.subject}\n${message.body}`);
      if (words.every((word) => text.includes(word))) found.push({ army, message });
    }
  }
  const newest = found.toSorted((a, b) => timeOf(b) - timeOf(a));
  return { hits: newest.slice(0, query.limit), count: found.length, unreadable };
}

const timeOf = ({ message }: Hit): number => Date.parse(message.timestamp);

export const concerns = ({ from, to }: PastMessage, role: Role | undefined): boolean =>
  role === undefined || from === role || to === role;
