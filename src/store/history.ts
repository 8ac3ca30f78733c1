import type { Formation } from '../army/formation.ts';
import type { Handed } from '../message/message.ts';

/** The mail of dismissed armies, as clean-ups left it. */
export interface History {
  /** Newest first. What is no saved army is passed over. */
  listArmies(): Promise<PastArmy[]>;
  /** Oldest first; what cannot be read is counted, and stays. */
  readMessages(
    army: Pick<PastArmy, 'path'>,
  ): Promise<{ messages: PastMessage[]; unreadable: number }>;
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
  /** Of those, what was not acknowledged: `resumeMail` would take it back. */
  unread: number;
  conversations: number;
}

export type PastMessage = Handed & { state: 'unread' | 'handed_over' | 'acknowledged' };
