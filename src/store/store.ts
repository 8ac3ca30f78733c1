import type { Role } from '../army/role.ts';
import type { Evidence } from './evidence.ts';
import type { HookSide } from './hook-side.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Mail } from './mail.ts';
import type { Presence } from './presence.ts';
import type { Change, Watch } from './watch.ts';

export type * from './armies.ts';
export type * from './evidence.ts';
export type * from './history.ts';
export type * from './hook-side.ts';
export type * from './lifecycle.ts';
export type * from './mail.ts';
export type * from './presence.ts';
export type * from './watch.ts';

/**
 * Where an army's messages live. The promise every backend keeps, rule by rule (`docs/delivery.md`):
 *
 *  - `deliver` returns only when the message survives a crash; before that nothing of it is visible.
 *  - of all callers of `raiseFlag`, exactly one is told it raised the flag; the flag is whole from birth.
 *  - `collect` hands a message to one caller; it stays in that caller's keeping until acknowledged,
 *    and comes back marked when the caller dies or puts it back. Nothing is ever handed over
 *    twice without the mark.
 *
 * The parts are split by what a backend may do differently: mail and evidence may be on another host,
 * `HookSide` is on the agent's own. Every backend has every part.
 */
export interface Store extends Lifecycle, Presence, Evidence, Omit<HookSide, 'statuses'> {
  readonly mail: Mail;
  watch(role: Role, changed: (what: Change) => void): Watch;
  /**
   * All that a person sees of these roles: mail, flags, rings, states, holds and seats. Which of
   * them changed; undefined where it may be any.
   */
  watchRoles(roles: readonly Role[], changed: (role: Role | undefined) => void): Watch;
}
