import type { Role } from '../../../src/army/role.ts';
import { rfc3339, type Clock } from '../../../src/kit/clock.ts';
import type { IdMaker } from '../../../src/kit/id.ts';
import type { ProcessIdentity } from '../../../src/kit/process-identity.ts';
import type { Handed } from '../../../src/message/message.ts';
import { filedEvents } from '../../../src/store/mail-events.ts';
import type { Change, Flag, JournalEvent, Mail, PutBack } from '../../../src/store/store.ts';
import type { Desk, Kept } from './desk.ts';

interface MailParts {
  clock: Clock;
  ids: IdMaker;
  desk: (role: Role) => Desk;
  journal: (...events: JournalEvent[]) => void;
  tell: (role: Role, what: Change) => void;
  newFlag: () => Flag;
  alive: (identity: ProcessIdentity) => boolean;
  leave: (role: Role, incarnation: string) => void;
}

const asHanded = ({ message, redelivered }: Kept): Handed =>
  redelivered === 0 ? message : { ...message, redelivered };

/** In the order they are handed over. */
function inOrder(inbox: ReadonlyMap<string, Kept>): [string, Kept][] {
  const urgent = ({ message }: Kept) => Number(message.priority === 'urgent');
  return [...inbox].toSorted(([a, x], [b, y]) => urgent(y) - urgent(x) || (a < b ? -1 : 1));
}

export function memoryMail(parts: MailParts): Mail {
  const { clock, ids, desk, journal, tell, newFlag, alive, leave } = parts;

  function putBack(role: Role, by: string, why: PutBack, wanted?: readonly string[]): number {
    const { inbox, collected } = desk(role);
    const held = collected.get(by) ?? new Map<string, Kept>();
    const back = [...held].filter(([id]) => wanted?.includes(id) ?? true);
    for (const [id, kept] of back) {
      held.delete(id);
      inbox.set(id, { ...kept, redelivered: kept.redelivered + 1 });
      journal({ event: 'put_back', id, to: role, why });
    }
    if (back.length > 0) tell(role, 'inbox');
    return back.length;
  }

  return {
    async deliver(draft) {
      const { inbox } = desk(draft.to);
      const message = { ...draft, id: ids.next(), timestamp: rfc3339(clock.now()) };
      inbox.set(message.id, { message, redelivered: 0, since: clock.now() });
      tell(message.to, 'inbox');
      const { id, from, to, priority } = message;
      journal({ event: 'stored', id, from, to, priority });
      return message;
    },
    hasUnread: async (role) => desk(role).inbox.size > 0,
    async countUnread(role) {
      const [oldest] = [...desk(role).inbox].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const oldestAgeMs = oldest && Math.max(0, clock.now() - oldest[1].since);
      return { count: desk(role).inbox.size, oldestAgeMs };
    },
    async findOldestSender(role) {
      const [oldest] = [...desk(role).inbox].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return oldest?.[1].message.from;
    },
    listSenders: async (role) =>
      new Set([...desk(role).inbox.values()].map(({ message }) => message.from)),
    async raiseFlag(role) {
      const at = desk(role);
      if (at.flag !== undefined) return false;
      at.flag = newFlag();
      tell(role, 'pending');
      return true;
    },
    readFlag: async (role) => desk(role).flag,
    async clearFlag(role) {
      const { announced, flag } = desk(role);
      for (const nonce of announced.keys()) if (nonce !== flag?.nonce) announced.delete(nonce);
      delete desk(role).flag;
      tell(role, 'pending');
    },
    async collect(role, incarnation, fits) {
      const { inbox, collected } = desk(role);
      const held = collected.get(incarnation) ?? new Map<string, Kept>();
      collected.set(incarnation, held);
      const messages: Handed[] = [];
      for (const [id, kept] of inOrder(inbox)) {
        const message = asHanded(kept);
        if (!fits(message)) break;
        inbox.delete(id);
        held.set(id, kept);
        messages.push(message);
        const redelivered = kept.redelivered === 0 ? {} : { redelivered: kept.redelivered };
        journal({ event: 'fetched', id, to: role, incarnation, ...redelivered });
      }
      return { messages, remaining: inbox.size };
    },
    async acknowledge(role, incarnation, wanted) {
      const { collected, archive } = desk(role);
      const held = collected.get(incarnation);
      for (const id of wanted) {
        const kept = held?.get(id);
        if (kept === undefined) continue;
        held?.delete(id);
        archive.set(id, kept);
        journal({ event: 'acknowledged', id, to: role });
      }
    },
    putBack: async (role, by, why, wanted) => putBack(role, by, why, wanted),
    async putBackDead(role) {
      const { collected, seats } = desk(role);
      const newest = [...seats.keys()].toSorted().at(-1);
      let count = 0;
      for (const incarnation of new Set([...seats.keys(), ...collected.keys()])) {
        const seat = seats.get(incarnation);
        if (seat !== undefined && alive(seat.relay)) continue;
        count += putBack(role, incarnation, 'died');
        if (incarnation !== newest) leave(role, incarnation);
      }
      return count;
    },

    listUnread: async (role) => inOrder(desk(role).inbox).map(([, kept]) => asHanded(kept)),
    async findMessage(role, id) {
      const { inbox, collected, archive } = desk(role);
      const shelves = [inbox, ...collected.values(), archive];
      const kept = shelves.map((shelf) => shelf.get(id)).find((one) => one !== undefined);
      return kept && asHanded(kept);
    },
    async fileAsRead(role, wanted) {
      const { inbox, archive } = desk(role);
      const filed = [...inbox].filter(([id]) => wanted.includes(id));
      for (const [id, kept] of filed) {
        inbox.delete(id);
        archive.set(id, kept);
      }
      if (filed.length > 0) tell(role, 'inbox');
      const done = filed.map(([id]) => id);
      journal(...filedEvents(role, done));
      return done;
    },
  };
}
