import type { Place } from '../army/chain.ts';
import type { Endpoint } from '../army/endpoint.ts';
import type { Language, RitualDelivery, SeatKind } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { observable } from '../message/status.ts';
import type { Key, Screen } from '../mux/mux.ts';

/** The program that plays a role: how it is launched, read and woken. */
export interface Agent {
  readonly kind: SeatKind;
  /** Whether a nudge may be typed on this screen, and what the composer holds. */
  read(screen: Screen): Composer;
  /** The question to a person on the screen. */
  asks?(screen: Screen): Question | undefined;
  /** Whether it asks at its start in that folder; absent where it never does. Changes nothing. */
  readTrust?(folder: string, env: Variables): Promise<Trust>;
  /** It starts its relay before it has asked: one that is up tells nothing of an answer. */
  readonly relayFirst?: true;
  /** Whether a composer that reads `shown` holds `text`, whole and alone. */
  shows(shown: string, text: string): boolean;
  /**
   * Gets a living agent whose relay died its relay back: a text that is typed, or a call. Absent where the agent
   * starts it again by itself, for its next call at the latest: then it is rung as ever.
   */
  readonly reconnect?: string | ((endpoint: Endpoint, own: Own) => Doorbell);
  /** What its model is given of the reply of a tool: of a longer one it would see a part. */
  readonly replies?: Replies;
  /** The key that ends a running turn, and does nothing else while one runs. */
  readonly interrupt?: Exclude<Key, 'Enter'>;
  /** Where a draft stands in the composer the key would go to that: then it is not pressed. */
  readonly sparesDraft?: true;
  /** Whether it has been given that key in a turn and wants it once more; absent where once is enough. */
  wantsAgain?(screen: Screen): boolean;
  /** What must be installed; undefined where ovld itself is the program. */
  readonly program?: string;
  /** The npm package that brings it. */
  readonly package?: string;
  /** How its version is asked for and read, and the oldest that has what we use. */
  readonly version?: AgentVersion;
  /** Whether a conversation whose file begins so can be resumed; absent where none can. */
  readonly resumes?: (transcript: string) => boolean;
  /** Whether, with these arguments, it only plays its role: what it does is no work. */
  plays?(args: readonly string[]): boolean;
  /** Where it is to be told to listen, by its launch: then `LaunchOrder.endpoint` and its relay have that. */
  readonly listens?: 'socket' | 'port';
  /** Every user of this machine may call there: it listens only where its person allows that. */
  readonly listensToAll?: true;
  launch(order: LaunchOrder): Launch;
  /** Where it listens by itself, as it tells the relay that it starts. */
  endpoint?(relay: Variables): Endpoint | undefined;
  /** Its own ways to be woken, best first, from inside its own relay. */
  doorbells?(endpoint: Endpoint, own: Own): readonly Doorbell[];
  /**
   * Follows what the agent itself says of its turns, until the signal: for one whose hooks say nothing of them.
   * Whatever cannot be heard is tried again, without an end and without haste.
   */
  watch?(endpoint: Endpoint, own: Own, heard: (news: AgentNews) => void, signal: AbortSignal): void;
}

/** What is known of the role whose agent it is. */
export interface Own {
  role: Role;
  /** The id of the conversation it is in, where one is on record. */
  conversation(): Promise<string | undefined>;
}

/** What changed with an agent, by its own word. */
export interface AgentNews {
  state?: (typeof observable)[number];
  /** What it says of the limit it has reached, in its own words or as an RFC 3339 time. */
  limit?: string;
  /** Its model has finished a turn; it is idle then. */
  finished?: true;
  /** The conversation it is in now, by its own id, and the file that keeps it, where there is one. */
  conversation?: string;
  transcript?: string;
  /** The mark of a nudge that it has taken up. */
  mark?: string;
  /** Its model was not given the reply of one of our tools, or nothing tells whether it was. */
  dropped?: true;
}

export interface Replies {
  bytes: number;
  /** Of how many lines it may be, too. */
  lines?: number;
  /** It is given the text and not the data, or both one after the other: then there is only the text. */
  textOnly?: true;
  /**
   * It also cancels calls whose reply it has taken: that says nothing of the reply. Of one that it has not taken it
   * tells in its news.
   */
  cancelsLate?: true;
}

export interface AgentVersion {
  args: readonly string[];
  needs: string;
  /** Undefined where the output names no version. */
  read(said: string): string | undefined;
}

export type Composer =
  /**
   * `busy`: what on the screen says that a turn is running; it changes as long as that is true. `true`: it stands
   * where only the agent itself draws, and may stand still.
   */
  | { state: 'ready'; text: string; busy?: string | true }
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
  /** Where `Launch.mcp`, `settings`, `hooks` and `ritual` will be written, and the folder of `Launch.files`. */
  paths: { mcp: string; settings: string; hooks: string; ritual: string; files: string };
  /** Where it is to listen, if it listens. */
  endpoint?: Endpoint;
  /** Its person allows that every user of this machine may prompt it; never from a project's own files. */
  allowOpenDoor?: boolean;
  /** What it will inherit, as far as is known beforehand. */
  env: Variables;
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
  /** Variables of the agent's own: they stand in a file, for other users read what a command line says. */
  env?: Readonly<Record<string, string>>;
  /** A program that is started before it and ends with it. */
  companion?: Companion;
  /** Shell lines that make ready, in its pane, what it is started with. */
  before?: string;
  /** It would outlive its pane: what started it there ends it. */
  lingers?: true;
  /** The agent's MCP configuration: one server, `ovld-relay`. */
  mcp?: unknown;
  settings?: unknown;
  /** A shell script the settings name. */
  hooks?: string;
  /** The role's ritual, where the agent takes it at its start: then it is not typed. */
  ritual?: string;
  /** Further files by their names, which may have one folder in them. */
  files?: Readonly<Record<string, string>>;
  /** The id that its conversation will have, where it can be chosen beforehand. */
  conversation?: string;
}

export interface Companion {
  argv: readonly string[];
  /** The socket on which it listens once the agent may start. */
  socket: string;
  /** What is run in the pane where it does not come to listen: without it the pane ends with its last words. */
  instead?: readonly string[];
}

/** One way to wake an agent. Never any part of a message: a sender must not type into a pane. */
export interface Doorbell {
  readonly name: string;
  /**
   * The agent queues what it is given: it may be rung in a turn, and is not rung again while a nudge
   * still waits.
   */
  readonly queues?: boolean;
  /** What it is given in a turn is taken up after that: until then the agent's hooks tell, which is sooner. */
  readonly afterTurn?: boolean;
  /** It announces no mail: it gives an agent its tools back, without which an announcement is void. */
  readonly restores?: boolean;
  ring(nudge: Nudge): Promise<RingOutcome>;
}

export interface Nudge {
  to: Role;
  /** No mail waits: the agent is only to get its tools back. */
  toolsAlone?: true;
  /** Fresh for every ring: an agent may drop a text it has just been given (C5). */
  mark: string;
  text: string;
  /** Aborted when the ring was given up: nothing may be typed after that. */
  signal: AbortSignal;
}

export type RingOutcome =
  /** Sent; `confirm` waits for a sign that it was taken. */
  { sent: true; confirm?: () => Promise<boolean> } | { sent: false; code: WakeFailure };
