import type { Filed, Papers } from '../papers/papers.ts';
import type { Knowledge } from './knowledge.ts';
import type { Lore, LoreEntry, LoreHit, LoreQuery } from './work.ts';

/** What ranks: it is told of every entry, and of every change. */
export interface LoreIndex {
  put(entry: LoreEntry): void;
  remove(id: string): void;
  search(query: LoreQuery): LoreHit[];
  relevantTo(task: Parameters<Lore['relevantTo']>[0], limit: number): LoreHit[];
}

/**
 * Knowledge as its documents are now: a person may write, change or delete them at any time. The
 * index is made with the first question, and only what has changed since is told to it.
 */
export function openLore(
  papers: Pick<Papers, 'knowledge'>,
  createIndex: () => Promise<LoreIndex>,
): Lore {
  const known = new Map<string, Filed<Knowledge>>();
  let making: Promise<LoreIndex> | undefined;

  async function current(): Promise<LoreIndex> {
    making ??= createIndex();
    const [index, filed] = await Promise.all([making, papers.knowledge()]);
    const now = keyed(filed);
    for (const id of known.keys()) {
      if (now.has(id)) continue;
      known.delete(id);
      index.remove(id);
    }
    for (const [id, one] of now) {
      // A document that was not read again is the very same.
      if (known.get(id)?.document !== one.document) index.put({ ...entryOf(one.document), id });
      known.set(id, one);
    }
    return index;
  }

  const filed = (hits: readonly LoreHit[]): LoreHit[] =>
    hits.map((hit) => {
      const one = known.get(hit.entry.id);
      if (one === undefined) return hit;
      return { ...hit, entry: { ...hit.entry, id: one.document.id }, path: one.path };
    });

  return {
    search: async (query) => filed((await current()).search(query)),
    relevantTo: async (task, limit) => filed((await current()).relevantTo(task, limit)),
  };
}

/** Two clones of a project may each have given the same number: both are found. */
function keyed(filed: readonly Filed<Knowledge>[]): Map<string, Filed<Knowledge>> {
  const all = new Map<string, Filed<Knowledge>>();
  for (const one of filed) {
    const { id } = one.document;
    all.set(all.has(id) ? `${id} ${one.path}` : id, one);
  }
  return all;
}

function entryOf(document: Knowledge): LoreEntry {
  const { id, type, title, content, tags, files, source_task: source, timestamp } = document;
  return {
    id,
    type,
    title,
    content,
    tags,
    files,
    timestamp,
    ...(source !== undefined && { source_task: source }),
  };
}
