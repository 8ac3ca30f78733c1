import type { Role } from '../army/role.ts';
import type { History, PastArmy, PastMessage } from '../store/store.ts';

export interface Query {
  words: readonly string[];
  session?: string | undefined;
  role?: Role | undefined;
  /** In milliseconds since 1970. */
  since?: number | undefined;
  /** How many are returned; all are counted. */
  limit: number;
}

export interface Hit {
  army: PastArmy;
  message: PastMessage;
}

/** Full and half width, upper and lower case become one form. */
const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Messages containing every word, in subject or body; the newest first. `unreadable`: files that could not be read. */
export async function searchHistory(history: History, query: Query) {
  const words = query.words.map(normalizeText);
  const since = query.since ?? Number.NEGATIVE_INFINITY;
  let hits: Hit[] = [];
  let [count, unreadable] = [0, 0];
  for (const army of await history.listArmies()) {
    // An army's messages are older than its dismissal.
    if (army.dismissedAt < since || (query.session ?? army.session) !== army.session) continue;
    const read = await history.readMessages(army);
    unreadable += read.unreadable;
    const found = read.messages.filter((message) => {
      if (Date.parse(message.timestamp) < since || !isAboutRole(message, query.role)) return false;
      const text = normalizeText(`${message.subject}\n${message.body}`);
      return words.every((word) => text.includes(word));
    });
    count += found.length;
    // Cut after each army: the bodies of a long history are not all held at once.
    hits = [...hits, ...found.map((message) => ({ army, message }))]
      .toSorted((a, b) => timeOf(b) - timeOf(a))
      .slice(0, query.limit);
  }
  return { hits, count, unreadable };
}

const timeOf = ({ message }: Hit): number => Date.parse(message.timestamp);

export const isAboutRole = ({ from, to }: PastMessage, role: Role | undefined): boolean =>
  role === undefined || from === role || to === role;
