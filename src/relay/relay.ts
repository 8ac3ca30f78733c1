import type { Agent, AgentNews, Doorbell, Replies } from '../agent/agent.ts';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { createMutex } from '../kit/mutex.ts';
import type { Panes } from '../mux/mux.ts';
import type { Seat, Store } from '../store/store.ts';
import { createLookTimers } from './look-timers.ts';
import { openAlerting, type Alerting } from './alert.ts';
import { noteAgentGone, settleDeaths } from './deaths.ts';
import { createHerald } from './herald.ts';
import { heldWith, type HeldExchange } from './hold.ts';
import { createInbox, type Handover } from './inbox.ts';
import { letOthersStart } from './let-others-start.ts';
import { createKeeping, nameAgent, type StartKeeper } from './keeper.ts';
import type { Handed } from '../message/message.ts';
import { createLooks } from './look.ts';
import { createNewsDesk } from './news.ts';
import { findActiveRelay } from './presence.ts';
import { openReach, typingFor } from './reach.ts';
import { declareStatus, readReports, type RoleReport } from './report.ts';
import { BACK_MS, isBackWith } from './ring-delay.ts';
import type { Ringing } from './ring.ts';
import { broadcast, send, type BroadcastOutcome, type Letter, type Sent } from './send.ts';
import type { Status } from '../message/status.ts';
import type { Typing } from './typing.ts';

export interface RelayParts {
  store: Store;
  clock: Clock;
  log: Log;
  formation: Formation;
  role: Role;
  seat: Omit<Seat, 'incarnation' | 'doorbells'>;
  /** What its agent's model is given of a reply. */
  replies?: Replies | undefined;
  /** Reads the screen of the role that is typed to. */
  agentOf: (role: Role) => Agent;
  /** Undefined where the army has no multiplexer. */
  panes: Panes | undefined;
  typing?: Pick<Typing, 'isOurs' | 'alone'>;
  /** The role's own doorbells, best first; typing comes after them. */
  nativeDoorbells: readonly Doorbell[];
  /** Hears what the agent itself says of its turns, until the signal. */
  followAgent?: ((heard: (news: AgentNews) => void, signal: AbortSignal) => void) | undefined;
  nudgeText: Ringing['nudgeText'];
  /** Whether the agent that started this relay is not there any more. */
  agentGone?: () => boolean;
  /** Starts what gets this relay back when it dies; without it only other roles do. */
  startKeeper?: StartKeeper | undefined;
  /** Lets the agent's first question be answered before the first look. */
  letOthersRun?: () => Promise<void>;
  /** Notifies the person of an alert; without it there are no alerts. */
  notify?: Alerting['notify'];
}

/** One role's relay: its tools as functions, and a herald that rings for its mail. */
export interface Relay {
  readonly role: Role;
  readonly formation: Formation;
  readonly replies: Replies;
  /** Whether this relay has any way to wake its agent. */
  readonly wakes: boolean;
  send(to: Role, letter: Letter): Promise<Sent>;
  broadcast(letter: Letter): Promise<BroadcastOutcome[]>;
  check(fits: (message: Handed) => boolean): Promise<Handover>;
  /** The roles whose exchange with this one is held. */
  heldWith(): Promise<HeldExchange[]>;
  report(which: Role | 'all'): Promise<RoleReport[]>;
  declare(status: Pick<Status, 'status' | 'task'>): Promise<Status>;
  /** The agent has been given the tools: from now on a nudge finds them. */
  ready(): Promise<void>;
  /** `asked`: a signal ends it; else its agent has closed it. */
  stop(asked?: boolean): Promise<void>;
}

const WARM_MS = 2_000;

/** Neither face of a reply may outgrow what agents take in one piece (R9). */
const USUAL_REPLIES: Replies = { bytes: 60_000 };

