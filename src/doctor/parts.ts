import type { MuxKind } from '../army/formation.ts';
import type { ArmyRecord, Saved } from '../store/store.ts';
import type { ArmyParts } from '../summon/parts.ts';

/** What a doctor needs of the world. Nothing of it changes anything, except where it says so. */
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
  survey: Survey;
  relays: RelayCare;
  queue(): Promise<QueueSeen>;
  /** Configuration, formations and rituals a person wrote. */
  ownFiles(): Promise<{ count: number; faults: readonly FileFault[] }>;
  locks(): Promise<readonly LeftLock[]>;
  sockets(): readonly SocketPlace[];
}

export interface Machine {
  /** How long a multiplexer may take to tell of a session, and others to start or end theirs. */
  patienceMs: number;
  node: { version: string; needs: string };
  agents: readonly string[];
  program(name: string): Promise<ProgramSeen>;
}

export type ProgramSeen =
  | { state: 'missing' | 'unread' }
  | { state: 'late'; ms: number }
  | { state: 'old'; version: string; needs: string }
  /** `byPane`: of a multiplexer that types by a pane's id. */
  | { state: 'fine'; version: string; byPane?: boolean };

/** Files and directories as they lie there; links are never followed. */
export interface Survey {
  /** Everything at and below a path, as far as `limit` goes. */
  below(path: string, limit: number): { entries: readonly Entry[]; cutAt?: string };
  /** Undefined where it can be written to, or made: it is tried, and nothing of that stays. */
  unwritable(path: string): string | undefined;
  freeBytes(path: string): number | undefined;
  /** Takes from group and others what they should not have; false where it is not ours. */
  tighten(path: string): boolean;
}

export interface Entry {
  path: string;
  kind: 'file' | 'dir' | 'link' | 'other';
  mode: number;
}

/** The relay directories of this user, and what clean-ups left of them. */
export interface RelayCare {
  dirs(): Promise<readonly RelayDir[]>;
  look(dir: string): Promise<RelayDirSeen>;
  leavings(): Promise<readonly Leaving[]>;
  /** Finishes the clean-up: its mail goes to the history. */
  save(leaving: Leaving): Promise<Saved>;
  /** Records of armies nobody can read. */
  brokenRecords(known: readonly ArmyRecord[]): Promise<readonly string[]>;
  /** When anybody of its army last wrote there, in milliseconds since 1970. */
  touchedAt(dir: string): number | undefined;
  /** Agents and relays that run, by the relay directory they were started for. */
  running(): Promise<ReadonlyMap<string, readonly number[]>>;
}

export interface RelayDir {
  session: string;
  dir: string;
}

export interface RelayDirSeen {
  present: boolean;
  formation: 'fine' | 'missing' | { path: string; reason: string };
  quarantined: number;
  tornLines: number;
  links: readonly string[];
}

export interface Leaving extends RelayDir {
  path: string;
}

export interface QueueSeen {
  broken: readonly FileFault[];
  quarantined: { path: string; count: number };
  links: readonly string[];
  /** A change of the board that was decided and is not finished, with nobody at it. */
  intent?: string;
  unsent?: string;
}

export interface FileFault {
  path: string;
  line?: number | undefined;
  reason: string;
}

export interface LeftLock {
  path: string;
  /** By the rules of the lock itself; false where somebody has it now. */
  remove(): Promise<boolean>;
}

/** Where a multiplexer puts its sockets: what is left of a path for the name of a session. */
export interface SocketPlace {
  program: MuxKind;
  dir: string;
  /** By which a person can move it. */
  variable: string;
  limit: number;
  pathOf(session: string): string;
}
