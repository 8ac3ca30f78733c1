import type { Role } from '../army/role.ts';
import type { Formation, SeatKind } from '../army/formation.ts';
import type { Conversation } from './hook-side.ts';

/** How a store begins and ends, and what it takes over from the army before it. */
export interface Lifecycle {
  readonly where: string;
  /** Makes what is missing and leaves the rest; the only thing that makes directories (R13). */
  init(formation: Formation): Promise<void>;
  /** The formation summon left for the relays, if any. */
  readFormation(): Promise<Formation | undefined>;
  /** False once the store was taken away under us. */
  isPresent(): Promise<boolean>;
  /** Takes back the unread mail of the newest army of that folder in `history`; how many messages. */
  resumeMail(history: string, folder?: string): Promise<number>;
  /** The conversations of the last army of that folder, standing here still or in `history`. */
  readPastConversations(
    history: string,
    folder: string,
  ): Promise<ReadonlyMap<Role, PastConversation>>;
  /** Takes the store away in one step, saves its mail under `history`, then deletes it (R13). */
  cleanUp(history: string): Promise<Saved>;
  /** Saves what a clean-up that was cut off left aside; what stands here stays. */
  finishCleanUp(history: string): Promise<Saved>;
  /**
   * Ends this process's use of the store: watches and connections that are still open. Nothing in the store
   * changes, and nothing more is asked of it. May be called twice.
   */
  close(): Promise<void>;
}

/** With the program it was with: another cannot go on with it. */
export interface PastConversation extends Conversation {
  agent: SeatKind;
}

export interface Saved {
  messages: number;
  path: string | undefined;
}
