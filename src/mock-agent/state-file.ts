import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Observed = 'busy' | 'idle' | 'waiting';
/** `finished`: a turn came to its end by itself, so whatever was read in it is known (R12). */
export type Observe = (state: Observed, finished?: boolean) => void;

const TURNS = /"turns":"(\d{6})"/;

/**
 * `state/{role}`, written from outside the relay as an agent's hooks do it, turns counted on from whoever
 * sat here before; but nothing tells of mail when one ends. A draft, renamed. A relay directory that is
 * gone, or not there yet, is no reason for an agent to stop.
 */
export function stateFile(relayDir: string, role: string): Observe {
  const draft = join(relayDir, 'tmp', `state-${role}-${process.pid}`);
  const place = join(relayDir, 'state', role);
  let turns: number | undefined;
  return (state, finished = false) => {
    turns = (turns ?? turnsIn(place)) + (finished ? 1 : 0);
    try {
      const counted = String(turns % 1_000_000).padStart(6, '0');
      const text = JSON.stringify({ state, turns: counted, tells: false });
      writeFileSync(draft, `${text}\n`, { mode: 0o600 });
      renameSync(draft, place);
    } catch {
      // See above.
    }
  };
}

function turnsIn(place: string): number {
  try {
    return Number(TURNS.exec(readFileSync(place, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
