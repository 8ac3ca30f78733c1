import type { MuxKind } from '../army/formation.ts';
import type * as survey from '../kit/survey.ts';
import type { Reason } from '../errors.ts';
import type { ArmyRecord, Saved } from '../store/store.ts';
import type { ArmyParts } from '../summon/parts.ts';

/** What a doctor needs of the world. Only the functions that say so change anything. */
export interface DoctorParts {
  army: ArmyParts;
  places: {
    /** `~/.config/ovld`; undefined without a home. */
    own: string | undefined;
    /** The project's own folder, `.ovld/`. */
    project: string;
    temporary: string;
  };
  machine: Machine;
  survey: Pick<typeof survey, 'listBelow' | 'unwritable' | 'freeBytes' | 'tighten'>;
  relayDirs: RelayDirs;
  queue(): Promise<QueueSeen>;
  /** Configuration, formations and rituals a person wrote. */
  ownFiles(): Promise<{ count: number; faults: readonly FileFault[] }>;
  staleLocks(): Promise<readonly StaleLock[]>;
  sockets(): readonly SocketPlace[];
}

export interface Machine {
  /** How long a multiplexer may take to answer about a session, and other commands to start or end an army. */
  sessionMs: number;
  node: { version: string; needs: string };
  agents: readonly AgentProgram[];
  program(name: string): Promise<ProgramSeen>;
}

/** A program that can play a role. */
export interface AgentProgram {
  program: string;
  package: string;
  /** It can be woken by a way of its own; else it is typed to. */
  hasDoor: boolean;
}

export type ProgramSeen =
  | { state: 'missing' }
  | { state: 'unread' }
  | { state: 'late'; ms: number }
  | { state: 'old'; version: string; needs: string }
  /** `byPane`: of a multiplexer that types by a pane's id. */
  | { state: 'fine'; version: string; byPane?: boolean };

/** The relay directories of this user. */
export interface RelayDirs {
  list(): Promise<readonly RelayDir[]>;
  inspect(dir: string): Promise<RelayDirSeen>;
  interruptedCleanups(): Promise<readonly InterruptedCleanup[]>;
  /** Moves the mail to the history. */
  finishCleanup(cleanup: InterruptedCleanup): Promise<Saved>;
  /** Records of armies that cannot be read. */
  brokenRecords(known: readonly ArmyRecord[]): Promise<readonly string[]>;
  /** When its army last wrote there, in milliseconds since 1970. */
  lastWriteMs(dir: string): number | undefined;
  /** Agents and relays that run, by the relay directory they were started for. */
  running(): Promise<ReadonlyMap<string, readonly number[]>>;
}

export interface RelayDir {
  session: string;
  dir: string;
}

export interface RelayDirSeen {
  present: boolean;
  formation: 'fine' | 'missing' | { path: string; reason: Reason };
  quarantined: number;
  tornLines: number;
  links: readonly string[];
}

export interface InterruptedCleanup extends RelayDir {
  /** Where the clean-up moved the relay directory. */
  path: string;
}

export interface QueueSeen {
  broken: readonly FileFault[];
  quarantined: { path: string; count: number };
  links: readonly string[];
  /** A change of the board that was decided and is not finished, with no process at it. */
  intent?: string;
  unsent?: string;
}

export interface FileFault {
  path: string;
  line?: number | undefined;
  reason: Reason;
}

export interface StaleLock {
  path: string;
  /** By the rules of the lock itself; false where a process holds it now. */
  remove(): Promise<boolean>;
}

/** Where a multiplexer puts its sockets: what is left of a path for the name of a session. */
export interface SocketPlace {
  program: MuxKind;
  dir: string;
  /** The variable that moves it. */
  variable: string;
  limit: number;
  pathOf(session: string): string;
}
