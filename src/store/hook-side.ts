import type { Endpoint } from '../army/endpoint.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Observation } from '../message/status.ts';
import type { Flag } from './mail.ts';

/**
 * What an agent's own hooks read and write. A hook is a shell script that may not wait for a server, so these
 * are files on the host of the agent in every backend (`files/hook-side.ts`): a backend whose mail is elsewhere
 * keeps this half as it is, and copies outward what other hosts must see.
 */
export interface HookSide {
  readonly statuses: HookStatuses;
  readonly wakes: Wakes;
  readonly conversations: Conversations;
  /** The text that hooks read to tell unread mail, where a message is not a file in `inbox/{role}/`. */
  mailText(role: Role): string | undefined;
  readonly starts: Starts;
  readonly endpoints: Endpoints;
  /** Where the files of an outfit will be, before there are any; the folder of those that have a name. */
  outfitPath(role: Role, kind: OutfitKind): string;
  /** What summon leaves for the agents and their relays; replaces an earlier one. */
  writeOutfit(formation: Formation, files: readonly OutfitFile[]): Promise<void>;
  /** Replaces these files of an outfit and leaves the others. */
  replaceOutfitFiles(files: readonly OutfitFile[]): Promise<void>;
}

export interface HookStatuses {
  readObserved(role: Role): Promise<Observation | undefined>;
  observe(role: Role, seen: Pick<Observation, 'state' | 'turns' | 'tells'>): Promise<void>;
  /** What its agent says of the limit it has reached: from that the end of it is read. Before `observe`. */
  noteLimit(role: Role, said: string): Promise<void>;
  readRitual(role: Role): Promise<RitualNote | undefined>;
  noteRitual(role: Role, note: RitualNote): Promise<void>;
  /** When a person last typed or wrote to the role, in milliseconds since 1970. */
  readLastSpokenAt(role: Role): Promise<number | undefined>;
  /** A person does so now. */
  noteSpoken(role: Role): Promise<void>;
}

/** What became of a role's ritual, written by the command that gives it. */
export interface RitualNote {
  /** `due`: it is about to be given; no nudge comes before it. */
  state: 'due' | 'given' | 'skipped';
  at: string;
  /** Why it was skipped. */
  code?: WakeFailure;
}

/**
 * The announcements of flags. A flag is announced once, by the first to claim it: a ring, or one of the
 * agent's own hooks (R7). Clearing a flag forgets the claims of those before it.
 */
export interface Wakes {
  /** True for the one that may announce this flag. */
  claim(role: Role, flag: Flag, by: string): Promise<boolean>;
  /** The announcement failed: others may claim the flag. */
  dropClaim(role: Role, flag: Flag): Promise<void>;
  /** Which claim of this flag stands. */
  readAnnouncement(role: Role, flag: Flag): Promise<Announcement | undefined>;
  /** The last nudge this agent was seen to take up, by its mark. */
  readLastHeard(role: Role): Promise<HeardNudge | undefined>;
  /** It takes up the nudge of that mark now. */
  noteHeard(role: Role, mark: string): Promise<void>;
}

export interface Announcement {
  by: string;
  /** In milliseconds since 1970. */
  at: number;
}

export interface HeardNudge {
  mark: string;
  at: number;
}

export interface Conversations {
  read(role: Role): Promise<Conversation | undefined>;
  /** As the agent's own hook does: a conversation that is resumed is known before the agent says so. */
  note(role: Role, conversation: Conversation): Promise<void>;
  /** The agent that was in it is gone, and the next one begins another. */
  forget(role: Role): Promise<void>;
}

/** Which conversation an agent is in, by its own name, and the file it keeps it in; `''` where it has none. */
export interface Conversation {
  id: string;
  transcript: string;
}

/**
 * Agents that are started late: in a folder that is not trusted yet, the person is asked in one pane alone,
 * and the other agents come after the answer.
 */
export interface Starts {
  /** Of each agent that has not come up, the role in whose pane the person is asked: itself, or another. */
  listPostponed(): Promise<ReadonlyMap<Role, Role>>;
  /** The file whose end the script in the role's pane waits for, and which may have a pipe beside it. */
  signPath(role: Role): string;
  /** Before anything is started. */
  postpone(role: Role, asker: Role): Promise<void>;
  /** The role's agent has come up: so do those that wait for the same answer. */
  proceed(role: Role): Promise<void>;
}

/** Where a role's agent was told to listen. */
export interface Endpoints {
  read(role: Role): Promise<Endpoint | undefined>;
}

/**
 * Two documents, the shell script of an agent's hooks, a ritual that is not typed, the script of a late start, the
 * script of an agent with variables or a companion, where it listens, the socket it makes there, and files of
 * the agent's own, by name.
 */
export type OutfitKind =
  'mcp' | 'settings' | 'hooks' | 'ritual' | 'start' | 'launch' | 'endpoint' | 'socket' | 'files';

export type OutfitFile = {
  role: Role;
  text: string;
} & (
  | { kind: Exclude<OutfitKind, 'socket' | 'files'> }
  /** The name may have one folder in it. */
  | { kind: 'files'; name: string }
);
