import type { Message } from '../../relay/message.ts';
import type { Observation, Status } from '../../relay/status.ts';
import type { Conversation, Flag, Heard, RingNote, RitualNote, Seat, Told } from '../store.ts';

/** All there is of one role. */
export interface Desk {
  inbox: Map<string, Kept>;
  collected: Map<string, Map<string, Kept>>;
  archive: Map<string, Kept>;
  flag?: Flag;
  status?: Status;
  observed?: Pick<Observation, 'state' | 'turns' | 'tells'> & { at: number };
  told: Map<string, Told>;
  heard?: Heard;
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
