import type { AlertKind } from '../army/human.ts';
import type { Exchange, Held, Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import type { Message } from '../message/message.ts';
import type { PutBack } from './mail.ts';
import type { Watch } from './watch.ts';

/** What happened, and what follows from it for the whole army. Shared by all of its hosts. */
export interface Evidence {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly traffic: Traffic;
  readonly alerts: Alerts;
}

export interface Journal {
  /** Never throws: evidence must not cost a message. */
  write(events: readonly JournalEvent[]): Promise<void>;
  /**
   * A piece of it, from where an earlier piece ended; nothing and the same place at the end. What is
   * torn or foreign is skipped (N3), and a journal that was replaced begins anew. Of at most so many
   * bytes: a smaller piece for a process that serves others meanwhile.
   */
  read(from?: JournalPosition, bytes?: number): Promise<JournalPiece>;
  watch(changed: () => void): Watch;
  /** Calls back with all that is written by way of this store, from now on. */
  listen(heard: (events: readonly JournalEvent[]) => void): void;
}

export interface JournalPiece {
  records: JournalRecord[];
  next: JournalPosition;
}

declare const given: unique symbol;

/** Only to be compared and given back: what the number counts is known to the backend that gave it. */
export type JournalPosition = number & { readonly [given]: 'by this journal' };

/** Which process rang. */
export type RungAs = 'own' | 'sender' | 'deputy' | 'keeper' | 'hook';

/** Evidence: what happened to which message, never what it said. */
export type JournalEvent =
  | { event: 'stored'; id: string; from: Role; to: Role; priority: Message['priority'] }
  | { event: 'rung'; to: Role; by: string; nonce: string; as: RungAs }
  | { event: 'ring_failed'; to: Role; by: string; nonce: string; code: string }
  | { event: 'fetched'; id: string; to: Role; incarnation: string; redelivered?: number }
  | { event: 'acknowledged'; id: string; to: Role }
  | { event: 'put_back'; id: string; to: Role; why: PutBack }
  | { event: 'resumed'; id: string; to: Role; redelivered?: number }
  /** `to`: in whose inbox it was, where it was in one. */
  | { event: 'quarantined'; file: string; reason: string; to?: Role }
  | { event: 'unreachable'; to: Role; nonce: string; failed: readonly string[] }
  /** A nudge was seen to be taken up; `ms` is its round trip. */
  | { event: 'confirmed'; to: Role; by: string; nonce: string; ms: number }
  | { event: 'held'; to: Role; between?: Pair; by: Hold['by']; until?: string }
  | { event: 'released'; to: Role; between?: Pair }
  /** Its turn was ended because the army was paused. */
  | { event: 'interrupted'; to: Role }
  | { event: 'restarted'; to: Role; resumed: boolean }
  | { event: 'reconnected'; to: Role }
  /** A person was told of this role; `id` is what it wrote to them, `between` who writes without end. */
  | { event: 'alerted'; to: Role; why: AlertKind; id?: string; between?: Pair };

/** An event as it stands in the journal. */
export type JournalRecord = { at: string } & JournalEvent;

/** The roles and exchanges that are not rung for. The first hold of a kind stays as it is. */
export interface Holds {
  list(): Promise<Hold[]>;
  /** True for the one caller that set it. */
  set(held: Held, by: Hold['by'], until?: string): Promise<boolean>;
  /** Notes whose turn was interrupted for it; a hold that is not there stays so. */
  noteInterrupted(held: Held, roles: readonly Role[]): Promise<void>;
  /** True for the one caller that lifted it. */
  lift(held: Held): Promise<boolean>;
}

export interface Hold {
  held: Held;
  since: string;
  by: 'person' | 'guard';
  /** When it lifts itself; undefined where only a person lifts it. */
  until?: string;
  /** The roles whose turns were interrupted for it. */
  interrupted?: readonly Role[];
}

/** When two roles wrote to each other lately, and their pauses: enough to tell a conversation from a loop. */
export interface Traffic {
  /** Notes one message, now; all that is remembered, this one among it. */
  note(pair: Pair): Promise<Exchange>;
  /** Notes a pause that begins now. */
  notePause(pair: Pair, ms: number): Promise<void>;
  forget(pair: Pair): Promise<void>;
}

/** The alerts a person was given: each is given once, whichever relay sees its cause. */
export interface Alerts {
  /** True for exactly one caller, ever. */
  claim(key: string): Promise<boolean>;
  /** What comes after that beginning in every key claimed. */
  listClaimed(beginning: string): Promise<string[]>;
}
