import type { Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Work } from '../work/work.ts';
import type { Post } from './post.ts';

export interface WorkPlace {
  formation: Formation;
  /** The project: its `.ovld/` holds the documents. */
  folder: string;
  session: string;
  post: Post;
}

/** The board and the knowledge of one project, wired. */
export async function composeWork({ session }: WorkPlace): Promise<Work> {
  // Until the papers, the board and the index are here to be opened.
  throw new OvldError('board_off', { session });
}
