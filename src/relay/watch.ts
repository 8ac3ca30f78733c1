import type { Role } from '../army/role.ts';
import type { Timer } from '../kit/clock.ts';
import { createMutex } from '../kit/mutex.ts';
import type { Change } from '../store/store.ts';
import { TICK_MS } from './herald.ts';
import { createLooks, type LookOptions } from './look.ts';
import { deputyOf } from './presence.ts';

/** What is written within this time is one burst, and one nudge tells of it. */
const BURST_MS = 150;

export interface Watching extends Omit<LookOptions, 'role' | 'later' | 'notYet'> {
  roles: readonly Role[];
  signal: AbortSignal;
}

/**
 * Rings for roles whose agents have no relay: a scan at the start, then whenever an inbox changes, by
 * the ladder of every herald. Where a relay lives there is a deputy, and that one rings (R8). A change
 * carries no meaning, only the look does: who marks his own mail as processed rings nobody.
 *
 * Ends with the signal, or when the army is gone.
 */
export async function watchInboxes(watching: Watching): Promise<'stopped' | 'dismissed'> {
  const { store, clock, roles, signal, log } = watching;
  const mutex = createMutex();
  const known = new Map<Role, number>();
  const due = new Map<Role, { timer: Timer; at: number; heard: boolean }>();
  const later = (role: Role, ms: number): void => soon(role, ms, false);
  const looks = createLooks({ ...watching, role: undefined, notYet: async () => 0, later });
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
      if (!(await store.present())) {
        over('dismissed');
        return undefined;
      }
      if ((await deputyOf(store, roles)) !== undefined) return looks.forget(role);
      await flagAnew(role);
      return looks.lookAt(role, 'duty', heard);
    });
    await looks.settle(rung ?? undefined, signal);
  }

  /** Nobody but the agent itself says that it has read something: more than before is a wake of its own. */
  async function flagAnew(role: Role): Promise<void> {
    const { count } = await store.mail.unread(role);
    if (count > (known.get(role) ?? 0)) await store.mail.clear(role);
    known.set(role, count);
  }

  const changed =
    (role: Role) =>
    (what: Change): void => {
      if (what !== 'pending-of-others') soon(role, BURST_MS, what === 'state');
    };
  const watches = roles.map((role) => store.watch(role, changed(role)));
  let ticking: Timer | undefined;
  async function tick(): Promise<void> {
    for (const watch of watches) await watch.rearm().catch(() => undefined);
    for (const role of roles) soon(role, 0, false);
    if (!signal.aborted) ticking = clock.after(TICK_MS, () => void tick());
  }
  signal.addEventListener('abort', () => over('stopped'), { once: true });
  if (signal.aborted) over('stopped');
  await tick();
  const how = await ended;
  ticking?.cancel();
  for (const { timer } of due.values()) timer.cancel();
  for (const watch of watches) watch.close();
  await mutex.run(async () => undefined);
  return how;
}
