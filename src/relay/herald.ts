import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Mutex } from '../kit/mutex.ts';
import { isStillBusy } from '../message/status.ts';
import type { LookTimers } from './look-timers.ts';
import { createWaitingAlerts, type RaiseAlert } from './alert.ts';
import { createBringBack } from './bring-back.ts';
import { createDeathAlerts } from './deaths.ts';
import { liftEndedHolds } from './hold.ts';
import type { Inbox } from './inbox.ts';
import type { Stance } from './ladder.ts';
import type { Looks } from './look.ts';
import { findActiveRelay, findDeputy, isKept } from './presence.ts';
import type { Reach } from './reach.ts';
import type { Rung } from './ring.ts';
import { messageOf } from '../kit/errno.ts';

/**
 * The part of a relay that rings (R3–R8). It decides when to look; what a look finds, and whether that
 * is rung for, is decided in `look.ts`.
 *
 *   hearing   looks at its start, when the store reports a change, when a timer ends, and every
 *             30 s. A change carries no meaning. Ignores a second request while a look is waiting.
 *   deaf      changes cannot be heard (N2): the same, but every 5 s, and the tick does what a change
 *             would have done.
 *   gone      the relay directory is missing. Ignores changes, timers and looks; every 5 s it asks
 *             whether the directory is back, then takes its seat again and is hearing or deaf.
 *   stopped   ignores everything. `stop` waits for the looks that run.
 *
 * In each state but the last two it is active for its own role or on standby (R6), asked anew at every
 * look. For roles without a living relay one of all heralds is deputy, and looks after them too (R8).
 */
export const TICK_MS = 30_000;
/** A look at all other roles costs more, and their flags are heard: every second tick. */
const DEPUTY_TICKS = 2;
/** A living relay looks after its role at once; the deputy keeps out of its way. */
const DEPUTY_PAUSE_MS = 100;
export const DEAF_TICK_MS = 5_000;

interface HeraldOptions {
  role: Role;
  incarnation: string;
  roles: readonly Role[];
  reach: Reach;
  looks: Looks;
  timers: LookTimers;
  inbox: Pick<Inbox, 'turnOver' | 'recover'>;
  mutex: Mutex;
  log: Log;
  alert: RaiseAlert | undefined;
  /** Lets a request that waits be answered before the first look, which is all file work. */
  letOthersRun?: (() => Promise<void>) | undefined;
  /** Registers again: the store was taken away and made anew under a living relay. */
  reseat(): Promise<void>;
}

