import type { Doorbell } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Mutex } from '../kit/mutex.ts';
import { within } from '../kit/timeout.ts';
import type { Flag } from '../store/store.ts';
import { createBringBack } from './bring-back.ts';
import { isHeld } from './hold.ts';
import {
  due,
  FIRST_PAUSE_MS,
  rang,
  rested,
  sight,
  unreachable,
  UNREACHABLE_MS,
  type Climb,
  type Queued,
  type Stance,
} from './ladder.ts';
import { deputyOf, onDuty } from './presence.ts';
import { failureOf, ring, type Ringing, type Rung } from './ring.ts';
import { BUSY_TRUST_MS, nextBusyLook, stillBusy, type Observation } from './status.ts';
import { countTold } from './told.ts';

/**
 * The part of a relay that rings (R3–R8). It looks at its start, whenever something changed, and on
 * a slow tick; what changed carries no meaning, only the look does. One look:
 *
 *   inbox empty   flag up → clear it, look once more, raise it again if mail slipped in       (R5)
 *   inbox unread  raise the flag if it is down, and only then read the agent's state          (R7)
 *                 busy → one ring by what waits in the agent itself, else its hooks speak; what
 *                 one of them has told counts as a ring
 *                 held → nothing; lifting the hold brings the next look
 *                 a flag not rung for yet → ring now; otherwise when its pause is over         (R3)
 *
 * Looking, deciding and sending the ring happen under the relay's mutex, which check_inbox takes
 * too (R4); waiting for a confirmation does not. A failed ring never lowers the flag (R2).
 */
export const TICK_MS = 30_000;
/** Looking after all others costs more, and they are heard of by their flags: every second tick. */
const DEPUTY_TICKS = 2;
/** Whoever has a living relay is looked after at once, by that one; the deputy keeps out of its way. */
const DEPUTY_PAUSE_MS = 100;
/** When changes cannot be heard (N2), or there is nothing to hear, looking is all there is. */
const DEAF_TICK_MS = 5_000;

/** A look at a screen that takes longer has seen nothing. */
const SCREEN_MS = 3_000;

export interface HeraldOptions extends Ringing {
  role: Role;
  incarnation: string;
  roles: readonly Role[];
  mutex: Mutex;
  /** Native doorbells first; for another role only what works from outside. */
  doorbellsFor(role: Role): Promise<readonly Doorbell[]>;
  /** Whether the role's screen shows that no turn runs; false where nobody can see it. */
  showsRest(role: Role): Promise<boolean>;
  /** How long the agent must be left alone, in milliseconds: it is not ready, or has no role yet. */
  notYet(): Promise<number>;
  /** The agent's state changed: what was handed over may be settled now. The mutex is held. */
  stirred(): Promise<void>;
  /** Types the command that gives a living agent its dead relay back; none where there is no way. */
  reconnectFor(role: Role): Promise<Doorbell | undefined>;
  /** Registers again: the store was taken away and made anew under a living relay. */
  reseat(): Promise<void>;
  /** Takes back what this relay holds for nobody. */
  recover(): Promise<void>;
  log: Log;
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
  const climbs = new Map<Role, Climb>();
  const timers = new Map<Role, Timer>();
  let tickTimer: Timer | undefined;
  let deputyTimer: Timer | undefined;
  const failures = new Map<Role, Set<string>>();
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

  const bringBack = createBringBack({ ...options, later: schedule });

  /** Looks that are asked for while one is waiting are one look. */
  const asked = { own: false, deputy: false };
  let running: Promise<unknown> = Promise.resolve();
  let first: Promise<unknown> = Promise.resolve();

  function wake(whose: 'own' | 'deputy'): void {
    if (stopped || asked[whose]) return;
    asked[whose] = true;
    const looks = whose === 'own' ? mutex.run(lookAtOwn) : standIn();
    const settled = looks.then((rungs) => Promise.all(rungs.map(settle))).catch(complain);
    running = Promise.all([running, settled]);
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
    return [await lookAt(role, stance, heard)];
  }

  const ownStance = async (): Promise<Stance> =>
    (await onDuty(store, role))?.incarnation === incarnation ? 'duty' : 'standby';

  /** One look at one role's mail. The caller holds the mutex. */
  async function lookAt(whose: Role, stance: Stance, heard = false): Promise<Rung | undefined> {
    if (!(await mail.hasUnread(whose))) {
      climbs.delete(whose);
      failures.delete(whose);
      if (stance === 'standby' || (await mail.flag(whose)) === undefined) return undefined;
      await mail.clear(whose);
      if (!(await mail.hasUnread(whose))) return undefined;
    }
    await mail.raise(whose);
    const flag = await mail.flag(whose);
    if (flag === undefined) {
      // Cleared meanwhile, which brings the next look; or it could not be read.
      schedule(whose, FIRST_PAUSE_MS);
      return undefined;
    }
    if (await isHeld(store, whose)) {
      // Lifting the hold is a change, and then the flag counts as new.
      climbs.delete(whose);
      return undefined;
    }
    const seen = await store.statuses.observed(whose);
    const now = clock.monotonic();
    const sighted = sight(climbs.get(whose), flag.nonce, stance, now);
    const known = await countTold(options, whose, flag, sighted);
    const climb = heard && seen?.state === 'idle' ? rested(known, now) : known;
    climbs.set(whose, climb);
    if (stillBusy(seen) && !(await restedUnheard(whose, seen))) {
      // Its ten minutes begin when it could answer.
      climbs.set(whose, { ...climb, firstSeen: now });
      schedule(whose, nextBusyLook(seen.ageMs));
      const fresh = stance === 'duty' && climb.rungs === 0 && (await options.notYet()) === 0;
      return fresh ? climbOn(whose, stance, flag, climb, 'in turn') : undefined;
    }
    const wait = whose === role ? await options.notYet() : 0;
    if (wait > 0) {
      schedule(whose, wait);
      return undefined;
    }
    await reportUnreachable(whose, climb, now);
    if (!due(climb, now)) {
      schedule(whose, climb.nextAt - now);
      return undefined;
    }
    return climbOn(whose, stance, flag, climb);
  }

