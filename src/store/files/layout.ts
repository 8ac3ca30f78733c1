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
  start: { dir: 'start', end: '.sh' },
  launch: { dir: 'launch', end: '.sh' },
  endpoint: { dir: 'endpoint', end: '.json' },
  socket: { dir: 'socket', end: '.sock' },
  files: { dir: 'files', end: '' },
};

/** The directories of all roles together, in the order they are made. */
const SHARED = ['tmp', 'bad', ...Object.values(OUTFITS).map(({ dir }) => dir)].concat(
  ['pending', 'status', 'state', 'limit', 'ritual', 'rung', 'heard', 'hold', 'traffic', 'person'],
  ['alerts', 'conversation', 'inbox', 'agents', 'collected', 'archive', 'told', 'postponed'],
);

/** Every path of a relay directory, in one place. Not by `join`: a relay makes a hundred of them at its start. */
export function layout(root: string) {
  const base = join(root, 'x').slice(0, -2);
  const at = (path: string): string => `${base}/${path}`;
  return {
    root,
    tmp: at('tmp'),
    bad: at('bad'),
    outfits: Object.values(OUTFITS).map(({ dir, end }) => ({ dir: at(dir), end })),
    journal: at('journal.jsonl'),
    formation: at('formation.json'),
    shared: SHARED.map(at),
    pendingDir: at('pending'),
    statusDir: at('status'),
    stateDir: at('state'),
    rungDir: at('rung'),
    holdDir: at('hold'),
    personDir: at('person'),
    alertsDir: at('alerts'),
    conversations: at('conversation'),
    postponedDir: at('postponed'),
    inboxes: at('inbox'),
    inbox: (role: Role) => at(`inbox/${role}`),
    pending: (role: Role) => at(`pending/${role}`),
    status: (role: Role) => at(`status/${role}.json`),
    state: (role: Role) => at(`state/${role}`),
    limit: (role: Role) => at(`limit/${role}`),
    ritual: (role: Role) => at(`ritual/${role}.json`),
    postponed: (role: Role) => at(`postponed/${role}`),
    conversation: (role: Role) => at(`conversation/${role}`),
    rung: (role: Role) => at(`rung/${role}.json`),
    told: (role: Role) => at(`told/${role}`),
    heard: (role: Role) => at(`heard/${role}`),
    hold: (held: Held) => at(`hold/${heldName(held)}`),
    traffic: (pair: Pair) => at(`traffic/${heldName(pair)}`),
    person: (role: Role) => at(`person/${role}`),
    outfit: (role: Role, kind: OutfitKind) =>
      at(`${OUTFITS[kind].dir}/${role}${OUTFITS[kind].end}`),
    seats: (role: Role) => at(`agents/${role}`),
    seat: (role: Role, incarnation: string) => at(`agents/${role}/${incarnation}.json`),
    collectedBy: (role: Role) => at(`collected/${role}`),
    collected: (role: Role, incarnation: string) => at(`collected/${role}/${incarnation}`),
    archive: (role: Role) => at(`archive/${role}`),
  };
}

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

export const isMessageId = (id: string): boolean => id.length <= 100 && MESSAGE_ID.test(id);

export function parseMessageName(name: string): MessageName | undefined {
  const match = MESSAGE_FILE.exec(name);
  const id = match?.[1];
  if (id === undefined || !isMessageId(id)) return undefined;
  return { id, redelivered: Number(match?.[2] ?? 0) };
}

export const messageName = ({ id, redelivered }: MessageName): string =>
  redelivered === 0 ? `${id}.json` : `${id}.r${redelivered}.json`;

export const isMessageName = (name: string): boolean => parseMessageName(name) !== undefined;
