import MiniSearch from 'minisearch';
import { createBreather } from '../kit/breathe.ts';
import type { KnowledgeEntry, KnowledgeIndex, KnowledgeQuery } from './knowledge-search.ts';
import { FIELDS, look } from './search-engine.ts';
import { fileAsked } from './search-files.ts';
import { relevantAmong } from './search-relevant.ts';
import { asWritten, joined, plain, termsOf, wordsOf, type Word } from './search-words.ts';

/** An entry that shares words with a text. */
export interface Weighed {
  readonly entry: KnowledgeEntry;
  readonly score: number;
  readonly terms: readonly string[];
}

export interface Weighing {
  /** The words of the text by their terms. */
  readonly words: ReadonlyMap<string, Word>;
  /** Every entry that shares one, best first. */
  readonly found: readonly Weighed[];
}

const LIMIT = 10;
const MOST = 100;
const MOST_WORDS = 150;

export async function openIndex(entries: Iterable<KnowledgeEntry>): Promise<KnowledgeIndex> {
  const engine = new MiniSearch<KnowledgeEntry>({
    fields: [...FIELDS],
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

  /** What every ranking begins with. */
  function weigh(text: string): Weighing {
    const words = new Map(
      wordsOf(text)
        .slice(0, MOST_WORDS)
        .map((word) => [word.term, word]),
    );
    const found: Weighed[] = [];
    for (const { id, score, terms } of look(engine, words)) {
      const entry = known.get(id);
      if (entry !== undefined) found.push({ entry, score, terms });
    }
    return { words, found: found.sort(bestFirst) };
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
    relevantTo: (task, limit) => relevantAmong(weigh, known.size, task, limit),
    search(query) {
      const fits = filterOf(query);
      const { words, found } = ranks(query)
        ? weigh(query.text ?? '')
        : { words: new Map<string, Word>(), found: newest(known.values()) };
      return found
        .filter(({ entry }) => fits(entry))
        .slice(0, limitOf(query.limit))
        .map(({ entry, score, terms }) => ({ entry, score, matched: asWritten(terms, words) }));
    },
  };
}

/** A text without a word to look for (symbols, 「これは？」) finds nothing, unless there is something else to go by. */
function ranks({ text = '', tags = [], files = [] }: KnowledgeQuery): boolean {
  if (text.trim() === '') return false;
  return tags.length + files.length === 0 || wordsOf(text).length > 0;
}

function fieldOf(entry: KnowledgeEntry, field: string): string {
  if (field === 'name') return [entry.id, entry.source_task ?? ''].map(joined).join(' ');
  const value = entry[field as 'id' | 'title' | 'tags' | 'content' | 'files'];
  return typeof value === 'string' ? value : value.join('\n');
}

function filterOf(query: KnowledgeQuery): (entry: KnowledgeEntry) => boolean {
  const { tags = [], files = [], type } = query;
  const wanted = tags.map(tagForm).filter((tag) => tag !== '');
  const asked = files.map(fileAsked);
  return (entry) =>
    (type === undefined || entry.type === type) &&
    (wanted.length === 0 || hasAll(entry.tags, wanted)) &&
    (asked.length === 0 || asked.some((isThis) => entry.files.some(isThis)));
}

function hasAll(tags: readonly string[], wanted: readonly string[]): boolean {
  const own = new Set(tags.map(tagForm));
  return wanted.every((tag) => own.has(tag));
}

const tagForm = (tag: string): string => plain(tag).trim();

const newest = (entries: Iterable<KnowledgeEntry>): Weighed[] =>
  Array.from(entries, (entry) => ({ entry, score: 0, terms: [] })).sort(bestFirst);

const bestFirst = (a: Weighed, b: Weighed): number =>
  b.score - a.score || newestFirst(a.entry, b.entry);

const newestFirst = (a: KnowledgeEntry, b: KnowledgeEntry): number =>
  compare(b.timestamp ?? '', a.timestamp ?? '') || compare(b.id, a.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const limitOf = (limit: number | undefined): number =>
  limit === undefined || Number.isNaN(limit)
    ? LIMIT
    : Math.min(MOST, Math.max(1, Math.trunc(limit)));
