import type { Board } from './board.ts';
import type { KnowledgeSearch } from './knowledge-search.ts';

/** What tools and commands are given: the board, and the search in its knowledge. */
export interface Work {
  board: Board;
  knowledge: KnowledgeSearch;
}
