import type { Question } from '../agent/agent.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError, type WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import { findActiveRelay } from '../relay/presence.ts';
import type { Store, Watch } from '../store/store.ts';
import type { Progress } from './parts.ts';

/**
 * Gives every role its ritual, each as soon as it is ready: its relay has answered `tools/list`, for
 * what is typed before that runs without the relay's tools (C4). One at a time, with the seed's pauses:
 * before the text and before Enter (both in `type`), and between two roles. A role that is not
 * ready in time, or whose composer stays closed, is skipped and noted; the others do not wait for it.
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
  /** What the agents of these roles, which are not ready, ask a person. */
  readQuestions: (roles: Iterable<Role>) => Promise<ReadonlyMap<Role, Question>>;
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

/** `ready`: the role is ready and has no ritual. `waits_for_person`: its ritual is still to be given. */
export type RitualOutcome = 'given' | 'ready' | 'waits_for_person' | WakeFailure;

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
  const asked = watchQuestions(injection);
  const isAsking = (role: Role): boolean => !ready.has(role) && asked.has(role);
  using news = listenForRelays(injection);
  for (const role of waiting) tell({ role, step: 'starting' });

  const lacksRitual = async (role: Role): Promise<boolean> =>
    rituals.has(role) && (await store.statuses.readRitual(role))?.state !== 'given';

  const end = async (role: Role, outcome: RitualOutcome): Promise<void> => {
    waiting.delete(role);
    outcomes.set(role, outcome);
    if (outcome === 'ready' || outcome === 'waits_for_person') return;
    // Nothing was to be given, or it has it already.
    if (outcome === 'interrupted' && !(await lacksRitual(role))) return;
    const at = rfc3339(clock.now());
    if (outcome === 'given') {
      tell({ role, step: 'given' });
      await store.statuses.noteRitual(role, { state: 'given', at });
    } else {
      tell({ role, step: 'skipped', code: outcome });
      await store.statuses.noteRitual(role, { state: 'skipped', at, code: outcome });
    }
  };

  while (waiting.size > 0 && !signal.aborted) {
    if (!(await store.isPresent())) throw new OvldError('store_gone', { path: store.where });
    if (clock.monotonic() >= deadline) {
      // A role that was ready in time and had no turn yet still gets one.
      const late = [...waiting].filter(
        (role) => (!ready.has(role) || failures.has(role)) && !isAsking(role),
      );
      for (const role of late) await end(role, failures.get(role) ?? 'not_ready');
      if (waiting.size === 0) break;
    }
    const turn = await nextReady(injection, waiting, ready);
    if (turn === undefined) {
      const isAsked = await asked.look(waiting);
      if (!isAsked) await pause(clock, LOOK_MS);
      else if (injection.leaveQuestions) break;
      else await news.next(IDLE_MS);
      if (isAsked) deadline = clock.monotonic() + patienceMs;
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
    await end(role, isAsking(role) ? 'waits_for_person' : why);
  }
  return outcomes;
}

/** The questions of roles that are not ready, by the last look. */
function watchQuestions({ clock, readQuestions, questionMs, tell }: Injection) {
  let questions: ReadonlyMap<Role, Question> = new Map();
  let next = clock.monotonic() + questionMs;
  return {
    has: (role: Role): boolean => questions.has(role),
    /** Whether all of them wait for a person. */
    async look(roles: ReadonlySet<Role>): Promise<boolean> {
      if (clock.monotonic() >= next) {
        const before = questions;
        questions = await readQuestions(roles);
        for (const role of roles) {
          const question = questions.get(role);
          if (question === before.get(role)) continue;
          tell(question ? { role, step: 'asks', question } : { role, step: 'starting' });
        }
        next = clock.monotonic() + questionMs;
      }
      return [...roles].every((role) => questions.has(role));
    },
  };
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