export function createHerald(options: HeraldOptions) {
  const { role, incarnation, roles, reach, looks, timers, inbox, mutex, log } = options;
  const { store, clock } = reach;
  const { mail } = store;
  let tickTimer: Timer | undefined;
  let deputyTimer: Timer | undefined;
  let waitingTimer: Timer | undefined;
  const watch = store.watch(role, (what) => {
    if (what === 'pending-of-others') wakeDeputySoon();
    else {
      if (what === 'hold') wakeDeputySoon();
      stirred ||= what === 'state';
      wake('own');
    }
  });
  timers.listen((whose) => wake(whose === role ? 'own' : 'deputy'));
  const ending = new AbortController();
  let stopped = false;
  let gone = false;
  let ticks = 0;
  let lastComplaint = '';
  let partMissingSince: number | undefined;
  /** The agent's state changed since the last look. */
  let stirred = false;

  const later = timers.set;
  const bringBack = createBringBack(reach, later);
  const raise = options.alert ?? (async () => undefined);
  const alertWaiting = createWaitingAlerts({ clock, role }, raise, lookOnceMore);
  const alertDeath = createDeathAlerts(reach, raise, later);

  /** Looks that are asked for while one is waiting are one look. */
  const asked = { own: false, deputy: false };
  let running: Promise<unknown> = Promise.resolve();
  let first: Promise<unknown> = Promise.resolve();

  function wake(whose: 'own' | 'deputy'): void {
    if (stopped || asked[whose]) return;
    asked[whose] = true;
    const looking = whose === 'own' ? mutex.run(lookAtOwn) : standIn();
    const settled = looking
      .then((rungs) =>
        Promise.all(rungs.map((rung) => looks.awaitConfirmation(rung, ending.signal))),
      )
      .catch(complain);
    running = Promise.all([running, settled]).then(() => undefined);
  }

  function wakeDeputySoon(): void {
    if (stopped) return;
    deputyTimer ??= clock.after(DEPUTY_PAUSE_MS, () => {
      deputyTimer = undefined;
      wake('deputy');
    });
  }

  async function lookAtOwn(): Promise<(Rung | undefined)[]> {
    asked.own = false;
    if (stopped || gone) return [];
    const stance = await ownStance();
    const heard = stirred && stance === 'active';
    stirred = false;
    if (heard) await inbox.turnOver().catch(complain);
    const hasLostRelay = stance === 'active' && (await reach.reconnectFor(role)) !== undefined;
    if (hasLostRelay && !(await mail.hasUnread(role))) await bringBack(role, 'own');
    const rung = await looks.lookAt(role, stance, heard);
    // On every look: where changes go unheard (N2) there is no other time.
    if (stance === 'active') await alertWaiting(await store.statuses.readObserved(role));
    return [rung];
  }

  const ownStance = async (): Promise<Stance> =>
    (await findActiveRelay(store, role))?.incarnation === incarnation ? 'active' : 'standby';

  /** As the deputy: the roles with mail and no living relay (R8). The mutex is taken role by role. */
  async function standIn(): Promise<(Rung | undefined)[]> {
    const rungs: (Rung | undefined)[] = [];
    const deputy = await mutex.run(async () => {
      asked.deputy = false;
      if (stopped || gone) return undefined;
      return findDeputy(store, roles);
    });
    if (deputy?.incarnation !== incarnation) return [];
    for (const other of roles) {
      if (other === role || stopped) continue;
      // Trouble with one role must not keep the others waiting.
      await mutex.run(() => standInFor(other)).then((rung) => rungs.push(rung), complain);
    }
    return rungs;
  }

  async function standInFor(other: Role): Promise<Rung | undefined> {
    if ((await findActiveRelay(store, other)) !== undefined) {
      looks.forget(other);
      return undefined;
    }
    await mail.putBackDead(other);
    await alertDeath(other);
    if (await isKept(store, other)) {
      looks.forget(other);
      return undefined;
    }
    if (!(await mail.hasUnread(other))) await bringBack(other, 'deputy');
    return looks.lookAt(other, 'deputy');
  }

  /**
   * Logs the same trouble once. A part of the store that is missing is logged only after a tick: the
   * whole store may be about to go.
   */
  async function complain(error: unknown): Promise<void> {
    if (stopped) return;
    if (error instanceof OvldError && error.code === 'store_gone') {
      if (!(await store.isPresent())) return noteGone();
      partMissingSince ??= clock.monotonic();
      if (clock.monotonic() - partMissingSince < TICK_MS) return;
    }
    const line = `herald: ${messageOf(error)}`;
    if (line !== lastComplaint) log(line);
    lastComplaint = line;
  }

  function noteGone(): void {
    if (gone) return;
    gone = true;
    log(`the relay directory is gone: ${store.where}`);
    nextTick();
  }

  /** Leaves the role's own timer as it is. */
  function lookOnceMore(ms: number): void {
    waitingTimer?.cancel();
    waitingTimer = stopped ? undefined : clock.after(ms, () => wake('own'));
  }

  async function housekeeping(): Promise<void> {
    // While it holds the mutex: whatever else is asked for comes after the first look, as ever.
    if (ticks === 0) await options.letOthersRun?.();
    const seats = await store.seats.list(role);
    const own = seats.find((seat) => seat.incarnation === incarnation);
    if (own?.whole !== true) await options.reseat();
    // A change may have gone unheard (N2).
    await inbox.turnOver();
    await inbox.recover();
    await mail.putBackDead(role);
    await liftEndedHolds(reach);
    // Without mail there is no look at its agent, and its last state would be believed for its lease.
    const seen = await store.statuses.readObserved(role);
    if (isStillBusy(seen)) await looks.correctStaleBusy(role, seen);
  }

  /** Re-arms the watch, takes back what dead relays held, then looks (N1, R10). */
  async function tick(): Promise<void> {
    if (await store.isPresent()) gone = false;
    else noteGone();
    // Even if these fail, the looks below must come.
    await watch.rearm().catch(complain);
    if (!gone) await mutex.run(housekeeping).catch(complain);
    wake('own');
    if (ticks % DEPUTY_TICKS === 0) wake('deputy');
    ticks += 1;
  }

  function nextTick(): void {
    if (stopped) return;
    const ms = watch.hearing && !gone ? TICK_MS : DEAF_TICK_MS;
    tickTimer?.cancel();
    tickTimer = clock.after(ms, () => void tick().catch(complain).finally(nextTick));
  }

  return {
    /** Takes the first look, without waiting for it. */
    start(): void {
      first = tick().catch(complain).finally(nextTick);
    },
    /** Looks at the own role, for a change that no file shows: the agent became ready. */
    look(): void {
      stirred = true;
      wake('own');
    },
    async stop(): Promise<void> {
      stopped = true;
      ending.abort();
      watch.close();
      tickTimer?.cancel();
      deputyTimer?.cancel();
      waitingTimer?.cancel();
      timers.close();
      await first;
      await running;
    },
  };
}
