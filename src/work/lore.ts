import type { Filed, Papers } from '../papers/papers.ts';
import type { Knowledge } from './knowledge.ts';
import {
  createKnowledgeIndex,
  type KnowledgeEntry,
  type KnowledgeIndex,
} from './knowledge-search.ts';
import type { Lore } from './work.ts';

/** What was learnt, looked up: the index is made with the first question, and kept as the files are. */
export function openLore(papers: Pick<Papers, 'knowledge'>): Lore {
  const known = new Map<string, Filed<Knowledge>>();
  let made: Promise<KnowledgeIndex> | undefined;

  async function indexNow(): Promise<KnowledgeIndex> {
    const filed = await papers.knowledge();
    if (made === undefined) {
      for (const one of filed) known.set(one.document.id, one);
      made = createKnowledgeIndex(filed.map(({ document }) => entryOf(document)));
      return made;
    }
    const index = await made;
    const gone = new Set(known.keys());
    for (const one of filed) {
      const { id } = one.document;
      gone.delete(id);
      if (known.get(id)?.document === one.document) continue;
      index.put(entryOf(one.document));
      known.set(id, one);
    }
    for (const id of gone) {
      index.remove(id);
      known.delete(id);
    }
    return index;
  }
  const placed = <H extends { entry: { id: string } }>(hit: H): H & { path?: string } => {
    const path = known.get(hit.entry.id)?.path;
    return path === undefined ? hit : { ...hit, path };
  };

  return {
    search: async (query) => (await indexNow()).search(query).map(placed),
    relevantTo: async (task, limit) => (await indexNow()).relevantTo(task, limit).map(placed),
  };
}

const entryOf = ({ source_task, ...rest }: Knowledge): KnowledgeEntry => ({
  ...rest,
  ...(source_task !== undefined && { source_task }),
});
