import type { Place } from '../army/chain.ts';
import type { AgentKind, Language, RitualDelivery } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Key, Screen } from '../mux/mux.ts';

/** The program that plays a role: how it is launched, read and woken. */
export interface Agent {
  readonly kind: AgentKind;
  /** Whether a nudge may be typed on this screen, and what the composer holds. */
  read(screen: Screen): Composer;
  /** The question to a person on the screen. */
  asks?(screen: Screen): Question | undefined;
  /** Whether it asks at its start in that folder; absent where it never does. Changes nothing. */
  readTrust?(folder: string, env: Variables): Promise<Trust>;
  /** Whether a composer that reads `shown` holds `text`, whole and alone. */
  shows(shown: string, text: string): boolean;
  /** Typed into a living agent whose relay died, to get the relay back. */
  readonly reconnect?: string;
  /** The key that ends a running turn, and does nothing else while one runs. */
  readonly interrupt?: Exclude<Key, 'Enter'>;
  /** What must be installed; undefined where ovld itself is the program. */
  readonly program?: string;
  /** How its version is asked for and read, and the oldest that has what we use. */
  readonly version?: AgentVersion;
  /** Whether a conversation whose file begins so can be resumed; absent where none can. */
  readonly resumes?: (transcript: string) => boolean;
  /** Whether, with these arguments, it only plays its role: what it does is no work. */
  plays?(args: readonly string[]): boolean;
  launch(order: LaunchOrder): Launch;
  /** Its own ways to be woken, best first, from inside its own relay. */
  doorbells?(own: {
    /** The socket on which it takes prompts, if it has one. */
    inbox: string | undefined;
  }): readonly Doorbell[];
}

export interface AgentVersion {
  args: readonly string[];
  needs: string;
  /** Undefined where the output names no version. */
  read(said: string): string | undefined;
}

export type Composer =
  /** `busy`: what on the screen says that a turn is running; it changes as long as that is true. */
  | { state: 'ready'; text: string; busy?: string }
  | { state: 'dialog' }
  /** Nothing we know: an overlay, a shell, a program still starting. */
  | { state: 'unknown' };

/** The environment the agent will be started with. */
export type Variables = Readonly<Record<string, string | undefined>>;

export type Trust =
  | { state: 'trusted' }
  /** Its answer counts for every folder of that place. */
  | { state: 'asks'; place: string }
  /** Its own record is there and cannot be read. */
  | { state: 'unknown'; path: string };

export const questions = [
  'trust',
  /** It is started when the agent that would ask the same in another pane has come up. */
  'elsewhere',
  'api_key',
  'bypass',
  'settings',
  'login',
  'permission',
  'choice',
] as const;

/** Only a person answers these. */
export type Question = (typeof questions)[number];

/** One seat to be filled. */
export interface LaunchOrder {
  role: Role;
  session: string;
  relayDir: string;
  /** The text that holds the role's mail, where it is not in the relay directory. */
  mailText?: string;
  /** argv that runs ovld itself: `[node, …/ovld.js]`. */
  ovld: readonly string[];
  /** Where `Launch.mcp`, `settings`, `hooks` and `ritual` will be written. */
  paths: { mcp: string; settings: string; hooks: string; ritual: string };
  model?: string;
  args: readonly string[];
  permissionMode?: string;
  /** The conversation to resume, by the agent's own id. */
  resume?: string;
  /** Absent where the person wants no rituals. */
  ritual?: { text: string; delivery: RitualDelivery };
  /** In the army's language. */
  words: LaunchWords;
  army: {
    language: Language;
    mux: string;
    /** Where the role stands in the chain of command. */
    place: Place;
  };
}

/** The texts that the agent's hooks print. */
export interface LaunchWords {
  mail(mark: string): string;
  /** Before a ritual that is given again. */
  role: string;
  /** In the pane of an agent that is started when another's question has been answered. */
  postponed(role: Role, asker: Role): string;
}

export interface Launch {
  argv: readonly string[];
  /** The agent's MCP configuration: one server, `ovld-relay`. */
  mcp: unknown;
  settings?: unknown;
  /** A shell script the settings name. */
  hooks?: string;
  /** The role's ritual, where the agent takes it at its start: then it is not typed. */
  ritual?: string;
}

/** One way to wake an agent. Never any part of a message: a sender must not type into a pane. */
export interface Doorbell {
  readonly name: string;
  /**
   * The agent queues what it is given: it may be rung in a turn, and is not rung again while a nudge
   * still waits.
   */
  readonly queues?: boolean;
  /** It announces no mail: it gives an agent its tools back, without which an announcement is void. */
  readonly restores?: boolean;
  ring(nudge: Nudge): Promise<RingOutcome>;
}

export interface Nudge {
  to: Role;
  /** Fresh for every ring: an agent may drop a text it has just been given (C5). */
  mark: string;
  text: string;
  /** Aborted when the ring was given up: nothing may be typed after that. */
  signal: AbortSignal;
}

export type RingOutcome =
  /** Sent; `confirm` waits for a sign that it was taken. */
  { sent: true; confirm?: () => Promise<boolean> } | { sent: false; code: WakeFailure };
