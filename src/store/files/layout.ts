import { join } from 'node:path';
import { heldName, type Held, type Pair } from '../../army/pair.ts';
import type { Role } from '../../army/role.ts';
import { timeOf } from '../../kit/id.ts';
import type { OutfitKind } from '../store.ts';

const OUTFITS: Readonly<Record<OutfitKind, { dir: string; end: string }>> = {
  mcp: { dir: 'mcp', end: '.json' },
  settings: { dir: 'settings', end: '.json' },
  hooks: { dir: 'hooks', end: '.sh' },
  ritual: { dir: 'rituals', end: '.md' },
};

/** Every path of a relay directory, in one place. */
export const layout = (root: string) => ({
  root,
  tmp: join(root, 'tmp'),
  bad: join(root, 'bad'),
  outfits: Object.values(OUTFITS).map(({ dir, end }) => ({ dir: join(root, dir), end })),
  journal: join(root, 'journal.jsonl'),
  formation: join(root, 'formation.json'),
  shelves: ['inbox', 'agents', 'collected', 'archive', 'told'].map((name) => join(root, name)),
  pendingDir: join(root, 'pending'),
  statusDir: join(root, 'status'),
  stateDir: join(root, 'state'),
  ritualDir: join(root, 'ritual'),
  rungDir: join(root, 'rung'),
  heardDir: join(root, 'heard'),
  holdDir: join(root, 'hold'),
  trafficDir: join(root, 'traffic'),
  personDir: join(root, 'person'),
  alertsDir: join(root, 'alerts'),
  conversations: join(root, 'conversation'),
  inboxes: join(root, 'inbox'),
  inbox: (role: Role) => join(root, 'inbox', role),
  pending: (role: Role) => join(root, 'pending', role),
  status: (role: Role) => join(root, 'status', `${role}.json`),
  state: (role: Role) => join(root, 'state', role),
  ritual: (role: Role) => join(root, 'ritual', `${role}.json`),
  conversation: (role: Role) => join(root, 'conversation', role),
  rung: (role: Role) => join(root, 'rung', `${role}.json`),
  told: (role: Role) => join(root, 'told', role),
  heard: (role: Role) => join(root, 'heard', role),
  hold: (held: Held) => join(root, 'hold', heldName(held)),
  traffic: (pair: Pair) => join(root, 'traffic', heldName(pair)),
  person: (role: Role) => join(root, 'person', role),
  outfit: (role: Role, kind: OutfitKind) =>
    join(root, OUTFITS[kind].dir, `${role}${OUTFITS[kind].end}`),
  seats: (role: Role) => join(root, 'agents', role),
  seat: (role: Role, incarnation: string) => join(root, 'agents', role, `${incarnation}.json`),
  collectedBy: (role: Role) => join(root, 'collected', role),
  collected: (role: Role, incarnation: string) => join(root, 'collected', role, incarnation),
  archive: (role: Role) => join(root, 'archive', role),
});

export type Layout = ReturnType<typeof layout>;

const INCARNATION = /^[0-9a-z]{9}(-[0-9a-z]+){3}$/;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/**
 * One life of a relay; anything else in the places they are kept is not ours. Nor is a name that no
 * clock could have made: later ones must be greater, and would run out of digits.
 */
export const isIncarnation = (name: string, now: number): boolean =>
  INCARNATION.test(name) && timeOf(name) < now + TEN_YEARS_MS;

/** Time first, so that names sort by age. */
const MESSAGE_ID = /^[0-9a-z]{9}(-[0-9a-z]+){1,5}$/;
const MESSAGE_FILE = /^(.+?)(?:\.r([1-9]\d{0,5}))?\.json$/;

/** A message's file name carries its id and how often it was put back, so one rename changes both. */
export interface MessageName {
  id: string;
  redelivered: number;
}

export function parseMessageName(name: string): MessageName | undefined {
  const match = MESSAGE_FILE.exec(name);
  const id = match?.[1];
  if (id === undefined || id.length > 100 || !MESSAGE_ID.test(id)) return undefined;
  return { id, redelivered: Number(match?.[2] ?? 0) };
}

export const messageName = ({ id, redelivered }: MessageName): string =>
  redelivered === 0 ? `${id}.json` : `${id}.r${redelivered}.json`;

export const isMessageName = (name: string): boolean => parseMessageName(name) !== undefined;
