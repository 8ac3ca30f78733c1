import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Observed = 'busy' | 'idle' | 'waiting';
/** `finished`: a turn came to its end by itself, so the mail read in it is known (R12). */
export type Observe = (state: Observed, finished?: boolean) => void;

const TURNS = /"turns":"(\d{6})"/;

/**
 * Writes `state/{role}` from outside the relay, as an agent's hooks do: a draft, renamed. Turns are counted on
 * from the agent before; `tells` is false, for nothing announces mail when a turn ends. A relay directory that
 * is missing does not stop the agent.
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
      // The relay directory is missing.
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

/** What an agent's hooks see of a person: whether a ritual is still to be typed, and that words were. */
export const personFile = (relayDir: string, role: string) => ({
  isRitualDue(): boolean {
    try {
      return readFileSync(join(relayDir, 'ritual', `${role}.json`), 'utf8').includes('"due"');
    } catch {
      return false;
    }
  },
  noteSpoken(): void {
    try {
      writeFileSync(join(relayDir, 'person', role), '', { mode: 0o600 });
    } catch {
      // The relay directory is missing.
    }
  },
});
