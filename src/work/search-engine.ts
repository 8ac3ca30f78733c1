import type MiniSearch from 'minisearch';
import type { SearchOptions } from 'minisearch';
import { isLatin, type Word } from './search-words.ts';

/** Fields in the order of what they say. They are short or long by nature, which the engine already weighs. */
const BOOST = { name: 8, title: 1.5, tags: 1.25, content: 1, files: 0.5 };

export const FIELDS: readonly string[] = Object.keys(BOOST);

const STRANGE = 16;

export interface Found {
  readonly id: string;
  score: number;
  /** Those of the words asked for that were found. */
  terms: readonly string[];
}

/** Exact terms; only a word that stands nowhere may be misspelt, or the beginning of one. */
export function look<T>(engine: MiniSearch<T>, words: ReadonlyMap<string, Word>): Iterable<Found> {
  const found = new Map<string, Found>();
  const unseen = new Set(words.keys());
  const add = (terms: readonly string[], options: SearchOptions = {}): void => {
    for (const result of engine.search('-', {
      ...options,
      tokenize: () => [...terms],
      boost: BOOST,
      boostTerm: (term) => words.get(term)?.weight ?? 1,
    })) {
      const id = result.id as string;
      const own = result.queryTerms;
      for (const term of own) unseen.delete(term);
      // The engine multiplies by the number of terms, but one word may be several terms: see agreement.
      const score = result.score / own.length;
      const known = found.get(id);
      if (known === undefined) found.set(id, { id, score, terms: own });
      else {
        known.score += score;
        known.terms = [...known.terms, ...own];
      }
    }
  };
  add([...words.keys()]);
  const strange = [...unseen].filter((term) => term.length > 3 && isLatin(term)).slice(0, STRANGE);
  if (strange.length > 0) {
    add(strange, { prefix: true, fuzzy: (term) => term.length > 4 && 1 });
  }
  const agreement = agreementOf(words);
  for (const one of found.values()) one.score *= agreement(one.terms);
  return found.values();
}

/**
 * How many of the words asked for agree, each counted once by the heaviest of its terms. Asked thousands of times a
 * search, so it keeps its table.
 */
function agreementOf(words: ReadonlyMap<string, Word>): (terms: readonly string[]) => number {
  const wholes = [...new Set(Array.from(words.values(), ({ whole }) => whole))];
  const rows = new Map(wholes.map((whole, row) => [whole, row]));
  const places = new Map(
    Array.from(words.values(), ({ term, whole, weight }) => [
      term,
      { row: rows.get(whole) ?? 0, weight },
    ]),
  );
  const heaviest = new Float64Array(wholes.length);
  return (terms) => {
    heaviest.fill(0);
    let sum = 0;
    for (const term of terms) {
      const place = places.get(term);
      if (place === undefined) continue;
      const more = place.weight - (heaviest[place.row] ?? 0);
      if (more <= 0) continue;
      heaviest[place.row] = place.weight;
      sum += more;
    }
    return sum;
  };
}
