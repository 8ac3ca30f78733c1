import type { Role } from '../army/role.ts';
import type { Handed } from '../relay/message.ts';
import type { BroadcastOutcome, Letter, Sent } from '../relay/send.ts';
import type { Board } from '../work/board.ts';
import type { LoreHit, LoreQuery } from '../work/work.ts';
import type { Part, Picture } from './picture.ts';

/**
 * A person's place to look at one army from, and to act on it. The picture follows what is on disk by
 * events, not by looking again and again: while nothing happens it costs nothing. What it does is done as
 * the person, by the same use cases as every command.
 */
export interface Lookout extends AsyncDisposable {
  picture(): Picture;
  /** Told after the picture changed; what changes close together is told once. Returns how to stop. */
  watch(changed: (parts: ReadonlySet<Part>) => void): () => void;
  /** One message, whole, wherever it is by now. */
  letter(to: Role, id: string): Promise<Handed | undefined>;
  /** Unread mail of a role or of the person, without taking it. */
  inbox(role: Role): Promise<readonly Handed[]>;
  send(to: Role, letter: Letter): Promise<Sent>;
  sendAll(letter: Letter): Promise<readonly BroadcastOutcome[]>;
  /** The person has read these; how many of them were unread. */
  take(ids: readonly string[]): Promise<number>;
  /** Rings for a role's unread mail at once; false where it has none. */
  ring(role: Role): Promise<boolean>;
  /** False where it was so already. */
  hold(role: Role): Promise<boolean>;
  release(role: Role): Promise<boolean>;
  /** Brings the role's pane before whoever looks at the army's session; throws where it has none. */
  show(role: Role): Promise<void>;
  /** One task with its report and evaluation; throws `unknown_task`, also where there is no board. */
  task(id: string): ReturnType<Board['task']>;
  /** Of what was learnt; nothing in an army without knowledge (`Picture.army.knowledge`). */
  search(query: LoreQuery): Promise<readonly LoreHit[]>;
}
