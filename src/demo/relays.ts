import type { Role } from '../army/role.ts';
import { systemClock } from '../kit/clock.ts';
import { within } from '../kit/timeout.ts';
import { spawnRelay, type RelayClient } from './client.ts';

export interface RelayPlace {
  /** The ovld program: what Node was started with. */
  ovld: string;
  dir: string;
  /** PATH, if there is one: all a relay takes over from the person who watches. */
  path: string | undefined;
}

/** Every relay process of the demo, so that none outlives it. */
export interface Relays {
  start(role: Role): RelayClient;
  /** Ends stdin, as agents that exit do, and waits: all they owe the disk is on it afterwards. */
  dismiss(): Promise<void>;
  /** Whatever still runs, by its pid. Nothing starts afterwards. */
  end(): Promise<void>;
}

const PATIENCE_MS = 5_000;

export function openRelays({ ovld, dir, path }: RelayPlace): Relays {
  const started: RelayClient[] = [];
  let ended = false;

  async function end(): Promise<void> {
    ended = true;
    await Promise.all(started.map((relay) => relay.kill('SIGKILL').catch(() => undefined)));
  }

  return {
    start(role) {
      if (ended) throw new Error('the demo is over');
      const env = {
        ...(path !== undefined && { PATH: path }),
        OVLD_ROLE: role,
        OVLD_RELAY_DIR: dir,
        OVLD_SESSION: 'demo',
      };
      const relay = spawnRelay({ command: process.execPath, args: [ovld, 'relay'], env });
      // Told where somebody waits for an answer; here it would only be unhandled.
      relay.exited.catch(() => undefined);
      started.push(relay);
      return relay;
    },
    async dismiss() {
      const leaving = Promise.all(started.map((relay) => relay.close().catch(() => undefined)));
      await within(systemClock, PATIENCE_MS, leaving, undefined);
      await end();
    },
    end,
  };
}
