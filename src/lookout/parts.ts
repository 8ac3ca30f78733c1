import type { Question } from '../agent/agent.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Handed } from '../relay/message.ts';
import type { BroadcastOutcome, Letter, Sent } from '../relay/send.ts';
import type { ArmyRecord, Store, Watch } from '../store/store.ts';
import type { Work } from '../work/work.ts';

/** What a lookout needs of the world. */
export interface LookoutParts {
  store: Store;
  clock: Clock;
  formation: Formation;
  record: ArmyRecord;
  person: Person;
  /** Undefined in an army that has neither board nor knowledge. */
  work: WatchedWork | undefined;
  scene: Scene;
  log: Log;
}

/** What a person can do to an army, as themselves. */
export interface Person {
  send(to: Role, letter: Letter): Promise<Sent>;
  sendAll(letter: Letter): Promise<readonly BroadcastOutcome[]>;
  inbox(role: Role): Promise<readonly Handed[]>;
  take(ids: readonly string[]): Promise<readonly string[]>;
  letter(to: Role, id: string): Promise<Handed | undefined>;
}

export interface WatchedWork extends Work {
  /** Tells that a document of it may have changed. */
  watch(changed: () => void): Watch;
}

/** Where the army is seen. Every question here is put to a multiplexer: asked seldom, never again and again. */
export interface Scene {
  /** What the role's screen asks its person, by one look. */
  asks(role: Role): Promise<Question | undefined>;
  /** Whether the session is still there, asked when nobody in it gives a sign of life. */
  stands(): Promise<boolean>;
  /** False once this army was dismissed, even where another has its name by now. */
  isOurs(): Promise<boolean>;
  show(role: Role): Promise<void>;
}
