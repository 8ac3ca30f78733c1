import type { Role } from '../army/role.ts';
import type { Clock, Timer } from '../kit/clock.ts';

/** One timer for each role, after which the herald looks at that role again. */
export interface LookTimers {
  /** Replaces the role's earlier one. */
  set: (role: Role, ms: number) => void;
  listen(listener: (role: Role) => void): void;
  close(): void;
}

export function createLookTimers(clock: Clock): LookTimers {
  const timers = new Map<Role, Timer>();
  let closed = false;
  let lookAt: (role: Role) => void = () => undefined;
  return {
    set(role, ms) {
      timers.get(role)?.cancel();
      if (closed) return;
      timers.set(
        role,
        clock.after(Math.max(1, ms), () => lookAt(role)),
      );
    },
    listen: (listener) => void (lookAt = listener),
    close() {
      closed = true;
      for (const timer of timers.values()) timer.cancel();
    },
  };
}
