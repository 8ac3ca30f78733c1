import type { Doorbell } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Timer } from '../kit/clock.ts';
import type { Mutex } from '../kit/mutex.ts';
import type { Flag } from '../store/store.ts';
import { waitingAlerts } from './alert.ts';
import { createBringBack } from './bring-back.ts';
import { createDeaths } from './deaths.ts';
import type { Stance } from './ladder.ts';
import { createLooks, type LookOptions } from './look.ts';
import { deputyOf, onDuty } from './presence.ts';
import type { Rung } from './ring.ts';
import { stillBusy } from './status.ts';

/**
 * The part of a relay that rings (R3–R8). It looks at its start, whenever something changed, and on
 * a slow tick; what changed carries no meaning, only the look does (`look.ts`). For roles without a
 * living relay one of all heralds is deputy, and looks after them as well (R8).
 */
export const TICK_MS = 30_000;
/** Looking after all others costs more, and they are heard of by their flags: every second tick. */
const DEPUTY_TICKS = 2;
/** Whoever has a living relay is looked after at once, by that one; the deputy keeps out of its way. */
const DEPUTY_PAUSE_MS = 100;
/** When changes cannot be heard (N2), or there is nothing to hear, looking is all there is. */
export const DEAF_TICK_MS = 5_000;

export interface HeraldOptions extends Omit<LookOptions, 'later' | 'role'> {
  role: Role;
  incarnation: string;
  roles: readonly Role[];
  mutex: Mutex;
  /** The agent's state changed: what was handed over may be settled now. The mutex is held. */
  stirred(): Promise<void>;
  /** Types the command that gives a living agent its dead relay back; none where there is no way. */
  reconnectFor(role: Role): Promise<Doorbell | undefined>;
  /** Registers again: the store was taken away and made anew under a living relay. */
  reseat(): Promise<void>;
  /** Takes back what this relay holds for nobody. */
  recover(): Promise<void>;
}

export interface Herald {
  /** Takes its first look; nobody has to wait for it. */
  start(): void;
  /** Something came to be that nobody writes down: look. */
  look(): void;
  /** Before the flag goes: what a hook told of it is evidence. The caller holds the mutex. */
  noteTold(): Promise<void>;
  /** check_inbox left mail behind and said so: its new flag counts as rung (R9). */
  countAsRung(flag: Flag): void;
  stop(): Promise<void>;
}

