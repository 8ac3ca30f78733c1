import type { Agent, LaunchWords, Question, Trust, Variables } from '../agent/agent.ts';
import type { AgentChoice, Formation, Language, Seating } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import type { Armies, ArmyRecord, Store } from '../store/store.ts';

/** What raising, watching and dismissing armies needs of the world. */
export interface ArmyParts {
  armies: Armies;
  clock: Clock;
  /** The store of the formation in that directory, or of the one that will be written there. */
  openStore(relayDir: string, formation?: Pick<Formation, 'store' | 'folder'>): Promise<Store>;
  openMux(of: MuxOf): Promise<Mux>;
  openAgent(agent: AgentChoice): Promise<Agent>;
  /** What agents are started with. */
  env: Variables;
  /** Whether an agent of that kind would ask a person before it starts to work in that folder. */
  readTrust(agent: AgentChoice, folder: string): Promise<Trust>;
  processes: Processes;
  /** The text that is typed into that seat of an army of that folder; undefined where it cannot be read. */
  readRitual(seat: Seating, language: Language, folder: string): Promise<string | undefined>;
  /** The texts that an agent's own hooks print. */
  words(language: Language): LaunchWords;
  /** One command of this user at a time starts or ends an army: two would take each other's apart. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Returns when no army is being started or ended, or `waiting` is aborted. */
  calm(waiting?: AbortSignal): Promise<void>;
  /** What the board of that folder holds; documents that cannot be read are `unread`. */
  workIn(folder: string): Promise<{ commands: number; knowledge: number; unread: number }>;
  relayDir(session: string): string;
  historyDir(session: string): string;
  /** Takes out of the history what is older than the settings for that folder keep; never throws. */
  tidyHistory?(folder: string): Promise<void>;
}

/** Which session of which multiplexer, and what is needed to find a role's pane in it. */
export type MuxOf = Pick<ArmyRecord, 'session' | 'mux' | 'muxAddress' | 'relayDir'> &
  Pick<Formation, 'targeting' | 'tabs'>;

/** The machine's own processes and programs. */
export interface Processes {
  /** True for a program on the PATH, or a path that can be run. */
  isInstalled(program: string): Promise<boolean>;
  /** An absolute path, from one that may be relative to `folder`. */
  resolve(folder: string, path: string): string;
  isFolder(path: string): Promise<boolean>;
  /** The beginning of a file's text; undefined where it cannot be read. */
  readBeginning(path: string): Promise<string | undefined>;
  /** What a program prints; undefined where it fails or takes longer than seconds. */
  readOutput(program: string, args: readonly string[]): Promise<string | undefined>;
  /** A port of 127.0.0.1 on which no program listens now. */
  findFreePort(): Promise<number>;
  /** A text that no other program can guess. */
  makeSecret(): string;
  /** Agents, relays and the giver of rituals, found by what they were started with. */
  ofArmy(relayDir: string): Promise<readonly number[]>;
  /** The same without the giver of rituals, which runs at a person's terminal and not in the army's session. */
  seated(relayDir: string): Promise<readonly number[]>;
  /** Of those, one role's agent and relay. */
  ofRole(relayDir: string, role: Role): Promise<readonly number[]>;
  /** The pid of a multiplexer in which one of these processes lives; true orphans have none (Z20). */
  muxAbove(pids: readonly number[]): number | undefined;
  /** Which start of which machine this is. */
  bootId(): string;
  /** When the machine started, in milliseconds since 1970. */
  bootedAt(): number;
  /** Ends them, first by SIGTERM; returns those that are still there. */
  end(pids: readonly number[]): Promise<readonly number[]>;
}

/** How far a role has come, for the lines a summon prints. */
export type Progress = { role: Role } & (
  | { step: 'starting' | 'ready' | 'given' }
  | { step: 'asks'; question: Question }
  | { step: 'ended'; lastLine?: string }
  | { step: 'skipped'; code: WakeFailure }
);
