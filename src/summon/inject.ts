import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError, type WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import { findActiveRelay } from '../relay/presence.ts';
import type { Store, Watch } from '../store/store.ts';
import type { Progress } from './parts.ts';
import type { StartSight } from './read-starts.ts';

/**
 * Gives every role its ritual, each as soon as it is ready: its relay has answered `tools/list`, for
 * what is typed before that runs without the relay's tools (C4). One at a time, with the seed's pauses:
 * before the text and before Enter (both in `type`), and between two roles. A role that is not
 * ready in time, whose agent has ended, or whose composer stays closed, is skipped and noted; the others do
 * not wait for it. Where others start after an ended agent, its restart is waited for like an answer.
 *
 * The time a person takes to answer a question of an agent's start does not count. While all that are left
 * wait for a person this only listens for their relays, and looks at the screens every half minute; with
 * `leaveQuestions` it returns instead.
 */
export interface Injection {
  store: Store;
  clock: Clock;
  formation: Pick<Formation, 'pauses'>;
  /** In this order. */
  roles: readonly Role[];
  /** The text of each role that has a ritual. */
  rituals: ReadonlyMap<Role, string>;
  /** How long a role may take to become ready, from now. */
  patienceMs: number;
  /** What keeps these roles, which are not ready. */
  readStarts: (roles: Iterable<Role>) => Promise<ReadonlyMap<Role, StartSight>>;
  /** Their screens are looked at so often: soon where a question is expected. */
  questionMs: number;
  leaveQuestions: boolean;
  /** Types through the gate and submits. */
  type: (role: Role, text: string) => Promise<WakeFailure | undefined>;
  tell: (progress: Progress) => void;
  signal: AbortSignal;
}

const LOOK_MS = 100;

const IDLE_MS = 30_000;
/** Where no watch can be had. */
const DEAF_MS = 2_000;
/** A pane whose program is only being started may look like a dead one. */
const DEAD_MS = 2_000;
/** A busy multiplexer makes the panes of an army one after the other. */
const ABSENT_MS = 15_000;

type Left = 'waits_for_person' | 'waits_for_restart';

/** `ready`: the role is ready and has no ritual. */
export type RitualOutcome = 'given' | 'ready' | Left | WakeFailure;

/** Its ritual is still to be given, when a person has answered or restarted its agent. */
export const isLeft = (outcome: RitualOutcome | undefined): outcome is Left =>
  outcome === 'waits_for_person' || outcome === 'waits_for_restart';

/** Once the person has answered, the army completes by itself. */
export const isFine = (outcome: RitualOutcome): boolean =>
  outcome === 'given' || outcome === 'ready' || outcome === 'waits_for_person';

export async function giveRituals(injection: Injection): Promise<Map<Role, RitualOutcome>> {
  const { store, clock, formation, roles, rituals, patienceMs, tell, signal } = injection;
  const { between } = formation.pauses;
  const waiting = new Set(roles);
  const ready = new Set<Role>();
  const outcomes = new Map<Role, RitualOutcome>();
  const failures = new Map<Role, WakeFailure>();
  const startedAt = rfc3339(clock.now());
  let deadline = clock.monotonic() + patienceMs;
  const starts = watchStarts(injection);
  const isKept = (role: Role): boolean => !ready.has(role) && starts.get(role) !== undefined;
  using news = listenForRelays(injection);
  for (const role of waiting) tell({ role, step: 'starting' });

  const lacksRitual = async (role: Role): Promise<boolean> =>
    rituals.has(role) && (await store.statuses.readRitual(role))?.state !== 'given';

  const end = async (role: Role, outcome: RitualOutcome): Promise<void> => {
    waiting.delete(role);
    outcomes.set(role, outcome);
    if (outcome === 'ready' || isLeft(outcome)) return;
    // Nothing was to be given, or it has it already.
    if (outcome === 'interrupted' && !(await lacksRitual(role))) return;
    const at = rfc3339(clock.now());
    if (outcome === 'given') {
      tell({ role, step: 'given' });
      await store.statuses.noteRitual(role, { state: 'given', at });
    } else {
      if (!isKept(role)) tell({ role, step: 'skipped', code: outcome });
      await store.statuses.noteRitual(role, { state: 'skipped', at, code: outcome });
    }
  };

  while (waiting.size > 0 && !signal.aborted) {
    if (!(await store.isPresent())) throw new OvldError('store_gone', { path: store.where });
    if (clock.monotonic() >= deadline) {
      // A role that was ready in time and had no turn yet still gets one.
      const late = [...waiting].filter(
        (role) => (!ready.has(role) || failures.has(role)) && !isKept(role),
      );
      for (const role of late) await end(role, failures.get(role) ?? 'not_ready');
      if (waiting.size === 0) break;
    }
    const turn = await nextReady(injection, waiting, ready);
    if (turn === undefined) {
      await starts.look(waiting);
      for (const role of waiting) {
        const sight = starts.get(role);
        if (sight && 'ended' in sight && !sight.postpones) await end(role, sight.ended);
      }
      if (waiting.size === 0) break;
      const areKept = [...waiting].every(isKept);
      if (!areKept) await pause(clock, LOOK_MS);
      else if (injection.leaveQuestions) break;
      else await news.next(IDLE_MS);
      if (areKept) deadline = clock.monotonic() + patienceMs;
      continue;
    }
    const ritual = rituals.get(turn);
    if (ritual === undefined) {
      await end(turn, 'ready');
      continue;
    }
    // While this waited for a person, another command may have given it.
    const note = await store.statuses.readRitual(turn);
    if (note?.state === 'given' && note.at >= startedAt) {
      await end(turn, 'ready');
      continue;
    }
    const failure = await injection.type(turn, ritual);
    if (failure === undefined) await end(turn, 'given');
    // What an interruption cut off has not failed by itself.
    else if (!signal.aborted) failures.set(turn, failure);
    if (waiting.size > 0) await pause(clock, between, signal);
    // Its composer was not open: the others come first.
    if (failure !== undefined && waiting.delete(turn)) waiting.add(turn);
  }
  for (const role of waiting) {
    const why = failures.get(role) ?? (signal.aborted ? 'interrupted' : 'not_ready');
    const sight = ready.has(role) ? undefined : starts.get(role);
    await end(
      role,
      sight === undefined ? why : 'asks' in sight ? 'waits_for_person' : 'waits_for_restart',
    );
  }
  return outcomes;
}

