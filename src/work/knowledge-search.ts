import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { createBreather } from '../kit/breathe.ts';
import { sameFile } from './search-files.ts';
import { isLatin, plain, termsOf, wordsOf, type Word } from './search-words.ts';

export interface KnowledgeEntry {
  id: string;
  type: 'pattern' | 'lesson';
  title: string;
  content: string;
  tags: readonly string[];
  files: readonly string[];
  source_task?: string;
  timestamp?: string;
}

export interface KnowledgeHit {
  entry: KnowledgeEntry;
  score: number;
  /** The words of the query that were found, as they were asked. */
  matched: readonly string[];
}

export interface KnowledgeQuery {
  text?: string;
  /** All of them. */
  tags?: readonly string[];
  /** Any of them. */
  files?: readonly string[];
  type?: 'pattern' | 'lesson';
  limit?: number;
}

export interface KnowledgeIndex {
  readonly size: number;
  put(entry: KnowledgeEntry): void;
  remove(id: string): void;
  /** Best first; without words to rank by, newest first. */
  search(query: KnowledgeQuery): KnowledgeHit[];
}

const FIELDS = ['name', 'title', 'tags', 'content', 'files'];
const BOOST = { name: 8, title: 1.5, tags: 1.25, content: 1, files: 0.5 };
const LIMIT = 10;
const MOST = 100;
const MOST_WORDS = 150;

/** The library is loaded with the first index: a relay that nobody asks does not pay for it. */
export async function createKnowledgeIndex(
  entries: Iterable<KnowledgeEntry> = [],
): Promise<KnowledgeIndex> {
  const { default: Engine } = await import('minisearch');
  const engine: MiniSearch<KnowledgeEntry> = new Engine({
    fields: FIELDS,
    extractField: (entry, field) => fieldOf(entry, field),
    tokenize: (text, field) => (field === 'name' ? text.split(' ') : termsOf(text)),
    processTerm: (term) => term,
  });
  const known = new Map<string, KnowledgeEntry>();

  function remove(id: string): void {
    const old = known.get(id);
    if (old === undefined) return;
    known.delete(id);
    engine.remove(old);
  }

  function put(entry: KnowledgeEntry): void {
    remove(entry.id);
    // A copy: the engine must be told at the end exactly what it was told at the beginning.
    const own = { ...entry, tags: [...entry.tags], files: [...entry.files] };
    known.set(own.id, own);
    engine.add(own);
  }

  function ranked(words: readonly Word[]): KnowledgeHit[] {
    return look(engine, words).flatMap(({ id, score, queryTerms }) => {
      const entry = known.get(id as string);
      if (entry === undefined) return [];
      const found = heaviest(words.filter(({ term }) => queryTerms.includes(term)));
      // The engine multiplies by the number of terms; one word may be several (its parts, its pairs, its concept).
      const agreement = [...found.values()].reduce((sum, weight) => sum + weight, 0);
      return {
        entry,
        score: (score / queryTerms.length) * agreement,
        matched: [...found.keys()],
      };
    });
  }

  const breather = createBreather();
  for (const entry of entries) {
    put(entry);
    await breather.pause();
  }
  return {
    get size() {
      return known.size;
    },
    put,
    remove,
    search(query) {
      const words = wordsOf(query.text ?? '').slice(0, MOST_WORDS);
      const filtered = (query.tags ?? []).length + (query.files ?? []).length > 0;
      if (words.length === 0 && (query.text ?? '').trim() !== '' && !filtered) return [];
      const fits = filterOf(query);
      const all = words.length > 0 ? ranked(words) : unranked(known.values());
      return all
        .filter(({ entry }) => fits(entry))
        .sort((a, b) => b.score - a.score || newestFirst(a.entry, b.entry))
        .slice(0, limitOf(query.limit));
    },
  };
}

/** Each word as it was written, with the weight of the best of its terms. */
function heaviest(words: readonly Word[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { written, weight } of words) {
    weights.set(written, Math.max(weight, weights.get(written) ?? 0));
  }
  return weights;
}

function fieldOf(entry: KnowledgeEntry, field: string): string {
  switch (field) {
    case 'id':
      return entry.id;
    case 'name':
      return [entry.id, entry.source_task ?? '']
        .map((name) => plain(name).replaceAll(/[^\p{L}\p{N}]/gu, ''))
        .join(' ');
    case 'title':
      return entry.title;
    case 'tags':
      return entry.tags.join('\n');
    case 'content':
      return entry.content;
    default:
      return entry.files.join('\n');
  }
}

/** Exact terms first; only a word that stands nowhere may be misspelt or the beginning of one. */
function look(engine: MiniSearch<KnowledgeEntry>, words: readonly Word[]): SearchResult[] {
  const weights = new Map(words.map(({ term, weight }) => [term, weight]));
  const options = {
    tokenize: () => [...weights.keys()],
    boost: BOOST,
    boostTerm: (term: string) => weights.get(term) ?? 1,
  };
  const results = engine.search('-', options);
  const found = new Set(results.flatMap(({ queryTerms }) => queryTerms));
  const strange = new Set(
    words
      .map(({ term }) => term)
      .filter((term) => !found.has(term) && term.length > 3 && isLatin(term)),
  );
  if (strange.size === 0) return results;
  return engine.search('-', {
    ...options,
    prefix: (term) => strange.has(term),
    fuzzy: (term) => strange.has(term) && term.length > 4 && 1,
  });
}

function filterOf({
  tags = [],
  files = [],
  type,
}: KnowledgeQuery): (entry: KnowledgeEntry) => boolean {
  const wanted = tags.map(tagForm).filter((tag) => tag !== '');
  return (entry) => {
    if (type !== undefined && entry.type !== type) return false;
    const own = new Set(entry.tags.map(tagForm));
    if (!wanted.every((tag) => own.has(tag))) return false;
    return (
      files.length === 0 || files.some((asked) => entry.files.some((file) => sameFile(asked, file)))
    );
  };
}

const tagForm = (tag: string): string => plain(tag).trim();

const unranked = (entries: Iterable<KnowledgeEntry>): KnowledgeHit[] =>
  Array.from(entries, (entry) => ({ entry, score: 0, matched: [] }));

const newestFirst = (a: KnowledgeEntry, b: KnowledgeEntry): number =>
  compare(b.timestamp ?? '', a.timestamp ?? '') || compare(b.id, a.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const limitOf = (limit: number | undefined): number =>
  limit === undefined || Number.isNaN(limit)
    ? LIMIT
    : Math.min(MOST, Math.max(1, Math.trunc(limit)));
