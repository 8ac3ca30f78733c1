import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

const ENDING_MS = 5_000;
const LOOK_MS = 100;

/**
 * A multiplexer says that there is nothing where its socket was taken away under it, too: then everybody
 * still works in its panes, and must not be ended for that. What a session that has ended leaves behind
 * ends in moments, or is in no multiplexer any more.
 */
export async function insistGone(
  { processes, clock }: Pick<ArmyParts, 'processes' | 'clock'>,
  { session, mux, relayDir }: ArmyRecord,
): Promise<void> {
  const until = clock.monotonic() + ENDING_MS;
  for (;;) {
    const pids = await processes.ofArmy(relayDir);
    const server = processes.muxAbove(pids);
    if (server === undefined) return;
    if (clock.monotonic() >= until) {
      throw new OvldError('army_hidden', { session, mux, running: pids.length, server });
    }
    await pause(clock, LOOK_MS);
  }
}
