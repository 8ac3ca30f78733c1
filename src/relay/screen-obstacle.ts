import type { Composer } from '../agent/agent.ts';
import type { WakeFailure } from '../errors.ts';

/** Why nothing may be typed into an agent that shows this; whether a turn runs is another question. */
export function screenObstacle(
  seen: Composer,
  /** Whether a text in the composer is ovld's own. */
  isOurs: (text: string) => boolean,
): WakeFailure | undefined {
  if (seen.state === 'dialog') return 'dialog_open';
  if (seen.state === 'unknown') return 'screen_unknown';
  return seen.text === '' || isOurs(seen.text) ? undefined : 'draft_present';
}
