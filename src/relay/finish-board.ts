import type { Clock } from '../kit/clock.ts';
import { TICK_MS } from './herald.ts';

/** After this long an unfinished change is left: all relays look, and the first finishes it. */
const UNFINISHED_MS = 20_000;

interface Finishing {
  clock: Pick<Clock, 'after'>;
  signal: AbortSignal | undefined;
  /** Whether a change of the board has been unfinished for so long. */
  isUnfinished: (sinceMs: number) => boolean;
  finish: () => Promise<unknown>;
  complain: (error: unknown) => void;
}

/**
 * Finishes changes of the board whose process died, or whose messages could not be sent: at once, and
 * later on a tick. An army that waits for such a message makes no other change.
 */
export function keepBoardFinished({ clock, signal, ...board }: Finishing): void {
  function look(sinceMs: number): void {
    if (signal?.aborted === true) return;
    clock.after(TICK_MS, () => look(UNFINISHED_MS));
    if (board.isUnfinished(sinceMs)) board.finish().catch(board.complain);
  }
  look(0);
}
