import type { Doorbell } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { Log } from '../kit/log.ts';
import { rfc3339 } from '../kit/clock.ts';
import { withTimeout } from '../kit/timeout.ts';
import type { Flag } from '../store/store.ts';
import type { RaiseAlert } from './alert.ts';
import { findHold } from './hold.ts';
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
import { failureOf, QUEUED_MS, ring, type Ringing, type Rung } from './ring.ts';
import {
  BUSY_TRUST_MS,
  isStillBusy,
  limitRestMs,
  nextBusyLookMs,
  type Observation,
} from '../message/status.ts';
import { countAnnouncement } from './announced.ts';

/** Claims the flag of a role that is held, so that no hook tells of it. */
const HELD = 'held';

/** A hold may end in years, if a person wrote its file: no timer counts so far. */
const LONGEST_REST_MS = 60 * 60_000;

/** A look at a screen that takes longer has seen nothing. */
const SCREEN_MS = 3_000;

export interface LookOptions extends Ringing {
  /** The role of this relay; undefined where inboxes are only watched. */
  role: Role | undefined;
  /** Native doorbells first; for another role only what works from outside. */
  doorbellsFor(role: Role): Promise<readonly Doorbell[]>;
  /** Whether the role's screen shows that no turn runs; false where it cannot be seen. */
  isScreenIdle(role: Role): Promise<boolean>;
  /** How long the agent must be left alone, in milliseconds: it is not ready, or has no role yet. */
  ringDelayMs(role: Role): Promise<number>;
  alert?: RaiseAlert;
  /** Look at the role again, in so many milliseconds. */
  later: (role: Role, ms: number) => void;
  log: Log;
}

export interface Looks {
  lookAt(whose: Role, stance: Stance, heard?: boolean): Promise<Rung | undefined>;
  /** Esc and API errors end a turn and run no hook (C8): then only the screen knows (R7). */
  correctStaleBusy(whose: Role, seen: Observation): Promise<boolean>;
  /** After the mutex is free: a ring that was not taken is worth a note; the pause rings again anyway. */
  awaitConfirmation(rung: Rung | undefined, signal: AbortSignal): Promise<void>;
  /** Another relay looks after it now. */
  forget(whose: Role): void;
  /** Before the flag goes: what a hook told of it is evidence. */
  noteAnnounced(): Promise<void>;
  countAsRung(flag: Flag): void;
}

/**
 * One look at one role's mail, and how far it is up the ladder (R2, R3, R5, R7):
 *
 *   inbox empty   flag up → clear it, look once more, raise it again if mail slipped in       (R5)
 *   inbox unread  raise the flag if it is down, and only then read the agent's state          (R7)
 *                 held → nothing; lifting the hold, or its end, brings the next look
 *                 at its limit → nothing; the end of the limit brings the next look
 *                 busy → one ring by what waits in the agent itself, else its hooks speak; what
 *                 one of them has told counts as a ring
 *                 a flag not rung for yet → ring now; otherwise when its pause is over         (R3)
 *
 * The caller holds the relay's mutex, which check_inbox takes too (R4); waiting for a confirmation
 * (`awaitConfirmation`) is outside it. A failed ring never lowers the flag (R2).
 */
