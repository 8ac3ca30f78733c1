import type { Exchange } from '../../src/army/pair.ts';
import type { Formation } from '../../src/army/formation.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { HUMAN } from '../../src/army/human.ts';
import type { Role } from '../../src/army/role.ts';
import { OvldError } from '../../src/errors.ts';
import { rfc3339, systemClock, type Clock } from '../../src/kit/clock.ts';
import { createIds } from '../../src/kit/id.ts';
import { isAlive, type ProcessIdentity } from '../../src/kit/process-identity.ts';
import { readResetTime } from '../../src/message/reset-time.ts';
import { initialStatus, leaseAgeMs } from '../../src/message/status.ts';
import type { Desk } from './memory-store/desk.ts';
import { memoryHolds } from './memory-store/holds.ts';
import { memoryMail } from './memory-store/mail.ts';
import type {
  Change,
  Flag,
  Hold,
  JournalEvent,
  JournalPosition,
  JournalRecord,
  PastConversation,
  Store,
} from '../../src/store/store.ts';

interface Dismissed {
  desks: Map<Role, Desk>;
  folder: string | undefined;
}

/** What several memory stores share, as several processes share a directory. */
export interface SharedMemory {
  desks: Map<Role, Desk> | undefined;
  formation?: Formation;
  journal: JournalEvent[];
  /** The same, each with its time. */
  records: JournalRecord[];
  holds: Map<string, Hold>;
  traffic: Map<string, Exchange>;
  /** What a person was told of. */
  alerts: Set<string>;
  /** Of agents that are started late, the role in whose pane a person is asked. */
  postponed: Map<Role, Role>;
  /** When a person last typed to a role. */
  spoken: Map<Role, number>;
  /** The desks of dismissed armies, the newest last. */
  history: Map<string, Dismissed[]>;
  watchers: Set<(role: Role, what: Change) => void>;
  /** The watchers of all roles. */
  lookers: Set<(role: Role | undefined) => void>;
  /** The followers of the journal. */
  readers: Set<() => void>;
}

export const sharedMemory = (): SharedMemory => ({
  desks: undefined,
  journal: [],
  records: [],
  holds: new Map(),
  traffic: new Map(),
  alerts: new Set(),
  postponed: new Map(),
  spoken: new Map(),
  history: new Map(),
  watchers: new Set(),
  lookers: new Set(),
  readers: new Set(),
});

interface MemoryStoreOptions {
  clock?: Clock;
  isAlive?: (identity: ProcessIdentity) => boolean;
}

