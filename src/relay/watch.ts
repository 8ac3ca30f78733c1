import type { Role } from '../army/role.ts';
import type { Timer } from '../kit/clock.ts';
import { createMutex } from '../kit/mutex.ts';
import type { Watch } from '../store/store.ts';
import { createLooks, type LookOptions, type Looks } from './look.ts';
import { onDuty } from './presence.ts';
import type { Ringing } from './ring.ts';

/** Watches may go deaf without a word (N1, N2): they are armed again, and looked beside, this seldom. */
const REARM_MS = 30_000;
const DEAF_MS = 5_000;

export interface WatchParts extends Omit<LookOptions, 'role' | 'later' | 'notYet' | 'nudgeText'> {
  roles: readonly Role[];
  /** Tells the role where its mail is: it has no relay to ask. */
  nudgeTextFor(role: Role): Ringing['nudgeText'];
}

export interface ArmyWatch {
  /** Looks at everybody once, then whenever something changed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The herald of agents that have no relay: it hears of changes, looks, and rings up the same ladder. A
 * burst of messages is one flag and so one nudge; what a reader marks as processed is a change that
 * leaves nothing unread, and rings nobody. A role with a living relay is that one's business.
 */
export function createArmyWatch(parts: WatchParts): ArmyWatch {
  const { store, clock, roles, log } = parts;
  const ending = new AbortController();
  const timers = new Map<Role, Timer>();
  const waiting = new Set<Role>();
  const mutex = createMutex();
  let tick: Timer | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let complaint = '';

  const looks = new Map<Role, Looks>(
    roles.map((role) => [
      role,
      createLooks({
        ...parts,
        role,
        nudgeText: parts.nudgeTextFor(role),
        notYet: async () => 0,
        later: (whose, ms) => {
          timers.get(whose)?.cancel();
          if (ending.signal.aborted) return;
          const timer = clock.after(Math.max(1, ms), () => wake(whose));
          timers.set(whose, timer);
        },
      }),
    ]),
  );
  const watches: Watch[] = roles.map((role) => store.watch(role, () => wake(role)));

  /** Looks that are asked for while one is waiting are one look. */
  function wake(role: Role): void {
    if (ending.signal.aborted || waiting.has(role)) return;
    waiting.add(role);
    const look = looks.get(role);
    const settled = mutex
      .run(async () => {
        waiting.delete(role);
        if (ending.signal.aborted) return undefined;
        if ((await onDuty(store, role)) !== undefined) {
          look?.forget(role);
          return undefined;
        }
        await store.mail.putBackDead(role);
        return look?.lookAt(role, 'duty');
      })
      .then((rung) => look?.settle(rung, ending.signal))
      .catch(complain);
    running = Promise.all([running, settled]).then(() => undefined);
  }

  /** The same trouble is told once. */
  function complain(error: unknown): void {
    const line = `watch: ${error instanceof Error ? error.message : String(error)}`;
    if (line !== complaint && !ending.signal.aborted) log(line);
    complaint = line;
  }

  async function rearm(): Promise<void> {
    for (const watch of watches) await watch.rearm().catch(complain);
    for (const role of roles) wake(role);
    if (ending.signal.aborted) return;
    const hearing = watches.every((watch) => watch.hearing);
    tick = clock.after(hearing ? REARM_MS : DEAF_MS, () => void rearm());
  }

  return {
    start: rearm,
    async stop() {
      ending.abort();
      tick?.cancel();
      for (const timer of timers.values()) timer.cancel();
      for (const watch of watches) watch.close();
      await running;
    },
  };
}
