import type { AgentKind, RitualDelivery } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Screen } from '../mux/mux.ts';

/** Which program sits in a seat, and how it is launched, read and woken. */
export interface Agent {
  readonly kind: AgentKind;
  /** What its screen says: may a nudge be typed, and what stands in its composer? */
  read(screen: Screen): Composer;
  /** What it asks its person, if its screen shows a question. */
  asks?(screen: Screen): Question | undefined;
  /** Whether a composer that reads `shown` holds `text`, whole and alone. */
  shows(shown: string, text: string): boolean;
  /** Typed into a living agent whose relay died, to get the relay back. */
  readonly reconnect?: string;
  /** What must be installed; undefined where ovld itself is the program. */
  readonly program?: string;
  /** How its version is asked for and read, and the oldest that has what we use. */
  readonly version?: AgentVersion;
  /** Whether a conversation whose file begins so can be gone on with; absent where none can. */
  readonly resumes?: (transcript: string) => boolean;
  launch(order: LaunchOrder): Launch;
  /** Its own ways to be woken, best first, from inside its own relay. */
  doorbells?(own: OwnSide): readonly Doorbell[];
}

/** What an agent tells the programs it starts, its relay among them. */
export interface OwnSide {
  /** The socket on which it takes prompts, if it has one. */
  inbox: string | undefined;
}

export interface AgentVersion {
  args: readonly string[];
  needs: string;
  /** Undefined where these words tell no version. */
  read(said: string): string | undefined;
}

export type Composer =
  /** `busy`: what on the screen says that a turn is running; it changes as long as that is true. */
  | { state: 'ready'; text: string; busy?: string }
  | { state: 'dialog' }
  /** Nothing we know: an overlay, a shell, a program still starting. */
  | { state: 'unknown' };

export const questions = [
  'trust',
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
  /** argv that runs ovld itself: `[node, …/ovld.js]`. */
  ovld: readonly string[];
  /** Where `Launch.mcp`, `settings`, `hooks` and `ritual` will be written. */
  paths: { mcp: string; settings: string; hooks: string; ritual: string };
  model?: string;
  args: readonly string[];
  permissionMode?: string;
  /** The conversation to go on with, by the agent's own name for it. */
  resume?: string;
  /** What makes the agent its role; absent where the person wants no rituals. */
  ritual?: { text: string; delivery: RitualDelivery };
  /** In the army's language. */
  words: LaunchWords;
}

/** What an agent's own hooks say to it. */
export interface LaunchWords {
  mail(mark: string): string;
  /** Before a ritual that is given again. */
  role: string;
}

export interface Launch {
  argv: readonly string[];
  /** The agent's MCP configuration: one server, `ovld-relay`. */
  mcp: unknown;
  settings?: unknown;
  /** A shell script the settings name. */
  hooks?: string;
  /** The role's ritual, where the agent takes it by its start: then nobody types it. */
  ritual?: string;
}

/** One way to wake an agent. Never any part of a message: a sender must not type into a pane. */
export interface Doorbell {
  readonly name: string;
  /**
   * What it is given waits in the agent itself until that can take it up: it may be rung in a turn, and
   * is not rung again over what still waits.
   */
  readonly queues?: boolean;
  ring(nudge: Nudge): Promise<RingOutcome>;
}

export interface Nudge {
  to: Role;
  /** Fresh for every ring: an agent may drop a text it has just been given (C5). */
  mark: string;
  text: string;
  /** Aborted when nobody waits for this ring any more: nothing may be typed after that. */
  signal: AbortSignal;
}

export type RingOutcome =
  /** Sent; `confirm` waits for a sign that it was taken. */
  { sent: true; confirm?: () => Promise<boolean> } | { sent: false; code: WakeFailure };
