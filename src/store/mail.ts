import type { Role } from '../army/role.ts';
import type { Draft, Handed, Message } from '../message/message.ts';

/** The messages of every role, and the flag of each: "a wake is owed". Shared by all hosts of an army. */
export interface Mail {
  /**
   * Names and stamps it: an id that sorts after every earlier one of that inbox, and the time. Journals
   * `stored` once the message is durable.
   */
  deliver(draft: Draft): Promise<Message>;
  hasUnread(role: Role): Promise<boolean>;
  countUnread(role: Role): Promise<{ count: number; oldestAgeMs: number | undefined }>;
  /** The sender of the oldest unread message, if it can be told. */
  findOldestSender(role: Role): Promise<Role | undefined>;
  /** Every sender of unread mail; undefined stands for what cannot be told just now. */
  listSenders(role: Role): Promise<ReadonlySet<Role | undefined>>;
  /** True for the one caller that raised it. */
  raiseFlag(role: Role): Promise<boolean>;
  readFlag(role: Role): Promise<Flag | undefined>;
  clearFlag(role: Role): Promise<void>;
  /** Urgent first, then oldest, as long as `fits` says yes; it may count, and is asked once a message, in order. */
  collect(role: Role, incarnation: string, fits: (message: Handed) => boolean): Promise<Page>;
  acknowledge(role: Role, incarnation: string, ids: readonly string[]): Promise<void>;
  /** Back to the inbox, marked; everything the incarnation holds when no ids are given. */
  putBack(role: Role, by: string, why: PutBack, ids?: readonly string[]): Promise<number>;
  /** The same for every dead incarnation of the role (R10). */
  putBackDead(role: Role): Promise<number>;
  /**
   * What is unread, in the order it will be handed over. Nothing is taken and nothing changes: what is no
   * message is passed over, and stays for `collect` to deal with.
   */
  listUnread(role: Role): Promise<Handed[]>;
  /** One message, wherever it is by now: unread, handed over or acknowledged. */
  findMessage(role: Role, id: string): Promise<Handed | undefined>;
  /** Unread to acknowledged in one step, for the person's mail: the person has no relay. The ids it was done to. */
  fileAsRead(role: Role, ids: readonly string[]): Promise<string[]>;
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

export type PutBack = 'cancelled' | 'died' | 'left';
