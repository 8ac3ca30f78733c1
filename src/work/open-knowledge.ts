import type { BoardDocuments, Filed } from '../documents/documents.ts';
import type { KnowledgeHit, KnowledgeIndex, KnowledgeSearch } from './knowledge-search.ts';
import type { Knowledge } from './knowledge.ts';

type Index = Omit<KnowledgeIndex, 'size'>;

/**
 * Searches the documents of knowledge as they are now: a person may write, change or delete them at
 * any time. The index is made with the first question; later questions only put in what has changed.
 */
export function openKnowledge(
  documents: Pick<BoardDocuments, 'knowledge'>,
  createIndex: () => Promise<Index>,
): KnowledgeSearch {
  const known = new Map<string, Filed<Knowledge>>();
  let making: Promise<Index> | undefined;

  async function current(): Promise<Index> {
    making ??= createIndex();
    const [index, filed] = await Promise.all([making, documents.knowledge()]);
    const now = keyById(filed);
    for (const id of known.keys()) {
      if (now.has(id)) continue;
      known.delete(id);
      index.remove(id);
    }
    for (const [id, one] of now) {
      // A document that was not read again is the same object.
      if (known.get(id)?.document !== one.document) index.put({ ...one.document, id });
      known.set(id, one);
    }
    return index;
  }

  const addPaths = (hits: readonly KnowledgeHit[]): KnowledgeHit[] =>
    hits.map((hit) => {
      const one = known.get(hit.entry.id);
      if (one === undefined) return hit;
      return { ...hit, entry: { ...hit.entry, id: one.document.id }, path: one.path };
    });

  return {
    search: async (query) => addPaths((await current()).search(query)),
    relevantTo: async (task, limit) => addPaths((await current()).relevantTo(task, limit)),
  };
}

/** Two clones of a project may each have given the same number: both are found. */
function keyById(filed: readonly Filed<Knowledge>[]): Map<string, Filed<Knowledge>> {
  const all = new Map<string, Filed<Knowledge>>();
  for (const one of filed) {
    const { id } = one.document;
    all.set(all.has(id) ? `${id} ${one.path}` : id, one);
  }
  return all;
}
