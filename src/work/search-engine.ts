import type MiniSearch from 'minisearch';
import type { SearchOptions } from 'minisearch';
import { isLatin, type Word } from './search-words.ts';

/** Fields in the order of what they say. They are short or long by nature, which the engine already weighs. */
const BOOST = { name: 8, title: 1.5, tags: 1.25, content: 1, files: 0.5 };

export const FIELDS: readonly string[] = Object.keys(BOOST);

const STRANGE = 16;

export interface Found {
  readonly id: string;
  readonly score: number;
  /** The words that were found. */
  readonly words: readonly Word[];
}

/** Exact terms; if `loosely`, a word that stands nowhere may be misspelt or the beginning of one. No other may. */
export function look<T>(engine: MiniSearch<T>, words: readonly Word[], loosely: boolean): Found[] {
  const byTerm = new Map(words.map((word) => [word.term, word]));
  const sums = new Map<string, { sum: number; terms: string[] }>();
  const unseen = new Set(byTerm.keys());
  const add = (terms: readonly string[], options: SearchOptions = {}): void => {
    for (const { id, score, queryTerms } of engine.search('-', {
      ...options,
      tokenize: () => [...terms],
      boost: BOOST,
      boostTerm: (term) => byTerm.get(term)?.weight ?? 1,
    })) {
      for (const term of queryTerms) unseen.delete(term);
      const known = sums.get(id as string);
      // The engine multiplies by the number of terms, but one word may be several terms: see agreement.
      const sum = (known?.sum ?? 0) + score / queryTerms.length;
      sums.set(id as string, { sum, terms: [...(known?.terms ?? []), ...queryTerms] });
    }
  };
  add([...byTerm.keys()]);
  const strange = [...unseen].filter((term) => term.length > 3 && isLatin(term)).slice(0, STRANGE);
  if (loosely && strange.length > 0) {
    add(strange, { prefix: true, fuzzy: (term) => term.length > 4 && 1 });
  }
  return Array.from(sums, ([id, { sum, terms }]) => {
    const own = terms.flatMap((term) => byTerm.get(term) ?? []);
    return { id, score: sum * agreement(own), words: own };
  });
}

/** How many of the words asked for agree, each counted once by the heaviest of its terms. */
function agreement(words: readonly Word[]): number {
  const heaviest = new Map<string, number>();
  for (const { whole, weight } of words) {
    if (weight > (heaviest.get(whole) ?? 0)) heaviest.set(whole, weight);
  }
  let sum = 0;
  for (const weight of heaviest.values()) sum += weight;
  return sum;
}
