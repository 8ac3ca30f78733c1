import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Panes } from '../mux/mux.ts';
import type { Statuses } from '../store/store.ts';
import { typeInto, type Typed, type Typing } from './typing.ts';

interface RitualTyping {
  typing: Typing;
  statuses: Statuses;
  signal: AbortSignal;
}

/** Types a ritual through the gate; undefined once the agent has taken it, else why not. */
export async function typeRitual(
  { typing, statuses, signal }: RitualTyping,
  role: Role,
  text: string,
): Promise<WakeFailure | undefined> {
  // A multiplexer that stumbles costs one attempt, not the rituals of all roles.
  const typed = await typeWhole(typing, role, text, signal).catch((): Typed => ({
    sent: false,
    code: 'ring_failed',
  }));
  if (!typed.sent) return typed.code;
  const enteredAt = typing.clock.now();
  // Whether it was taken is seen in the composer; a nudge that stood in its way went first.
  const taken = await typed.confirm();
  if (!taken || typed.leftover) return 'not_shown';
  await noteWake(typing.clock, statuses, role, enteredAt).catch(() => undefined);
  return undefined;
}

/** Cut off before it pastes, it types nothing; what it has pasted it submits, for it would keep all mail waiting. */
async function typeWhole(
  typing: Typing,
  role: Role,
  text: string,
  signal: AbortSignal,
): Promise<Typed> {
  const unpasted = new AbortController();
  const abort = (): void => unpasted.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const panes: Panes = {
    ...typing.panes,
    paste(pane, pasted) {
      signal.removeEventListener('abort', abort);
      return typing.panes.paste(pane, pasted);
    },
  };
  try {
    return await typeInto({ ...typing, panes }, role, text, unpasted.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A ritual that was taken up proves that keystrokes reach its agent: it is the role's first wake. */
async function noteWake(clock: Clock, statuses: Statuses, role: Role, enteredAt: number) {
  const seen = await statuses.readObserved(role);
  const submittedAt = seen?.state === 'busy' ? clock.now() - seen.ageMs : undefined;
  const roundTripMs = submittedAt && Math.max(0, Math.round(submittedAt - enteredAt));
  await statuses.noteRing(
    role,
    { nonce: 'ritual', since: '' },
    {
      at: rfc3339(enteredAt),
      by: 'ritual',
      outcome: 'rung',
      ...(roundTripMs !== undefined && { roundTripMs }),
    },
  );
}