/** What keeps roles that are not ready, by the last look. */
function watchStarts({ clock, readStarts, questionMs, tell }: Injection) {
  let sights: ReadonlyMap<Role, StartSight> = new Map();
  let endedSince: ReadonlyMap<Role, number> = new Map();
  let next = clock.monotonic() + questionMs;
  return {
    get: (role: Role): StartSight | undefined => sights.get(role),
    async look(roles: ReadonlySet<Role>): Promise<void> {
      if (clock.monotonic() < next) return;
      const [before, since] = [sights, new Map<Role, number>()];
      const seen = new Map(await readStarts(roles));
      const now = clock.monotonic();
      let pauseMs = questionMs;
      for (const [role, sight] of seen) {
        if ('asks' in sight) continue;
        const first = endedSince.get(role) ?? now;
        since.set(role, first);
        if (now - first >= (sight.ended === 'no_pane' ? ABSENT_MS : DEAD_MS)) continue;
        seen.delete(role);
        pauseMs = Math.min(pauseMs, DEAD_MS);
      }
      [sights, endedSince, next] = [seen, since, now + pauseMs];
      for (const role of roles) {
        const sight = sights.get(role);
        if (keeping(sight) !== keeping(before.get(role))) tell(progressOf(role, sight));
      }
    },
  };
}

const keeping = (sight: StartSight | undefined): string | undefined =>
  sight && ('asks' in sight ? sight.asks : 'ended');

function progressOf(role: Role, sight: StartSight | undefined): Progress {
  if (sight === undefined) return { role, step: 'starting' };
  if ('asks' in sight) return { role, step: 'asks', question: sight.asks };
  const { lastLine } = sight;
  return { role, step: 'ended', ...(lastLine !== undefined && { lastLine }) };
}

/** Tells when relays come and go. The first answer comes at once: before it nothing was heard. */
function listenForRelays({ store, clock, roles, signal }: Injection) {
  let watch: Watch | undefined;
  let changed = new AbortController();
  return {
    async next(ms: number): Promise<void> {
      const isFirst = watch === undefined;
      watch ??= store.watchRoles(roles, () => changed.abort());
      await watch.rearm().catch(() => undefined);
      const news = AbortSignal.any([changed.signal, signal]);
      if (!isFirst) await pause(clock, watch.hearing ? ms : DEAF_MS, news);
      changed = new AbortController();
    },
    [Symbol.dispose]: () => watch?.close(),
  };
}

async function nextReady(
  { store, tell }: Injection,
  waiting: ReadonlySet<Role>,
  ready: Set<Role>,
): Promise<Role | undefined> {
  let first: Role | undefined;
  for (const role of waiting) {
    if (!ready.has(role)) {
      if ((await findActiveRelay(store, role))?.readyAt === undefined) continue;
      ready.add(role);
      tell({ role, step: 'ready' });
    }
    first ??= role;
  }
  return first;
}
