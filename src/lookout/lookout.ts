import type { Role } from '../army/role.ts';
import type { Person } from '../relay/person.ts';
import type { Paused } from '../summon/pause.ts';
import type { Board } from '../work/board.ts';
import type { KnowledgeHit, KnowledgeQuery } from '../work/knowledge-search.ts';
import type { Part, Picture } from './picture.ts';

/**
 * A person's place to look at one army from, and to act on it. The picture follows the disk by events,
 * not by polling. Acts are the person's, by the same use cases as every command.
 */
export interface Lookout extends AsyncDisposable, Omit<Person, 'roles' | 'take'> {
  picture(): Picture;
  /** Called after the picture changed, once for changes close together. Returns how to stop. */
  watch(changed: (parts: ReadonlySet<Part>) => void): () => void;
  /** The person has read these; how many of them were unread. */
  take(ids: readonly string[]): Promise<number>;
  /** Rings for a role's unread mail at once; false where it has none. */
  ring(role: Role): Promise<boolean>;
  /** False where it was so already. */
  hold(role: Role): Promise<boolean>;
  release(role: Role): Promise<boolean>;
  /** Stops the army: no role is rung for, and running turns are interrupted. */
  pause(): Promise<Paused>;
  /** Goes on; the roles that were interrupted, and are told so. Undefined where the army was not paused. */
  unpause(): Promise<readonly Role[] | undefined>;
  /** Shows the role's pane in the terminal attached to the army's session; throws where there is none. */
  show(role: Role): Promise<void>;
  /** One task with its report and evaluation; throws `unknown_task`, also where there is no board. */
  task(id: string): ReturnType<Board['task']>;
  /** Nothing in an army without knowledge (`Picture.army.knowledge`). */
  search(query: KnowledgeQuery): Promise<readonly KnowledgeHit[]>;
}
