import type { LetterSight, Picture, RoleSight } from '../../lookout/picture.ts';
import type { BoardView } from '../../work/board.ts';

/**
 * What goes from the server to the page as events: `picture` first and after every gap, then `change`
 * with only what is different, then `end`, after which the page does not connect again.
 */
export interface Events {
  picture: Picture;
  change: Change;
  end: { why: 'over' | 'stopped' };
}

export interface Change extends Partial<Omit<Picture, 'letters' | 'roles' | 'board'>> {
  /** Null: it has none any more. */
  board?: BoardView | null;
  /** Only those that are new or have come further. */
  letters?: readonly LetterSight[];
  /** Only those that look different. */
  roles?: readonly RoleSight[];
}

/** All unread mail of the person, also what has left the picture. */
export interface Inbox {
  letters: readonly LetterSight[];
}

/** What an act is answered with: a sentence for the person. */
export interface Answer {
  told: string;
}

export interface Refusal {
  /** `failed`: the roles a message to all did not reach. */
  error: { code: string; what: string; hint: string; failed?: readonly string[] };
}

export type Act = 'send' | 'ring' | 'hold' | 'release' | 'take' | 'show' | 'pause' | 'unpause';
