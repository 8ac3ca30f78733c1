import type { Agent, Doorbell } from '../agent/agent.ts';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { createMutex } from '../kit/mutex.ts';
import { within } from '../kit/timeout.ts';
import type { Panes } from '../mux/mux.ts';
import type { Seat, Store } from '../store/store.ts';
import { alerting, type Alerting } from './alert.ts';
import { showsRest } from './at-rest.ts';
import { noteAgentGone, settleDeaths } from './deaths.ts';
import { createHerald } from './herald.ts';
import { heldWith } from './hold.ts';
import { createInbox, type Handover } from './inbox.ts';
import type { Handed } from './message.ts';
import type { Nudging } from './nudge.ts';
import { hasLostRelay } from './presence.ts';
import { declare, report, type RoleReport } from './report.ts';
import { awaitsOnlyRitual, BACK_MS, isBackWith, isForsaken, leftAlone } from './left-alone.ts';
import { layoutOrder, resolvePane } from './resolve-pane.ts';
import { ringTimeoutFor, type Ringing } from './ring.ts';
import { broadcast, send, type BroadcastOutcome, type Letter, type Sent } from './send.ts';
import type { Status } from './status.ts';
import { reconnectDoorbell, typedDoorbell } from './typed-doorbell.ts';
import type { Typing } from './typing.ts';

export interface RelayParts {
  store: Store;
  clock: Clock;
  log: Log;
  formation: Formation;
  role: Role;
  seat: Omit<Seat, 'incarnation' | 'doorbells'>;
  /** What sits in a role's seat: the one who types reads the recipient's screen. */
  agentOf: (role: Role) => Agent;
  /** Undefined: this army is seen nowhere. */
  panes: Panes | undefined;
  typing?: Pick<Typing, 'isOurs' | 'alone'>;
  /** The role's own doorbells, best first; typing comes after them. */
  nativeDoorbells: readonly Doorbell[];
  nudgeText: Ringing['nudgeText'];
  /** Whether the agent that started this relay is not there any more. */
  agentGone?: () => boolean;
  /** How a person is told what they should know at once; not at all without it. */
  notify?: Alerting['notify'];
}

/** One role's relay: its tools as functions, and a herald that rings for its mail. */
export interface Relay {
  readonly role: Role;
  readonly formation: Formation;
  /** Whether this relay has any way to wake its agent. */
  readonly wakes: boolean;
  send(to: Role, letter: Letter): Promise<Sent>;
  broadcast(letter: Letter): Promise<BroadcastOutcome[]>;
  check(fits: (message: Handed) => boolean): Promise<Handover>;
  /** The roles whose exchange with this one the guard holds. */
  heldWith(): Promise<Role[]>;
  report(which: Role | 'all'): Promise<RoleReport[]>;
  declare(status: Pick<Status, 'status' | 'task'>): Promise<Status>;
  /** The agent has been given the tools: from now on a nudge finds them. */
  ready(): Promise<void>;
  /** `asked`: by whoever may end it; else its agent has left it. */
  stop(asked?: boolean): Promise<void>;
}

const WARM_MS = 2_000;

