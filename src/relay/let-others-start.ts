import type { Agent } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { messageOf } from '../kit/errno.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Store } from '../store/store.ts';
import type { Reach } from './reach.ts';

interface Parts {
  store: Pick<Store, 'starts' | 'statuses'>;
  clock: Clock;
  log: Log;
  role: Role;
  agent: Agent;
  reach: Pick<Reach, 'isScreenIdle'>;
  isStopped: () => boolean;
}

const LOOK_MS = 1_000;

/**
 * Its relay has been asked for its tools: those that wait for the same answer may start. An agent that starts its
 * relay before it asks (X16) is first seen at its composer, or heard in a turn.
 */
export async function letOthersStart(parts: Parts): Promise<void> {
  const { store, clock, log, role, isStopped } = parts;
  try {
    if (await isAsking(parts)) {
      const again = (): void => void (isStopped() || letOthersStart(parts));
      clock.after(LOOK_MS, again);
      return;
    }
    await store.starts.proceed(role);
  } catch (error) {
    log(`starts: ${messageOf(error)}`);
  }
}

async function isAsking({ store, role, agent, reach }: Parts): Promise<boolean> {
  if (agent.relayFirst !== true || !(await store.starts.listPostponed()).has(role)) return false;
  if ((await store.statuses.readObserved(role)) !== undefined) return false;
  return !(await reach.isScreenIdle(role).catch(() => false));
}
