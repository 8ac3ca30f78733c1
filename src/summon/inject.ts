import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError, type WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import { onDuty } from '../relay/presence.ts';
import type { Store } from '../store/store.ts';
import type { Progress } from './parts.ts';

/**
 * Gives every role its ritual, each as soon as it is ready: its relay has answered `tools/list`, for
 * what is typed before that runs without the relay's tools (C4). One at a time, with the seed's pauses:
 * before the text and before Enter (both in `type`), and between two roles. A role that is not
 * ready in time, or whose composer stays closed, is skipped and noted; the others do not wait for it.
 */
export interface Injection {
  store: Store;
  clock: Clock;
  formation: Pick<Formation, 'pauses'>;
  /** Who is waited for, in this order. */
  roles: readonly Role[];
  /** What each is given; nothing, where it has none. */
  rituals: ReadonlyMap<Role, string>;
  /** How long a role may take, from now. */
  patienceMs: number;
  /** Types through the gate and submits. */
  type: (role: Role, text: string) => Promise<WakeFailure | undefined>;
  tell: (progress: Progress) => void;
  signal: AbortSignal;
}

const LOOK_MS = 100;

/** `ready`: it has come up, and there was nothing to give it. */
export type Welcome = 'given' | 'ready' | WakeFailure;

export async function giveRituals(injection: Injection): Promise<Map<Role, Welcome>> {
  const { store, clock, formation, roles, rituals, patienceMs, signal } = injection;
  const { between } = formation.pauses;
  const waiting = new Set(roles);
  const ready = new Set<Role>();
  const outcomes = new Map<Role, Welcome>();
  const failures = new Map<Role, WakeFailure>();
  const deadline = clock.monotonic() + patienceMs;
  for (const role of waiting) injection.tell({ role, step: 'starting' });

  const end = async (role: Role, outcome: Welcome): Promise<void> => {
    waiting.delete(role);
    outcomes.set(role, outcome);
    if (outcome !== 'ready') await note(injection, role, outcome);
  };

  while (waiting.size > 0 && !signal.aborted) {
    if (!(await store.present())) throw new OvldError('store_gone', { path: store.where });
    if (clock.monotonic() >= deadline) {
      // Whoever was ready in time and had no turn yet still gets one, however many came before.
      const late = [...waiting].filter((role) => !ready.has(role) || failures.has(role));
      for (const role of late) await end(role, failures.get(role) ?? 'not_ready');
      if (waiting.size === 0) break;
    }
    const turn = await nextReady(injection, waiting, ready);
    if (turn === undefined) {
      await pause(clock, LOOK_MS);
      continue;
    }
    const ritual = rituals.get(turn);
    if (ritual === undefined) {
      await end(turn, 'ready');
      continue;
    }
    const failure = await injection.type(turn, ritual);
    if (failure === undefined) await end(turn, 'given');
    else failures.set(turn, failure);
    if (waiting.size > 0) await pause(clock, between);
    // Its composer was not open: the others come first.
    if (failure !== undefined && waiting.delete(turn)) waiting.add(turn);
  }
  for (const role of waiting) await end(role, failures.get(role) ?? 'not_ready');
  return outcomes;
}

async function nextReady(
  { store, tell }: Injection,
  waiting: ReadonlySet<Role>,
  ready: Set<Role>,
): Promise<Role | undefined> {
  let first: Role | undefined;
  for (const role of waiting) {
    if (!ready.has(role)) {
      if ((await onDuty(store, role))?.readyAt === undefined) continue;
      ready.add(role);
      tell({ role, step: 'ready' });
    }
    first ??= role;
  }
  return first;
}

async function note(
  { store, clock, tell }: Injection,
  role: Role,
  outcome: WakeFailure | 'given',
): Promise<void> {
  const at = rfc3339(clock.now());
  if (outcome === 'given') tell({ role, step: 'given' });
  else tell({ role, step: 'skipped', code: outcome });
  await store.statuses.noteRitual(
    role,
    outcome === 'given' ? { state: 'given', at } : { state: 'skipped', at, code: outcome },
  );
}
