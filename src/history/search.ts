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
  let hits: Hit[] = [];
  let [count, unreadable] = [0, 0];
  for (const army of await history.armies()) {
    // What it holds was written before it was dismissed.
    if (army.dismissedAt < since || (query.session ?? army.session) !== army.session) continue;
    const read = await history.messages(army);
    unreadable += read.unreadable;
    const found = read.messages.filter((message) => {
      if (Date.parse(message.timestamp) < since || !concerns(message, query.role)) return false;
      const text = plain(`${message.subject}\n${message.body}`);
      return words.every((word) => text.includes(word));
    });
    count += found.length;
    // After each army: a history is long, and its bodies are not all held at once.
    hits = [...hits, ...found.map((message) => ({ army, message }))]
      .toSorted((a, b) => timeOf(b) - timeOf(a))
      .slice(0, query.limit);
  }
  return { hits, count, unreadable };
}

const timeOf = ({ message }: Hit): number => Date.parse(message.timestamp);

export const concerns = ({ from, to }: PastMessage, role: Role | undefined): boolean =>
  role === undefined || from === role || to === role;