/** Takes the seat, puts back what dead predecessors held, and starts to listen. */
export async function startRelay(parts: RelayParts): Promise<Relay> {
  const { store, clock, role, formation, log } = parts;
  const roles = rolesOf(formation);
  const typing = typingOf(parts);
  const timeoutMs = ringTimeoutFor(formation.pauses);
  const native = parts.nativeDoorbells.map(({ name }) => name);
  const doorbells = [...native, ...(typing ? ['typed'] : [])];
  const back = isBackWith(parts.seat, (await store.seats.list(role)).at(-1));
  const incarnation = await store.seats.take(role, { ...parts.seat, doorbells });
  const since = clock.monotonic();
  let stopped = false;
  let seat: Seat = { incarnation, ...parts.seat, doorbells };

  // An agent does not restart a relay that died: where it lives on, it is told to (C12). A nudge
  // would only make it call a tool it has not got; the new relay rings by itself.
  const reconnectFor = async (to: Role): Promise<Doorbell | undefined> => {
    if (typing === undefined || parts.agentOf(to).reconnect === undefined) return undefined;
    const lost =
      to === role ? isForsaken({ clock, since, seat, back }) : await hasLostRelay(store, to);
    return lost ? reconnectDoorbell(typing) : undefined;
  };
  const outside = async (to: Role): Promise<readonly Doorbell[]> =>
    typing === undefined ? [] : [(await reconnectFor(to)) ?? typedDoorbell(typing)];
  const ringing: Ringing = { store, clock, nudgeText: parts.nudgeText, timeoutMs };
  const { notify } = parts;
  const alert = notify && alerting({ store, on: formation.notify.on, notify });
  const told = { ...(alert && { alert }) };
  const mutex = createMutex();
  const herald = createHerald({
    ...ringing,
    ...told,
    role,
    incarnation,
    roles,
    mutex,
    log,
    doorbellsFor: async (to) => [
      ...(to === role && (await reconnectFor(role)) === undefined ? parts.nativeDoorbells : []),
      ...(await outside(to)),
    ],
    reconnectFor,
    notYet: (to) =>
      to === role
        ? leftAlone({ store, clock, role, formation, since, seat, back })
        : awaitsOnlyRitual({ store, clock, role: to, formation }),
    stirred: () => inbox.turnOver(),
    showsRest: async (of) => typing !== undefined && showsRest(typing, of),
    reseat: () => store.seats.update(role, seat),
    recover: () => inbox.recover(),
  });
  const inbox = createInbox({ store, role, incarnation, mutex, herald });
  const nudging: Nudging = {
    ...ringing,
    doorbellsFor: outside,
    notYet: (to) => awaitsOnlyRitual({ store, clock, role: to, formation }),
    unreachable: async (to: Role) => {
      if (typing === undefined) return 'no_mux';
      const pane = await within(clock, timeoutMs, resolvePane(typing, to), 'ring_timeout' as const);
      return typeof pane === 'string' ? pane : undefined;
    },
  };
  const sending = { store, clock, formation, from: role, nudging, ...told };
  herald.start();
  void settleDeaths(store, role).catch(() => undefined);
  if (back) clock.after(BACK_MS, () => herald.look());

  return {
    role,
    formation,
    wakes: doorbells.length > 0,
    send: (to, letter) => send(sending, to, letter),
    broadcast: (letter) => broadcast(sending, letter),
    check: (fits) => inbox.check(fits),
    heldWith: () => heldWith(store, role),
    report: (which) => report(parts, which),
    declare: (status) => declare(parts, status),
    ready: () =>
      mutex.run(async () => {
        if (stopped || seat.readyAt !== undefined) return;
        seat = { ...seat, readyAt: rfc3339(clock.now()) };
        await store.seats.update(role, seat);
        if (back) await store.journal.write([{ event: 'reconnected', to: role }]);
        herald.look();
        // Later: now everybody is starting. And what fails here is asked again when it is needed.
        clock.after(WARM_MS, () => void parts.panes?.warm?.().catch(() => undefined));
      }),
    async stop(asked = true) {
      await herald.stop();
      await mutex.run(async () => {
        stopped = true;
        // What was handed over without a sign of life is the next incarnation's, marked.
        await store.mail.putBack(role, incarnation, 'left');
        // By the seat of one that was never asked for its tools, the next is known to be back.
        if (!back || seat.readyAt !== undefined) await store.seats.leave(role, incarnation);
        if (asked || seat.readyAt === undefined || parts.agentGone?.() !== true) return;
        await noteAgentGone(store, role, incarnation);
      });
    },
  };
}

function typingOf(parts: RelayParts): Typing | undefined {
  const { panes, agentOf, clock, formation } = parts;
  if (panes === undefined) return undefined;
  const roles = layoutOrder(formation);
  const { enter } = formation.pauses;
  const { seats } = parts.store;
  return { panes, agentOf, seats, clock, roles, pauses: { enter }, ...parts.typing };
}