export function createLooks(options: LookOptions): Looks {
  const { store, clock, role, log, later } = options;
  const { mail } = store;
  const climbs = new Map<Role, Climb>();
  const failures = new Map<Role, Set<string>>();

  async function lookAt(whose: Role, stance: Stance, heard = false): Promise<Rung | undefined> {
    if (!(await mail.hasUnread(whose))) {
      climbs.delete(whose);
      failures.delete(whose);
      if (stance === 'standby' || (await mail.readFlag(whose)) === undefined) return undefined;
      await mail.clearFlag(whose);
      if (!(await mail.hasUnread(whose))) return undefined;
    }
    await mail.raiseFlag(whose);
    const flag = await mail.readFlag(whose);
    if (flag === undefined) {
      // Cleared meanwhile, which brings the next look; or it could not be read.
      later(whose, FIRST_PAUSE_MS);
      return undefined;
    }
    const restMs = await findHold(options, whose);
    if (restMs !== undefined) {
      // Lifting the hold is a change, and then the flag counts as new. Until then no hook tells.
      climbs.delete(whose);
      await store.wakes.claim(whose, flag, HELD);
      if (restMs < Infinity) later(whose, Math.min(restMs, LONGEST_REST_MS));
      return undefined;
    }
    if ((await store.wakes.readAnnouncement(whose, flag))?.by === HELD)
      await store.wakes.dropClaim(whose, flag);
    const seen = await store.statuses.readObserved(whose);
    const limitMs = limitRestMs(seen, clock.now());
    if (limitMs > 0) {
      await park(whose, flag, seen?.until);
      later(whose, Math.min(limitMs, LONGEST_REST_MS));
      return undefined;
    }
    const now = clock.monotonic();
    const sighted = sight(climbs.get(whose), flag.nonce, stance, now);
    // Only what was owed in the turn before is told at its end.
    const tells = seen?.turns !== undefined && seen.tells !== false;
    const hooked = tells && sighted === climbs.get(whose);
    const known = await countAnnouncement(options, whose, flag, sighted);
    const climb = heard && seen?.state === 'idle' ? rested(known, now, hooked) : known;
    climbs.set(whose, climb);
    if (isStillBusy(seen) && !(await correctStaleBusy(whose, seen))) {
      // Its ten minutes begin when it could answer.
      climbs.set(whose, { ...climb, firstSeen: now });
      later(whose, nextBusyLookMs(seen.ageMs));
      const fresh =
        stance === 'active' && climb.rungs === 0 && (await options.ringDelayMs(whose)) === 0;
      return fresh ? climbOn(whose, stance, flag, climb, seen.state) : undefined;
    }
    const wait = await options.ringDelayMs(whose);
    if (wait > 0) {
      later(whose, wait);
      return undefined;
    }
    await reportUnreachable(whose, climb, now);
    if (!due(climb, now)) {
      later(whose, climb.nextAt - now);
      return undefined;
    }
    return climbOn(whose, stance, flag, climb);
  }

  /** At its limit an agent is not rung: it could only fail. Its person is told once of each limit. */
  async function park(whose: Role, flag: Flag, until: number | undefined): Promise<void> {
    climbs.delete(whose);
    const at = rfc3339(clock.now());
    await store.statuses.noteRing(whose, flag, { at, by: 'none', outcome: 'limited' });
    await options.alert?.({ kind: 'limited', role: whose, event: String(until ?? flag.nonce) });
  }

  async function correctStaleBusy(whose: Role, seen: Observation): Promise<boolean> {
    if (seen.ageMs < BUSY_TRUST_MS) return false;
    const looking = options.isScreenIdle(whose).catch(() => false);
    if (!(await withTimeout(clock, SCREEN_MS, looking, false))) return false;
    // A turn that began while we looked has been written down since.
    const since = await store.statuses.readObserved(whose);
    if (since === undefined || since.ageMs < seen.ageMs) return false;
    // A reader of its state is told the same.
    const { ageMs: _age, at: _at, ...known } = seen;
    await store.statuses.observe(whose, { ...known, state: 'idle' });
    return true;
  }

  /**
   * In a turn only what waits in the agent itself can be rung; where there is none, hooks speak. Where
   * the turn stands still behind a dialog, that is said: only a person can end it.
   */
  async function climbOn(
    whose: Role,
    stance: Stance,
    flag: Flag,
    climb: Climb,
    inTurn?: Observation['state'],
  ): Promise<Rung | undefined> {
    const as = stance === 'deputy' ? 'deputy' : 'own';
    const all = await options.doorbellsFor(whose);
    const unheard = climb.queued !== undefined && (await isQueued(whose, climb.queued));
    const doorbells = all.filter(({ queues = false, afterTurn = false }) =>
      inTurn === undefined ? !(queues && unheard) : queues && !afterTurn,
    );
    if (inTurn === 'busy' && doorbells.length === 0) return undefined;
    const [attempt, unannounced] = [climb.rungs, climb.sent === 0];
    const instead = inTurn === undefined ? 'no_mux' : 'dialog_open';
    const rung = await ring(options, {
      to: whose,
      flag,
      attempt,
      unannounced,
      as,
      doorbells,
      instead,
    });
    const failed = failureOf(rung);
    const now = clock.monotonic();
    const queued = queuedBy(rung, doorbells, now) ?? climb.queued;
    // Where a hook was quicker, that is evidence.
    const after =
      rung === 'announced'
        ? await countAnnouncement(options, whose, flag, climb)
        : rang({ ...climb, ...(queued && { queued }) }, stance, now, failed);
    climbs.set(whose, { ...after, gaveUp: climbs.get(whose)?.gaveUp ?? false });
    if (failed !== undefined) failuresOf(whose).add(failed);
    later(whose, after.nextAt - clock.monotonic());
    return rung;
  }

  const isQueued = async (whose: Role, { mark, until }: Queued): Promise<boolean> =>
    clock.monotonic() < until && (await store.wakes.readLastHeard(whose))?.mark !== mark;

  async function reportUnreachable(whose: Role, climb: Climb, now: number): Promise<void> {
    if (!unreachable(climb, now)) return;
    climbs.set(whose, { ...climb, gaveUp: true });
    const failed = [...failuresOf(whose)];
    await store.journal.write([{ event: 'unreachable', to: whose, nonce: climb.nonce, failed }]);
    await options.alert?.({ kind: 'unreachable', role: whose, event: climb.nonce });
    log(`${whose} has not answered for ${UNREACHABLE_MS / 60_000} minutes (${failed.join(', ')})`);
  }

  function failuresOf(whose: Role): Set<string> {
    const found = failures.get(whose) ?? new Set();
    failures.set(whose, found);
    return found;
  }

  async function awaitConfirmation(rung: Rung | undefined, signal: AbortSignal): Promise<void> {
    if (rung === undefined || rung === 'announced' || 'failed' in rung) return;
    if ((await rung.confirm(signal)) || signal.aborted) return;
    failuresOf(rung.to).add(`${rung.by}:unconfirmed`);
    // It may have been dropped (C5): from now on a hook may tell.
    await store.wakes.dropClaim(rung.to, rung.flag);
  }

  return {
    lookAt,
    correctStaleBusy,
    awaitConfirmation,
    forget: (whose) => void climbs.delete(whose),
    async noteAnnounced() {
      if (role === undefined) return;
      const flag = await mail.readFlag(role);
      if (flag === undefined) return;
      const climb = sight(climbs.get(role), flag.nonce, 'active', clock.monotonic());
      climbs.set(role, await countAnnouncement(options, role, flag, climb));
    },
    countAsRung(flag) {
      if (role === undefined) return;
      const now = clock.monotonic();
      const climb = rang(sight(undefined, flag.nonce, 'active', now), 'active', now);
      climbs.set(role, climb);
      later(role, climb.nextAt - now);
    },
  };
}

function queuedBy(rung: Rung, doorbells: readonly Doorbell[], now: number): Queued | undefined {
  if (rung === 'announced' || 'failed' in rung) return undefined;
  const { by, mark } = rung;
  const { queues = false } = doorbells.find(({ name }) => name === by) ?? {};
  return queues ? { mark, until: now + QUEUED_MS } : undefined;
}
