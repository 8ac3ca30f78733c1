import type { Board } from './board.ts';
import type { Knowledge } from './knowledge.ts';
import type { Task } from './task.ts';

/** What the faces of the work (tools, commands) are given: the board, and what was learnt on it. */
export interface Work {
  board: Board;
  lore: Lore;
}

/** Knowledge, looked up. */
export interface Lore {
  /** Best first; without words to rank by, newest first. */
  search(query: LoreQuery): Promise<readonly LoreHit[]>;
  /** What somebody about to do this task should know; few, or none. */
  relevantTo(
    task: Pick<Task, 'objective' | 'deliverables' | 'context' | 'persona'>,
    limit: number,
  ): Promise<readonly LoreHit[]>;
}

export interface LoreQuery {
  text?: string;
  /** All of them. */
  tags?: readonly string[];
  /** Any of them. */
  files?: readonly string[];
  type?: Knowledge['type'];
  limit?: number;
}

export interface LoreHit {
  entry: LoreEntry;
  score: number;
  /** The words of the query that were found, as they were asked. */
  matched: readonly string[];
  /** Relative to the project's own folder. */
  path?: string;
}

export type LoreEntry = Pick<Knowledge, 'id' | 'type' | 'title' | 'content'> & {
  tags: readonly string[];
  files: readonly string[];
  source_task?: string;
  timestamp?: string;
};
