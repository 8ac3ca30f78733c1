import type { Knowledge } from './knowledge.ts';
import type { Task } from './task.ts';

/** A document of knowledge, as far as the search needs it. */
export interface KnowledgeEntry extends Pick<
  Knowledge,
  'id' | 'type' | 'title' | 'content' | 'source_task'
> {
  tags: readonly string[];
  files: readonly string[];
  timestamp?: string;
}

export interface KnowledgeHit {
  entry: KnowledgeEntry;
  score: number;
  /** The words of the query that were found, as they were asked. */
  matched: readonly string[];
  /** The entry's file, relative to the project's own folder. */
  path?: string;
}

export interface KnowledgeQuery {
  text?: string;
  /** All of them. */
  tags?: readonly string[];
  /** Any of them. */
  files?: readonly string[];
  type?: Knowledge['type'];
  limit?: number;
}

/** What a task says about itself. */
export type TaskText = Pick<Task, 'objective' | 'deliverables' | 'context'> & { persona?: string };

export interface KnowledgeSearch {
  /** Best first; without words to rank by, newest first. */
  search(query: KnowledgeQuery): Promise<readonly KnowledgeHit[]>;
  /** What is offered to a specialist with its task: rather nothing than noise. */
  relevantTo(task: TaskText, limit: number): Promise<readonly KnowledgeHit[]>;
}

/** The same questions, of the entries that were put into it. */
export interface KnowledgeIndex {
  readonly size: number;
  put(entry: KnowledgeEntry): void;
  remove(id: string): void;
  search(query: KnowledgeQuery): KnowledgeHit[];
  relevantTo(task: TaskText, limit: number): KnowledgeHit[];
}

/** Loads the engine and its words with the first index: the start of a relay does not pay for them. */
export async function createKnowledgeIndex(
  entries: Iterable<KnowledgeEntry> = [],
): Promise<KnowledgeIndex> {
  const { openIndex } = await import('./search-index.ts');
  return openIndex(entries);
}
