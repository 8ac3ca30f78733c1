import type { Formation, MuxKind } from '../army/formation.ts';
import type { AlertKind } from '../army/human.ts';
import type { Held, Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { ProcessIdentity } from '../kit/process-identity.ts';
import type { Draft, Handed, Message } from '../relay/message.ts';
import type { Observation, Status } from '../relay/status.ts';

/**
 * Where an army's messages live. The promise every backend keeps, rule by rule (`docs/delivery.md`):
 *
 *  - `deliver` returns only when the message survives a crash; before that nothing of it is visible.
 *  - of all callers of `raise`, exactly one is told it raised the flag; the flag is whole from birth.
 *  - `collect` hands a message to one caller; it stays in that caller's keeping until acknowledged,
 *    and comes back marked when the caller dies or puts it back. Nothing is ever handed over
 *    twice without the mark.
 */
export interface Store {
  readonly where: string;
  /** Makes what is missing and leaves the rest; the only thing that makes directories (R13). */
  init(formation: Formation): Promise<void>;
  /** The formation summon left for the relays, if any. */
  formation(): Promise<Formation | undefined>;
  /** False once the store was taken away under us. */
  present(): Promise<boolean>;
  /** Where the files of an outfit will be, before there are any. */
  outfitPath(role: Role, kind: OutfitKind): string;
  /** What summon leaves for the agents and their relays; replaces an earlier one. */
  outfit(formation: Formation, files: readonly OutfitFile[]): Promise<void>;
  /** Replaces these files of an outfit and leaves the others. */
  refit(files: readonly OutfitFile[]): Promise<void>;
  /** Takes back the unread mail of the newest army of that folder in `history`; how many messages. */
  resume(history: string, folder?: string): Promise<number>;
  /** The conversations of the last army of that folder, standing here still or in `history`. */
  pastConversations(history: string, folder: string): Promise<ReadonlyMap<Role, Conversation>>;
  /** Takes the store away in one step, saves its mail under `history`, then deletes it (R13). */
  cleanup(history: string): Promise<Saved>;
  /** Saves what a clean-up that was cut off left aside; what stands here stays. */
  finishCleanup(history: string): Promise<Saved>;
  readonly mail: Mail;
  readonly wakes: Wakes;
  readonly statuses: Statuses;
  readonly seats: Seats;
  readonly conversations: Conversations;
  readonly journal: Journal;
  readonly holds: Holds;
  readonly traffic: Traffic;
  readonly alerts: Alerts;
  watch(role: Role, changed: (what: Change) => void): Watch;
  /**
   * All that a person sees of these roles: mail, flags, rings, states, holds and who sits there. Which of
   * them changed; undefined where it may be any.
   */
  watchRoles(roles: readonly Role[], changed: (role: Role | undefined) => void): Watch;
}

export interface Mail {
  /** Names and stamps it: an id that sorts after every earlier one of that inbox, and the time. */
  deliver(draft: Draft): Promise<Message>;
  hasUnread(role: Role): Promise<boolean>;
  unread(role: Role): Promise<{ count: number; oldestAgeMs: number | undefined }>;
  /** Who sent the oldest unread message, if it can be told. */
  peek(role: Role): Promise<Role | undefined>;
  /** Everybody who sent unread mail; undefined stands for what cannot be told just now. */
  senders(role: Role): Promise<ReadonlySet<Role | undefined>>;
  /** True for the one caller that raised it. */
  raise(role: Role): Promise<boolean>;
  flag(role: Role): Promise<Flag | undefined>;
  clear(role: Role): Promise<void>;
  /** Urgent first, then oldest, as long as `fits` says yes. */
  collect(role: Role, incarnation: string, fits: (message: Handed) => boolean): Promise<Page>;
  acknowledge(role: Role, incarnation: string, ids: readonly string[]): Promise<void>;
  /** Back to the inbox, marked; everything the incarnation holds when no ids are given. */
  putBack(role: Role, by: string, why: PutBack, ids?: readonly string[]): Promise<number>;
  /** The same for every dead incarnation of the role (R10). */
  putBackDead(role: Role): Promise<number>;
  /**
   * What is unread, in the order it will be handed over. Nothing is taken, and nothing changes: what is no
   * message is passed over, for whoever hands it over to deal with.
   */
  look(role: Role): Promise<Handed[]>;
  /** One message, wherever it is by now: unread, handed over or acknowledged. */
  read(role: Role, id: string): Promise<Handed | undefined>;
  /** Unread to acknowledged in one step, for the one who has no relay: the person. Those it was done to. */
  file(role: Role, ids: readonly string[]): Promise<string[]>;
}

export interface Page {
  messages: Handed[];
  remaining: number;
}

/** "A wake is owed", with a name of its own so that each wake is rung for once. */
export interface Flag {
  nonce: string;
  since: string;
}

/**
 * Who has told a role that a wake is owed to it. A flag is announced once, by whoever claims it first:
 * a ring, or one of the agent's own hooks (R7). Clearing a flag forgets the claims of those before it.
 */
export interface Wakes {
  /** True for the one that may tell of this flag. */
  claim(role: Role, flag: Flag, by: string): Promise<boolean>;
  /** It could not tell after all: others may. */
  disclaim(role: Role, flag: Flag): Promise<void>;
  told(role: Role, flag: Flag): Promise<Told | undefined>;
  /** The last nudge this agent was seen to take up, by its mark. */
  heard(role: Role): Promise<Heard | undefined>;
}

/** In milliseconds since 1970. */
export interface Told {
  by: string;
  at: number;
}

export interface Heard {
  mark: string;
  at: number;
}

export interface Statuses {
  declared(role: Role): Promise<Status | undefined>;
  declare(status: Status): Promise<void>;
  observed(role: Role): Promise<Observation | undefined>;
  observe(role: Role, seen: Pick<Observation, 'state' | 'turns' | 'tells'>): Promise<void>;
  ritual(role: Role): Promise<RitualNote | undefined>;
  noteRitual(role: Role, note: RitualNote): Promise<void>;
  lastRing(role: Role): Promise<(RingNote & Pick<Flag, 'nonce'>) | undefined>;
  noteRing(role: Role, flag: Flag, note: RingNote): Promise<void>;
  /** When a person last typed or wrote to the role, in milliseconds since 1970. */
  spoken(role: Role): Promise<number | undefined>;
  /** A person does so now. */
  speak(role: Role): Promise<void>;
}

/** Who is not rung for. The first hold of a kind stays as it is. */
export interface Holds {
  list(): Promise<Hold[]>;
  /** True for the one caller that set it. */
  set(held: Held, by: Hold['by']): Promise<boolean>;
  /** True for the one caller that lifted it. */
  lift(held: Held): Promise<boolean>;
}

export interface Hold {
  held: Held;
  since: string;
  by: 'person' | 'guard';
}

/** When two roles wrote to each other lately: enough to tell a conversation from a loop. */
export interface Traffic {
  /** Notes one message, now; the times of all that are remembered, in milliseconds since 1970. */
  note(pair: Pair): Promise<readonly number[]>;
  forget(pair: Pair): Promise<void>;
}

/** Who tells a person what: everything is told of once, whoever sees it. */
export interface Alerts {
  /** True for exactly one caller, ever. */
  claim(key: string): Promise<boolean>;
  /** What comes after that beginning in every key claimed. */
  claimed(beginning: string): Promise<string[]>;
}

/** What became of a ring, written by whoever rang. */
export interface RingNote {
  at: string;
  /** The doorbell; `none` where there is none. */
  by: string;
  outcome: 'rung' | WakeFailure;
  /** From the ring to the sign that the agent took it up. */
  roundTripMs?: number;
}

/** What became of a role's ritual, written by whoever gives it. */
export interface RitualNote {
  /** `due`: somebody is about to; no nudge comes before it. */
  state: 'due' | 'given' | 'skipped';
  at: string;
  /** Why it was skipped. */
  code?: WakeFailure;
}

export interface Conversations {
  of(role: Role): Promise<Conversation | undefined>;
  /** As the agent's own hook does: a conversation that goes on is known before the agent says so. */
  note(role: Role, conversation: Conversation): Promise<void>;
}

/** Which conversation an agent is in, by its own name, and the file it keeps it in. */
export interface Conversation {
  id: string;
  transcript: string;
}

/** Two documents, the shell script of an agent's hooks, and a ritual that is not typed. */
export type OutfitKind = 'mcp' | 'settings' | 'hooks' | 'ritual';

export interface OutfitFile {
  role: Role;
  kind: OutfitKind;
  text: string;
}

/** The armies of this user: one record a session, kept outside the armies' own directories. */
export interface Armies {
  list(): Promise<ArmyRecord[]>;
  enter(record: ArmyRecord): Promise<void>;
  remove(session: string): Promise<void>;
}

export interface ArmyRecord {
  session: string;
  /** The folder it was summoned in. */
  folder: string;
  formation: string;
  mux: MuxKind;
  muxAddress?: string;
  /** Which life of the multiplexer's session is ours (`Mux.life`). */
  life?: string;
  relayDir: string;
  startedAt: string;
}

/** Who sits in a role: one record for each life of a relay. */
export interface Seat {
  incarnation: string;
  relay: ProcessIdentity;
  agent: { kind: string; process?: ProcessIdentity };
  /** The ways this relay has to wake its agent; none means nobody rings. */
  doorbells: readonly string[];
  pane?: string;
  readyAt?: string;
}

/** `alive` is the relay; its agent may outlive it. Unknown counts as alive (R10). */
export type SeatSeen = Seat & {
  alive: boolean;
  agentAlive: boolean;
  /** False where the place for what it collects is missing. */
  whole: boolean;
};

export interface Seats {
  /** Registers, under an incarnation greater than every earlier one of the role. */
  take(role: Role, seat: Omit<Seat, 'incarnation'>): Promise<string>;
  update(role: Role, seat: Seat): Promise<void>;
  leave(role: Role, incarnation: string): Promise<void>;
  /** Every record, oldest first. */
  list(role: Role): Promise<SeatSeen[]>;
}

export type PutBack = 'cancelled' | 'died' | 'left';

/** Evidence: what happened to which message, never what it said. */
export type JournalEvent =
  | { event: 'stored'; id: string; from: Role; to: Role; priority: Message['priority'] }
  | { event: 'rung'; to: Role; by: string; nonce: string; as: 'own' | 'sender' | 'deputy' | 'hook' }
  | { event: 'ring_failed'; to: Role; by: string; nonce: string; code: string }
  | { event: 'fetched'; id: string; to: Role; incarnation: string; redelivered?: number }
  | { event: 'acknowledged'; id: string; to: Role }
  | { event: 'put_back'; id: string; to: Role; why: PutBack }
  | { event: 'resumed'; id: string; to: Role; redelivered?: number }
  | { event: 'quarantined'; file: string; reason: string }
  | { event: 'unreachable'; to: Role; nonce: string; failed: readonly string[] }
  /** A nudge was seen to be taken up; `ms` is its round trip. */
  | { event: 'confirmed'; to: Role; by: string; nonce: string; ms: number }
  | { event: 'held'; to: Role; between?: Pair; by: Hold['by'] }
  | { event: 'released'; to: Role; between?: Pair }
  | { event: 'restarted'; to: Role; resumed: boolean }
  | { event: 'reconnected'; to: Role }
  /** A person was told of this role; `id` is what it wrote to them. */
  | { event: 'alerted'; to: Role; why: AlertKind; id?: string };

/** An event as it stands in the journal. */
export type JournalRecord = { at: string } & JournalEvent;

export interface Journal {
  /** Never throws: evidence must not cost a message. */
  write(events: readonly JournalEvent[]): Promise<void>;
  /**
   * A piece of it, from where an earlier piece ended; nothing and the same place at the end. What is
   * torn or foreign is skipped (N3), and a journal that was replaced begins anew. Of at most so many
   * bytes: a smaller piece for whoever has others to serve meanwhile.
   */
  read(from?: number, bytes?: number): Promise<{ records: JournalRecord[]; next: number }>;
  watch(changed: () => void): Watch;
}

/** `hold`: a hold of anybody's was set or lifted, or a person typed or wrote to the role. */
export type Change = 'inbox' | 'pending' | 'state' | 'pending-of-others' | 'hold';

export interface Watch {
  /** Makes sure the watch still looks at what is there now (N1). */
  rearm(): Promise<void>;
  /** False while changes go unheard and only looking helps (N2). */
  readonly hearing: boolean;
  close(): void;
}

export interface Saved {
  messages: number;
  path: string | undefined;
}

/** The mail of dismissed armies, as clean-ups left it. */
export interface History {
  /** Newest first. What is no saved army is passed over. */
  armies(): Promise<PastArmy[]>;
  /** Oldest first; what cannot be read is counted, and stays. */
  messages(army: Pick<PastArmy, 'path'>): Promise<{ messages: PastMessage[]; unreadable: number }>;
  /** Takes an army out of the history, for good. */
  remove(army: Pick<PastArmy, 'path'>): Promise<void>;
}

export interface PastArmy {
  session: string;
  /** Of that session, and sorting by time. */
  stamp: string;
  path: string;
  /** In milliseconds since 1970. */
  dismissedAt: number;
  /** Undefined where its formation cannot be read. */
  formation: Pick<Formation, 'name' | 'folder' | 'store'> | undefined;
  messages: number;
  /** Of those, what nobody had read, or acknowledged: `resume` would take it back. */
  unread: number;
  conversations: number;
}

export type PastMessage = Handed & { state: 'unread' | 'handed_over' | 'acknowledged' };