  /** Esc and API errors end a turn and run no hook (C8): then only the screen knows (R7). */
  async function restedUnheard(whose: Role, seen: Observation): Promise<boolean> {
    if (seen.ageMs < BUSY_TRUST_MS) return false;
    const looking = options.showsRest(whose).catch(() => false);
    if (!(await within(clock, SCREEN_MS, looking, false))) return false;
    // Whoever asks for its state is told the same.
    const turns = seen.turns === undefined ? {} : { turns: seen.turns };
    await store.statuses.observe(whose, { state: 'idle', ...turns });
    return true;
  }

  /** In a turn only what waits in the agent itself can be rung; where there is none, hooks speak. */
  async function climbOn(
    whose: Role,
    stance: Stance,
    flag: Flag,
    climb: Climb,
    when?: 'in turn',
  ): Promise<Rung | undefined> {
    const as = stance === 'deputy' ? 'deputy' : 'own';
    const all = await options.doorbellsFor(whose);
    const unheard = climb.queued !== undefined && (await isQueued(whose, climb.queued));
    const doorbells = all.filter(({ queues = false }) =>
      when === 'in turn' ? queues : !(queues && unheard),
    );
    if (when === 'in turn' && doorbells.length === 0) return undefined;
    const rung = await ring(options, { to: whose, flag, attempt: climb.rungs, as, doorbells });
    const failed = failureOf(rung);
    const now = clock.monotonic();
    const queued = queuedBy(rung, doorbells, now) ?? climb.queued;
    const after = rang({ ...climb, ...(queued && { queued }) }, stance, now, failed);
    climbs.set(whose, { ...after, gaveUp: climbs.get(whose)?.gaveUp ?? false });
    if (failed !== undefined) failuresOf(whose).add(failed);
    schedule(whose, after.nextAt - clock.monotonic());
    return rung;
  }

  const isQueued = async (whose: Role, { mark, until }: Queued): Promise<boolean> =>
    clock.monotonic() < until && (await store.wakes.heard(whose))?.mark !== mark;

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
      climbs.delete(other);
      return undefined;
    }
    await mail.putBackDead(other);
    if (!(await mail.hasUnread(other))) await bringBack(other);
    return lookAt(other, 'deputy');
  }

  async function reportUnreachable(whose: Role, climb: Climb, now: number): Promise<void> {
    if (!unreachable(climb, now)) return;
    climbs.set(whose, { ...climb, gaveUp: true });
    const failed = [...failuresOf(whose)];
    await store.journal.write([{ event: 'unreachable', to: whose, nonce: climb.nonce, failed }]);
    log(`${whose} has not answered for ${UNREACHABLE_MS / 60_000} minutes (${failed.join(', ')})`);
  }

  function failuresOf(whose: Role): Set<string> {
    const found = failures.get(whose) ?? new Set();
    failures.set(whose, found);
    return found;
  }

  /** After the mutex is free: a ring nobody took is worth a note; the pause rings again anyway. */
  async function settle(rung: Rung | undefined): Promise<void> {
    if (rung === undefined || rung === 'told' || 'failed' in rung) return;
    if (!(await rung.confirm(ending.signal))) failuresOf(rung.to).add(`${rung.by}:unconfirmed`);
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
    await options.recover();
    await mail.putBackDead(role);
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
    countAsRung(flag) {
      const now = clock.monotonic();
      const climb = rang(sight(undefined, flag.nonce, 'duty', now), 'duty', now);
      climbs.set(role, climb);
      schedule(role, climb.nextAt - now);
    },
    look() {
      stirred = true;
      wake('own');
    },
    async noteTold() {
      const flag = await mail.flag(role);
      if (flag === undefined) return;
      const climb = sight(climbs.get(role), flag.nonce, 'duty', clock.monotonic());
      climbs.set(role, await countTold(options, role, flag, climb));
    },
    async stop() {
      stopped = true;
      ending.abort();
      watch.close();
      tickTimer?.cancel();
      deputyTimer?.cancel();
      for (const timer of timers.values()) timer.cancel();
      await first;
      await running;
    },
  };
}

/** So long a nudge that the agent has not taken up may still wait in it. */
const QUEUED_MS = 60_000;

function queuedBy(rung: Rung, doorbells: readonly Doorbell[], now: number): Queued | undefined {
  if (rung === 'told' || 'failed' in rung) return undefined;
  const { by, mark } = rung;
  const { queues = false } = doorbells.find(({ name }) => name === by) ?? {};
  return queues ? { mark, until: now + QUEUED_MS } : undefined;
}