/** Takes the seat, puts back what dead predecessors held, and starts to listen. */
export async function startRelay(parts: RelayParts): Promise<Relay> {
  const { store, clock, role, formation, log, panes, agentOf } = parts;
  const typing = panes && typingFor({ store, formation, clock, panes, agentOf, ...parts.typing });
  const native = parts.nativeDoorbells.map(({ name }) => name);
  const doorbells = [...native, ...(typing ? ['typed'] : [])];
  const before = (await store.seats.list(role)).at(-1);
  const back = isBackWith(parts.seat, before);
  // The keeper of the one before waits until this one is asked for its tools.
  const keeper = back && before?.keeperAlive === true ? before.keeper : undefined;
  const taken = { ...parts.seat, doorbells, ...(keeper && { keeper }) };
  const incarnation = await store.seats.add(role, taken);
  let stopped = false;
  const isStopped = (): boolean => stopped;
  let seat: Seat = { incarnation, ...taken };

  const reach = openReach({
    store,
    clock,
    formation,
    nudgeText: parts.nudgeText,
    openTyping: typing && (async () => typing),
    own: {
      role,
      back,
      since: clock.monotonic(),
      isReady: () => seat.readyAt !== undefined,
      doorbells: parts.nativeDoorbells,
    },
  });
  const { notify } = parts;
  const alert = notify && openAlerting({ store, on: formation.notify.on, notify });
  const alerts = { ...(alert && { alert }) };
  const mutex = createMutex();
  const timers = createLookTimers(clock);
  const looks = createLooks({ ...reach, ...alerts, role, log, later: timers.set });
  const inbox = createInbox({ store, role, incarnation, mutex, looks });
  const herald = createHerald({
    role,
    incarnation,
    roles: rolesOf(formation),
    reach,
    looks,
    timers,
    inbox,
    mutex,
    log,
    alert,
    letOthersRun: parts.letOthersRun,
    reseat: () => store.seats.update(role, seat),
  });
  const agent = nameAgent(parts.seat);
  const keeping =
    parts.startKeeper &&
    agent !== undefined &&
    createKeeping({
      clock,
      start: parts.startKeeper,
      agent,
      replaced: (identity) => void mutex.run(() => noteKeeper(identity)).catch(() => undefined),
    });
  async function noteKeeper(identity: Seat['keeper']): Promise<void> {
    if (stopped || identity === undefined) return;
    seat = { ...seat, keeper: identity };
    await store.seats.update(role, seat);
  }
  const sending = { reach, formation, from: role, ...alerts };
  herald.start();
  const following = new AbortController();
  const isActive = async (): Promise<boolean> =>
    (await findActiveRelay(store, role))?.incarnation === incarnation;
  const noteNews = createNewsDesk({ store, role, log, isActive });
  const hear = (news: AgentNews): void => {
    if (news.dropped) inbox.dropped().catch((error: unknown) => log(`inbox: ${String(error)}`));
    noteNews(news);
  };
  parts.followAgent?.(hear, following.signal);
  void settleDeaths(store, role).catch(() => undefined);
  if (back) clock.after(BACK_MS, () => herald.look());

  return {
    role,
    formation,
    replies: parts.replies ?? USUAL_REPLIES,
    wakes: doorbells.length > 0,
    send: (to, letter) => send(sending, to, letter),
    broadcast: (letter) => broadcast(sending, letter),
    check: (fits) => inbox.check(fits),
    heldWith: () => heldWith(reach, role),
    report: (which) => readReports(parts, which),
    declare: (status) => declareStatus(parts, status),
    ready: () =>
      mutex.run(async () => {
        if (stopped || seat.readyAt !== undefined) return;
        // Before it is ready: from then on the keeper of the one before is not there any more.
        const own = keeping ? await keeping.start() : undefined;
        seat = { ...seat, readyAt: rfc3339(clock.now()), ...(own && { keeper: own }) };
        await store.seats.update(role, seat);
        await letOthersStart({ store, clock, log, role, agent: agentOf(role), reach, isStopped });
        if (back) await store.journal.write([{ event: 'reconnected', to: role }]);
        herald.look();
        // Later: now all agents are starting. What fails here is asked again when it is needed.
        clock.after(WARM_MS, () => void parts.panes?.warm?.().catch(() => undefined));
      }),
    async stop(asked = true) {
      following.abort();
      await herald.stop();
      await mutex.run(async () => {
        stopped = true;
        // What was handed over without a sign of life is the next incarnation's, marked.
        await store.mail.putBack(role, incarnation, 'left');
        // By the seat of one that was never asked for its tools, the next is known to be back.
        if (!back || seat.readyAt !== undefined) await store.seats.remove(role, incarnation);
        if (keeping) keeping.release();
        if (asked || seat.readyAt === undefined || parts.agentGone?.() !== true) return;
        await noteAgentGone(store, role, incarnation);
      });
    },
  };
}
