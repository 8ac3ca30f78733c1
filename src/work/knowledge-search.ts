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

/** What a task says about itself. */
export interface TaskAtHand {
  objective: string;
  deliverables: readonly string[];
  context: readonly string[];
  persona?: string;
}

export interface KnowledgeIndex {
  readonly size: number;
  put(entry: KnowledgeEntry): void;
  remove(id: string): void;
  /** Best first; without words to rank by, newest first. */
  search(query: KnowledgeQuery): KnowledgeHit[];
  /** See relevantTo. */
  relevantTo(task: TaskAtHand, limit: number): KnowledgeHit[];
}

/** The engine and its words are loaded with the first index: the start of a relay does not pay for them. */
export async function createKnowledgeIndex(
  entries: Iterable<KnowledgeEntry> = [],
): Promise<KnowledgeIndex> {
  const { openIndex } = await import('./search-index.ts');
  return openIndex(entries);
}

/** What is offered to a specialist with its task: rather nothing than noise. The score is the evidence. */
export const relevantTo = (index: KnowledgeIndex, task: TaskAtHand, limit = 5): KnowledgeHit[] =>
  index.relevantTo(task, limit);
