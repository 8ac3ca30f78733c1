import type { Agent, LaunchWords } from '../agent/agent.ts';
import type { AgentKind, Formation, Language } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import type { Armies, ArmyRecord, Store } from '../store/store.ts';

/** What raising, watching and dismissing armies needs of the world. */
export interface ArmyParts {
  armies: Armies;
  clock: Clock;
  /** As the formation there says, or the one that will be there. */
  openStore(relayDir: string, formation?: Pick<Formation, 'store' | 'folder'>): Promise<Store>;
  openMux(of: MuxOf): Promise<Mux>;
  openAgent(kind: AgentKind): Promise<Agent>;
  processes: Processes;
  /** What agents are told by their own hooks. */
  words(language: Language): LaunchWords;
  /** One command of this user at a time starts or ends an army: two would take each other's apart. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Returns when no army is being started or ended, or nobody waits for that any more. */
  calm(waiting?: AbortSignal): Promise<void>;
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
  installed(program: string): Promise<boolean>;
  /** An absolute path, from one that may be relative to `folder`. */
  resolve(folder: string, path: string): string;
  isFolder(path: string): Promise<boolean>;
  /** The first of what is in a file; undefined where there is none to be read. */
  beginningOf(path: string): Promise<string | undefined>;
  /** What a program prints when it is asked for so little; undefined where it fails or takes too long. */
  ask(program: string, args: readonly string[]): Promise<string | undefined>;
  /** Agents, relays and the giver of rituals, found by what they were started with. */
  ofArmy(relayDir: string): Promise<readonly number[]>;
  /** The same without the giver of rituals, who sits at a person's terminal and not in the army's session. */
  seated(relayDir: string): Promise<readonly number[]>;
  /** Of those, one role's agent and relay. */
  ofRole(relayDir: string, role: Role): Promise<readonly number[]>;
  /** The pid of a multiplexer in which one of these processes lives; true orphans have none (Z20). */
  muxAbove(pids: readonly number[]): number | undefined;
  /** Which start of which machine this is. */
  boot(): string;
  /** When the machine started, in milliseconds since 1970. */
  bootedAt(): number;
  /** Asks them to end, then ends them; those that are still there. */
  end(pids: readonly number[]): Promise<readonly number[]>;
}

/** How far a role has come, for whoever watches a summon. */
export type Progress = { role: Role } & (
  { step: 'starting' | 'ready' | 'given' } | { step: 'skipped'; code: WakeFailure }
);
