import type { Question } from '../agent/agent.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Interruption } from '../relay/interrupt.ts';
import type { Person } from '../relay/person.ts';
import type { Letter } from '../relay/send.ts';
import type { ArmyRecord, Store, Watch } from '../store/store.ts';
import type { Work } from '../work/work.ts';

export interface LookoutParts {
  store: Store;
  clock: Clock;
  formation: Formation;
  record: ArmyRecord;
  person: Omit<Person, 'roles'>;
  /** Undefined in an army that has neither board nor knowledge. */
  work: WatchedWork | undefined;
  scene: Scene;
  pausing: Pausing;
  log: Log;
}

/** What `ovld pause` and `ovld unpause` need beside the store. */
interface Pausing {
  interrupt(role: Role): Promise<Interruption>;
  /** To a role whose turn was interrupted. */
  word: Letter;
}

export interface WatchedWork extends Work {
  /** Tells that a document of it may have changed. */
  watch(changed: () => void): Watch;
}

/** Where the army is seen. Every call asks the multiplexer, so none is made in a loop. */
export interface Scene {
  /** The question to a person on the role's screen, by one look. */
  readQuestion(role: Role): Promise<Question | undefined>;
  /** Whether the session is still there; asked when no relay or agent in it is alive. */
  isLive(): Promise<boolean>;
  /** False once this army was dismissed, even where another has its name by now. */
  isOurs(): Promise<boolean>;
  show(role: Role): Promise<void>;
}
