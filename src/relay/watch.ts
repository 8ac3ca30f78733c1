import type { Role } from '../army/role.ts';
import type { Timer } from '../kit/clock.ts';
import { createMutex } from '../kit/mutex.ts';
import type { Change } from '../store/store.ts';
import { DEAF_TICK_MS, TICK_MS } from './herald.ts';
import { FIRST_PAUSE_MS } from './ladder.ts';
import { createLooks, type LookOptions } from './look.ts';
import { findActiveRelay } from './presence.ts';

/** A burst is over when nothing was written for this long, and does not last longer than that. */
const QUIET_MS = 150;
const BURST_MS = 1_500;

export interface Watching extends Omit<LookOptions, 'role' | 'later'> {
  roles: readonly Role[];
  signal: AbortSignal;
}

/**
 * Rings for roles whose agents have no relay: a scan at the start, then whenever an inbox changes, by
 * the ladder of every herald. A role with a living relay is that one's business. A change carries no
 * meaning, only the look does: an agent that marks its own mail as processed is not rung.
 *
 * Ends with the signal, or when the army is gone.
 */
export async function watchInboxes(watching: Watching): Promise<'stopped' | 'dismissed'> {
  const { store, clock, roles, signal, log } = watching;
  const mutex = createMutex();
  const known = new Map<Role, number>();
  const rungAt = new Map<Role, number>();
  const due = new Map<Role, { timer: Timer; at: number; heard: boolean }>();
  const later = (role: Role, ms: number): void => soon(role, ms, false);
  const looks = createLooks({ ...watching, role: undefined, later });
  let over: (how: 'stopped' | 'dismissed') => void = () => undefined;
  const ended = new Promise<'stopped' | 'dismissed'>((resolve) => (over = resolve));

  function soon(role: Role, ms: number, heard: boolean): void {
    const at = clock.monotonic() + ms;
    const before = due.get(role);
    if (signal.aborted) return;
    if (before !== undefined && before.at <= at) {
      before.heard ||= heard;
      return;
    }
    before?.timer.cancel();
    const timer = clock.after(ms, () => {
      const { heard: stirred = false } = due.get(role) ?? {};
      due.delete(role);
      look(role, stirred).catch((error: unknown) => log(String(error)));
    });
    due.set(role, { timer, at, heard: heard || (before?.heard ?? false) });
  }

  async function look(role: Role, heard: boolean): Promise<void> {
    const rung = await mutex.run(async () => {
      if (signal.aborted) return undefined;
      if (!(await store.isPresent())) {
        over('dismissed');
        return undefined;
      }
      if ((await findActiveRelay(store, role)) !== undefined) {
        looks.forget(role);
        return undefined;
      }
      await store.mail.putBackDead(role);
      await flagAnew(role);
      return looks.lookAt(role, 'active', heard);
    });
    if (rung === undefined) return;
    rungAt.set(role, clock.monotonic());
    await looks.awaitConfirmation(rung, signal);
  }

  /**
   * Only the agent itself marks mail as read: more unread mail than before is a wake of its own. Right
   * after a nudge it is not: that nudge may announce it, and the next on the ladder is near.
   */
  async function flagAnew(role: Role): Promise<void> {
    const { count } = await store.mail.countUnread(role);
    const since = clock.monotonic() - (rungAt.get(role) ?? -Infinity);
    if (count > (known.get(role) ?? 0) && since >= FIRST_PAUSE_MS) await store.mail.clearFlag(role);
    known.set(role, count);
  }

  const bursts = new Map<Role, { timer: Timer; until: number; heard: boolean }>();
  /** One look, and so one nudge, for all that is written together. */
  const changed =
    (role: Role) =>
    (what: Change): void => {
      if (what === 'pending-of-others' || signal.aborted) return;
      const now = clock.monotonic();
      const { timer: before, until = now + BURST_MS, heard = false } = bursts.get(role) ?? {};
      before?.cancel();
      const stirred = heard || what === 'state';
      const timer = clock.after(Math.max(0, Math.min(QUIET_MS, until - now)), () => {
        bursts.delete(role);
        soon(role, 0, stirred);
      });
      bursts.set(role, { timer, until, heard: stirred });
    };
  const watches = roles.map((role) => store.watch(role, changed(role)));
  let ticking: Timer | undefined;
  async function tick(): Promise<void> {
    for (const watch of watches) await watch.rearm().catch(() => undefined);
    for (const role of roles) soon(role, 0, false);
    // Where changes cannot be heard (N2), looking is all there is.
    const ms = watches.every(({ hearing }) => hearing) ? TICK_MS : DEAF_TICK_MS;
    if (!signal.aborted) ticking = clock.after(ms, () => void tick());
  }
  signal.addEventListener('abort', () => over('stopped'), { once: true });
  if (signal.aborted) over('stopped');
  await tick();
  const how = await ended;
  ticking?.cancel();
  for (const { timer } of [...due.values(), ...bursts.values()]) timer.cancel();
  for (const watch of watches) watch.close();
  await mutex.run(async () => undefined);
  return how;
}
