import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Observed = 'busy' | 'idle' | 'waiting';
export type Observe = (state: Observed) => void;

/**
 * `state/{role}`, written from outside the relay as an agent's hooks do it: a draft, renamed. A relay
 * directory that is gone, or not there yet, is no reason for an agent to stop.
 */
export function stateFile(relayDir: string, role: string): Observe {
  const draft = join(relayDir, 'tmp', `state-${role}-${process.pid}`);
  return (state) => {
    try {
      const text = JSON.stringify({ state, at: new Date().toISOString() });
      writeFileSync(draft, `${text}\n`, { mode: 0o600 });
      renameSync(draft, join(relayDir, 'state', role));
    } catch {
      // See above.
    }
  };
}
