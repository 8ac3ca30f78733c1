import type { Doorbell } from '../agent/agent.ts';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { withTimeout } from '../kit/timeout.ts';
import type { Store } from '../store/store.ts';
import { ownOf } from './news.ts';
import { hasLostRelay } from './presence.ts';
import { layoutOrder, resolvePane } from './resolve-pane.ts';
import { isForsaken, ownRingDelayMs, ritualDelayMs, type Newcomer } from './ring-delay.ts';
import { ringTimeoutMs, type Ringing } from './ring.ts';
import { reconnectDoorbell, typedDoorbell } from './typed-doorbell.ts';
import type { Typing } from './typing.ts';

/**
 * Which agents this process can ring, by what, after how long, and why not. A relay, a sending person,
 * `ovld watch` and the library each have one:
 *
 *              own agent           other agents                  needs
 *   relay      native, typed       typed                         panes, for what is typed
 *   person                         typed                         panes, opened when first needed
 *   watch                          typed, never `reconnect`      panes
 *   library                        none: the flag is all
 *
 * An agent whose relay died has lost its tools (C12). A nudge would only make it call a tool that is
 * missing; so `reconnect` replaces every other doorbell, and the new relay rings by itself.
 */
export interface Reach extends Ringing {
  readonly roles: readonly Role[];
  /** Best first; none where the role cannot be rung from here. */
  doorbellsFor(role: Role): Promise<readonly Doorbell[]>;
  /** Types the command that gives an agent its dead relay back; undefined where it has lost none. */
  reconnectFor(role: Role): Promise<Doorbell | undefined>;
  /** For how long the agent must not be rung: it has no tools yet, or its ritual comes first. */
  ringDelayMs(role: Role): Promise<number>;
  /** Why no keystroke can reach the role. */
  obstacleTo(role: Role): Promise<WakeFailure | undefined>;
  /** Whether the role's screen shows a composer and no turn; false where it cannot be seen. */
  isScreenIdle(role: Role): Promise<boolean>;
}

interface ReachParts extends Pick<Ringing, 'store' | 'clock' | 'nudgeText'> {
  formation: Formation;
  /** Undefined where the army has no panes. */
  openTyping?: (() => Promise<Typing>) | undefined;
  /** False: a dead relay is not asked back, and its agent's ritual is waited for all the same. */
  reconnects?: boolean;
  /** The agent this process is the relay of. */
  own?: Newcomer & { doorbells: readonly Doorbell[] };
}

export function openReach(parts: ReachParts): Reach {
  const { store, clock, formation, nudgeText, openTyping, reconnects = true, own } = parts;
  const timeoutMs = ringTimeoutMs(formation.pauses);

  async function reconnectFor(role: Role): Promise<Doorbell | undefined> {
    if (!reconnects || openTyping === undefined) return undefined;
    const typing = await openTyping();
    const { reconnect } = typing.agentOf(role);
    if (reconnect === undefined) return undefined;
    const lost = role === own?.role ? isForsaken(clock, own) : await hasLostRelay(store, role);
    if (!lost) return undefined;
    if (typeof reconnect === 'string') return reconnectDoorbell(typing, reconnect);
    const endpoint = await store.endpoints.read(role);
    return endpoint && reconnect(endpoint, ownOf(store, role));
  }

  return {
    store,
    clock,
    nudgeText,
    timeoutMs,
    roles: rolesOf(formation),
    reconnectFor,
    async doorbellsFor(role) {
      const reconnect = await reconnectFor(role);
      if (reconnect !== undefined) return [reconnect];
      const native = role === own?.role ? own.doorbells : [];
      return openTyping === undefined ? native : [...native, typedDoorbell(await openTyping())];
    },
    async ringDelayMs(role) {
      if (role === own?.role) return ownRingDelayMs({ store, clock, formation }, own);
      // A ritual is given to a role with a living relay: the dead one is asked back first.
      if (reconnects && (await hasLostRelay(store, role))) return 0;
      return ritualDelayMs({ store, clock, formation }, role);
    },
    async obstacleTo(role) {
      if (openTyping === undefined) return 'no_mux';
      const finding = openTyping().then((typing) => resolvePane(typing, role));
      const pane = await withTimeout(clock, timeoutMs, finding, 'ring_timeout' as const);
      return typeof pane === 'string' ? pane : undefined;
    },
    async isScreenIdle(role) {
      if (openTyping === undefined) return false;
      const typing = await openTyping();
      const pane = await resolvePane(typing, role);
      if (typeof pane === 'string') return false;
      const screen = await typing.panes.screen(pane.id);
      if (screen === undefined || screen.copyMode) return false;
      const seen = typing.agentOf(role).read(screen);
      return seen.state === 'ready' && seen.busy === undefined;
    },
  };
}

interface TypingParts extends Omit<Typing, 'seats' | 'roles' | 'pauses'> {
  store: Pick<Store, 'seats'>;
  formation: Formation;
  /** Of the formation's pauses; only `enter` unless a ritual is typed. */
  pauses?: Typing['pauses'];
}

/** How an army's panes are typed into. */
export function typingFor({ store, formation, ...parts }: TypingParts): Typing {
  const pauses = { enter: formation.pauses.enter };
  return { pauses, ...parts, seats: store.seats, roles: layoutOrder(formation) };
}
