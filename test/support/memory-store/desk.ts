import type { Message } from '../../../src/message/message.ts';
import type { Observation, Status } from '../../../src/message/status.ts';
import type {
  Announcement,
  Conversation,
  Flag,
  HeardNudge,
  RingNote,
  RitualNote,
  Seat,
} from '../../../src/store/store.ts';

/** All there is of one role. */
export interface Desk {
  inbox: Map<string, Kept>;
  collected: Map<string, Map<string, Kept>>;
  archive: Map<string, Kept>;
  flag?: Flag;
  status?: Status;
  observed?: Pick<Observation, 'state' | 'turns' | 'tells'> & { at: number };
  announced: Map<string, Announcement>;
  limit?: { said: string; at: number };
  heard?: HeardNudge;
  ritual?: RitualNote;
  conversation?: Conversation;
  rung?: { nonce: string; note: RingNote };
  seats: Map<string, Seat>;
}

export interface Kept {
  message: Message;
  redelivered: number;
  since: number;
}