export function createHerald(options: HeraldOptions): Herald {
  const { store, clock, role, incarnation, mutex, log } = options;
  const { mail } = store;
  const timers = new Map<Role, Timer>();
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
  const ending = new AbortController();
  let stopped = false;
  let gone = false;
  let ticks = 0;
  let lastComplaint = '';
  let partMissingSince: number | undefined;
  /** The agent's state changed since the last look. */
  let stirred = false;

  const look = createLooks({ ...options, later: schedule });
  const bringBack = createBringBack({ ...options, later: schedule });
  const raise = options.alert ?? (async () => undefined);
  const tellOfWaiting = waitingAlerts({ clock, raise, later: (_, ms) => lookOnceMore(ms) });
  const tellOfDeath = createDeaths({ store, clock, raise, later: schedule });

  /** Looks that are asked for while one is waiting are one look. */
  const asked = { own: false, deputy: false };
  let running: Promise<unknown> = Promise.resolve();
  let first: Promise<unknown> = Promise.resolve();

  function wake(whose: 'own' | 'deputy'): void {
    if (stopped || asked[whose]) return;
    asked[whose] = true;
    const looks = whose === 'own' ? mutex.run(lookAtOwn) : standIn();
    const settled = looks
      .then((rungs) => Promise.all(rungs.map((rung) => look.settle(rung, ending.signal))))
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
    const heard = stirred && stance === 'duty';
    stirred = false;
    if (heard) await options.stirred().catch(complain);
    const deaf = stance === 'duty' && (await options.reconnectFor(role)) !== undefined;
    if (deaf && !(await mail.hasUnread(role))) await bringBack(role);
    const rung = await look.lookAt(role, stance, heard);
    // On every look: where changes go unheard (N2) there is no other time.
    if (stance === 'duty') await tellOfWaiting(role, await store.statuses.observed(role));
    return [rung];
  }

  const ownStance = async (): Promise<Stance> =>
    (await onDuty(store, role))?.incarnation === incarnation ? 'duty' : 'standby';

  /** Roles with mail and no living relay, if it is on us (R8). The mutex is taken role by role. */
  async function standIn(): Promise<(Rung | undefined)[]> {
    const rungs: (Rung | undefined)[] = [];
    const deputy = await mutex.run(async () => {
      asked.deputy = false;
      if (stopped || gone) return undefined;
      return deputyOf(store, options.roles);
    });
    if (deputy?.incarnation !== incarnation) return [];
    for (const other of options.roles) {
      if (other === role || stopped) continue;
      // One role's trouble is not another's.
      await mutex.run(() => standInFor(other)).then((rung) => rungs.push(rung), complain);
    }
    return rungs;
  }

  async function standInFor(other: Role): Promise<Rung | undefined> {
    if ((await onDuty(store, other)) !== undefined) {
      look.forget(other);
      return undefined;
    }
    await mail.putBackDead(other);
    await tellOfDeath(other);
    if (!(await mail.hasUnread(other))) await bringBack(other);
    return look.lookAt(other, 'deputy');
  }

  /**
   * The same trouble is told once. The whole store missing is another matter than a part of it; and
   * a part may be missing because somebody is just taking away the whole.
   */
  async function complain(error: unknown): Promise<void> {
    if (stopped) return;
    if (error instanceof OvldError && error.code === 'store_gone') {
      if (!(await store.present())) return noteGone();
      partMissingSince ??= clock.monotonic();
      if (clock.monotonic() - partMissingSince < TICK_MS) return;
    }
    const line = `herald: ${error instanceof Error ? error.message : String(error)}`;
    if (line !== lastComplaint) log(line);
    lastComplaint = line;
  }

  function noteGone(): void {
    if (gone) return;
    gone = true;
    log(`the relay directory is gone: ${store.where}`);
    nextTick();
  }

  /** Apart from the ladder's own timer, which stays as it is. */
  function lookOnceMore(ms: number): void {
    waitingTimer?.cancel();
    waitingTimer = stopped ? undefined : clock.after(ms, () => wake('own'));
  }

  function schedule(whose: Role, ms: number): void {
    timers.get(whose)?.cancel();
    if (stopped) return;
    timers.set(
      whose,
      clock.after(Math.max(1, ms), () => wake(whose === role ? 'own' : 'deputy')),
    );
  }

  async function housekeeping(): Promise<void> {
    const seats = await store.seats.list(role);
    const own = seats.find((seat) => seat.incarnation === incarnation);
    if (own?.whole !== true) await options.reseat();
    // A change that nobody heard of (N2).
    await options.stirred();
    await options.recover();
    await mail.putBackDead(role);
    // Mail brings looks at its agent; without any, what it last wrote would be believed for its lease.
    const seen = await store.statuses.observed(role);
    if (stillBusy(seen)) await look.restedUnheard(role, seen);
  }

  /** Re-arms the watch, takes back what dead relays held, then looks (N1, R10). */
  async function tick(): Promise<void> {
    if (await store.present()) gone = false;
    else noteGone();
    // Whatever becomes of these, the looks below must come.
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
    start() {
      first = tick().catch(complain).finally(nextTick);
    },
    countAsRung: (flag) => look.countAsRung(flag),
    look() {
      stirred = true;
      wake('own');
    },
    noteTold: () => look.noteTold(),
    async stop() {
      stopped = true;
      ending.abort();
      watch.close();
      tickTimer?.cancel();
      deputyTimer?.cancel();
      waitingTimer?.cancel();
      for (const timer of timers.values()) timer.cancel();
      await first;
      await running;
    },
  };
}