/** The same promises without a disk, for tests and short scripts. */
export function openMemoryStore(shared: SharedMemory, options: MemoryStoreOptions = {}): Store {
  const clock = options.clock ?? systemClock;
  const alive = options.isAlive ?? isAlive;
  const ids = createIds(clock);

  function desk(role: Role): Desk {
    const found = shared.desks?.get(role);
    if (found === undefined) throw new OvldError('store_gone', { path: 'memory' });
    return found;
  }
  const newFlag = (): Flag => ({ nonce: ids.next(), since: rfc3339(clock.now()) });
  const listeners: ((events: readonly JournalEvent[]) => void)[] = [];
  const journal = (...events: JournalEvent[]): void => {
    const at = rfc3339(clock.now());
    shared.journal.push(...events);
    shared.records.push(...events.map((event) => ({ at, ...event })));
    for (const reader of shared.readers) reader();
  };
  const see = (role: Role | undefined): void => {
    for (const looker of shared.lookers) looker(role);
  };
  const tell = (role: Role, what: Change) => {
    for (const watcher of shared.watchers) watcher(role, what);
    see(role);
  };

  function takeBack(role: Role, past: Desk): number {
    const unread = [
      ...[...past.inbox].map(([id, kept]) => ({ id, kept, times: 0 })),
      ...[...past.collected.values()].flatMap((held) =>
        [...held].map(([id, kept]) => ({ id, kept, times: 1 })),
      ),
    ];
    past.inbox.clear();
    past.collected.clear();
    const here = desk(role);
    for (const { id, kept, times } of unread) {
      const redelivered = kept.redelivered + times;
      here.inbox.set(id, { ...kept, redelivered });
      journal({
        event: 'resumed',
        id,
        to: role,
        ...(redelivered > 0 && { redelivered }),
      });
    }
    if (unread.length > 0) {
      tell(role, 'inbox');
      if (role === HUMAN) return unread.length;
      here.flag ??= newFlag();
      tell(role, 'pending');
    }
    return unread.length;
  }

  function leave(role: Role, incarnation: string): void {
    const { seats, collected } = desk(role);
    if (collected.get(incarnation)?.size === 0) collected.delete(incarnation);
    seats.delete(incarnation);
  }

  return {
    where: 'memory',
    async init(formation) {
      const desks = (shared.desks ??= new Map<Role, Desk>());
      for (const role of [...rolesOf(formation), HUMAN]) {
        if (desks.has(role)) continue;
        const status = initialStatus(role, rfc3339(clock.now()));
        const empty = {
          inbox: new Map(),
          collected: new Map(),
          archive: new Map(),
          announced: new Map(),
          seats: new Map(),
        };
        desks.set(role, { ...empty, status });
      }
    },
    readFormation: async () => shared.formation,
    isPresent: async () => shared.desks !== undefined,
    mailText: () => undefined,
    outfitPath: (role, kind) => `memory/${kind}/${role}.json`,
    async writeOutfit(formation) {
      shared.formation = formation;
    },
    replaceOutfitFiles: async () => undefined,
    async readPastConversations(history, folder) {
      const standing = shared.formation?.folder === folder ? shared.desks : undefined;
      const saved = shared.history.get(history)?.findLast((one) => one.folder === folder)?.desks;
      return new Map<Role, PastConversation>(
        [...(standing ?? saved ?? [])].flatMap(([role, { conversation }]) =>
          conversation === undefined ? [] : [[role, { ...conversation, agent: 'claude' }] as const],
        ),
      );
    },
    async resumeMail(history, folder) {
      let count = 0;
      const saved = shared.history.get(history) ?? [];
      const fits = (one: Dismissed): boolean => folder === undefined || one.folder === folder;
      for (const [role, past] of saved.findLast(fits)?.desks ?? []) {
        if (shared.desks?.has(role) === true) count += takeBack(role, past);
      }
      return count;
    },
    // In one step here, so that nothing is ever left.
    close: async () => undefined,
    finishCleanUp: async () => ({ messages: 0, path: undefined }),
    async cleanUp(history) {
      const { desks } = shared;
      const folder = shared.formation?.folder;
      shared.desks = undefined;
      for (const kept of [shared.holds, shared.traffic, shared.spoken, shared.alerts]) kept.clear();
      for (const reader of shared.readers) reader();
      delete shared.formation;
      const shelves = [...(desks?.values() ?? [])].flatMap(({ inbox, collected, archive }) => [
        inbox,
        ...collected.values(),
        archive,
      ]);
      const messages = shelves.reduce((sum, { size }) => sum + size, 0);
      const talked = [...(desks?.values() ?? [])].some((one) => one.conversation !== undefined);
      const worthIt = messages > 0;
      if (desks === undefined || !(worthIt || talked)) return { messages: 0, path: undefined };
      shared.history.set(history, [...(shared.history.get(history) ?? []), { desks, folder }]);
      return { messages, path: worthIt ? history : undefined };
    },
    mail: memoryMail({ clock, ids, desk, journal, tell, newFlag, alive, leave }),
    wakes: {
      async claim(role, { nonce }, by) {
        const { announced } = desk(role);
        if (announced.has(nonce)) return false;
        announced.set(nonce, { by, at: clock.now() });
        return true;
      },
      async dropClaim(role, { nonce }) {
        desk(role).announced.delete(nonce);
      },
      readAnnouncement: async (role, { nonce }) => desk(role).announced.get(nonce),
      readLastHeard: async (role) => desk(role).heard,
      async noteHeard(role, mark) {
        desk(role).heard = { mark, at: clock.now() };
      },
    },
    statuses: {
      readDeclared: async (role) => desk(role).status,
      async declare(status) {
        desk(status.role).status = status;
        see(status.role);
      },
      async readObserved(role) {
        const { observed } = desk(role);
        if (observed === undefined) return undefined;
        const { limit } = desk(role);
        const until =
          observed.state === 'limited' && limit ? readResetTime(limit.said, limit.at) : undefined;
        const ageMs = leaseAgeMs(clock.now() - observed.at);
        return { ...observed, ageMs, ...(until !== undefined && { until }) };
      },
      async observe(role, seen) {
        desk(role).observed = { ...seen, at: clock.now() };
        tell(role, 'state');
      },
      readRitual: async (role) => desk(role).ritual,
      async noteRitual(role, note) {
        desk(role).ritual = note;
      },
      async readLastRing(role) {
        const { rung } = desk(role);
        return rung && { nonce: rung.nonce, ...rung.note };
      },
      async noteRing(role, { nonce }, note) {
        desk(role).rung = { nonce, note };
        see(role);
      },
      readLastSpokenAt: async (role) => shared.spoken.get(role),
      async noteLimit(role, said) {
        desk(role).limit = { said, at: clock.now() };
      },
      async noteSpoken(role) {
        shared.spoken.set(role, clock.now());
        tell(role, 'hold');
      },
    },
    seats: {
      async add(role, seat) {
        const { seats, collected } = desk(role);
        const incarnation = ids.next([...seats.keys(), ...collected.keys()].toSorted().at(-1));
        seats.set(incarnation, { incarnation, ...seat });
        see(role);
        return incarnation;
      },
      async update(role, seat) {
        desk(role).seats.set(seat.incarnation, seat);
        see(role);
      },
      async remove(role, incarnation) {
        leave(role, incarnation);
        see(role);
      },
      list: async (role) =>
        [...desk(role).seats.values()]
          .toSorted((a, b) => (a.incarnation < b.incarnation ? -1 : 1))
          .map((seat) => ({
            ...seat,
            alive: alive(seat.relay),
            whole: true,
            agentAlive: seat.agent.process !== undefined && alive(seat.agent.process),
            keeperAlive: seat.keeper !== undefined && alive(seat.keeper),
          })),
    },
    conversations: {
      read: async (role) => desk(role).conversation,
      async note(role, conversation) {
        desk(role).conversation = conversation;
      },
      async forget(role) {
        delete desk(role).conversation;
      },
    },
    endpoints: { read: async () => undefined },
    starts: {
      listPostponed: async () => new Map(shared.postponed),
      signPath: (role) => `memory/postponed/${role}`,
      async postpone(role, asker) {
        shared.postponed.set(role, asker);
      },
      async proceed(role) {
        const answered = shared.postponed.get(role) ?? role;
        for (const [one, asker] of shared.postponed) {
          if (asker === answered) shared.postponed.delete(one);
        }
      },
    },
    journal: {
      async write(events) {
        journal(...events);
        for (const heard of listeners) heard(events);
      },
      listen: (heard) => void listeners.push(heard),
      read: async (from) => ({
        records: shared.records.slice(from),
        next: shared.records.length as JournalPosition,
      }),
      watch(changed) {
        shared.readers.add(changed);
        const close = (): void => void shared.readers.delete(changed);
        return { rearm: async () => undefined, hearing: true, close };
      },
    },
    ...memoryHolds(shared, clock),
    alerts: {
      async claim(key) {
        if (shared.alerts.has(key)) return false;
        shared.alerts.add(key);
        tell('', 'pending');
        return true;
      },
      listClaimed: async (beginning) =>
        [...shared.alerts].flatMap((key) =>
          key.startsWith(beginning) ? [key.slice(beginning.length)] : [],
        ),
    },
    watch(role, changed) {
      const heard = (whose: Role, what: Change) => {
        if (whose === role) changed(what);
        else if (what === 'pending') changed('pending-of-others');
        else if (what === 'hold') changed('hold');
      };
      shared.watchers.add(heard);
      return {
        rearm: async () => undefined,
        hearing: true,
        close: () => void shared.watchers.delete(heard),
      };
    },
    watchRoles(roles, changed) {
      const heard = (role: Role | undefined): void => {
        if (role === undefined || roles.includes(role)) changed(role);
      };
      const close = (): void => void shared.lookers.delete(heard);
      // As on disk: nothing is heard before the watch is armed.
      return {
        rearm: async () => void shared.lookers.add(heard),
        get hearing() {
          return shared.lookers.has(heard);
        },
        close,
      };
    },
  };
}
