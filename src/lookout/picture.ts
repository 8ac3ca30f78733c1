import type { Question } from '../agent/agent.ts';
import type { MuxKind } from '../army/formation.ts';
import type { AlertKind } from '../army/human.ts';
import type { Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import type { AgentState, Status } from '../message/status.ts';
import type { Hold, RingNote } from '../store/store.ts';
import type { BoardView } from '../work/board.ts';

/** An army as it is now, for people: plain data, the same for a terminal and for a page. */
export interface Picture {
  army: ArmySight;
  /** In the formation's order. */
  roles: readonly RoleSight[];
  person: { unread: number };
  /** The last ones, oldest first. */
  letters: readonly LetterSight[];
  /** Undefined in an army without a board. */
  board: BoardView | undefined;
  figures: Figures;
  /** The last ones, oldest first. */
  alerts: readonly AlertSight[];
}

/** What may change by itself; `watch` says which did. */
export type Part = keyof Picture;

export interface ArmySight {
  session: string;
  formation: string;
  folder: string;
  mux: MuxKind;
  startedAt: string;
  /** `over`: it was dismissed; nothing of it changes any more. */
  standing: 'live' | 'gone' | 'over';
  /** Whether there is knowledge to be searched. */
  knowledge: boolean;
}

export interface RoleSight {
  role: Role;
  title: { en: string; ja: string } | undefined;
  /** The roles it gives orders to: the edges of the army as a graph. */
  commands: readonly Role[];
  /** What it says of itself. */
  status: Status['status'];
  task: string;
  updatedAt: string;
  /** What can be seen of it from outside. */
  agent: AgentState;
  /** When the limit of its account ends, where it is at one and that is known. */
  limitedUntil: string | undefined;
  relay: 'alive' | 'gone';
  unread: number;
  oldestUnreadAt: string | undefined;
  unreachable: boolean;
  /** Of the flag that is up now. */
  lastRing: RingNote | undefined;
  /** The last ring that went out at all. */
  lastWake: { at: string; by: string; roundTripMs: number | null } | undefined;
  held: readonly (Pick<Hold, 'by' | 'since' | 'until'> & { with?: Role })[];
  /** The whole army is paused. */
  paused: boolean;
  /** The question to a person on its screen. */
  asks: Question | undefined;
}

export type Stage = 'stored' | 'rung' | 'fetched' | 'acknowledged';

/** One message and how far it has come, without its body (`Lookout.letter`). */
export interface LetterSight {
  id: string;
  from: Role;
  to: Role;
  /** Undefined where the message itself is gone. */
  subject: string | undefined;
  priority: 'normal' | 'urgent';
  stage: Stage;
  storedAt: string;
  rung: { at: string; by: string } | undefined;
  fetchedAt: string | undefined;
  acknowledgedAt: string | undefined;
  redelivered: number;
}

/** Upper edges of the histograms' buckets, in milliseconds; a last bucket holds what took longer. */
export const BUCKET_EDGES_MS = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000,
] as const;

export interface Figures {
  stored: number;
  fetched: number;
  acknowledged: number;
  /** Stored and not yet handed over. */
  waiting: number;
  redelivered: number;
  /** How long messages took to be handed over, by the rung that rang for them. */
  rungs: readonly RungFigures[];
}

export interface RungFigures {
  /** The doorbell; `none` where no ring was needed. */
  by: string;
  rung: number;
  failed: number;
  /** Stored to handed over; one more than there are edges. */
  buckets: readonly number[];
  p50Ms: number | undefined;
  p95Ms: number | undefined;
}

export interface AlertSight {
  at: string;
  kind: AlertKind;
  role: Role;
  /** The message, where a role wrote to the person. */
  id: string | undefined;
  /** The two that write each other without end. */
  between?: Pair | undefined;
}
