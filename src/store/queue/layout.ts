import { join } from 'node:path';
import type { Role } from '../../army/role.ts';

/** Every path of a queue, in one place; `dir` holds `queue/`. */
export const queueLayout = (dir: string) => {
  const queue = join(dir, 'queue');
  return {
    dir,
    queue,
    inboxes: join(queue, 'inbox'),
    inbox: (role: Role) => join(queue, 'inbox', `${role}.yaml`),
    bad: join(queue, 'bad'),
    locks: join(queue, '.lock'),
    lock: (role: Role) => join(queue, '.lock', role),
    archive: (role: Role) => join(queue, 'archive', 'inbox', role),
    archives: join(queue, 'archive', 'inbox'),
    /** How often was handed over what an army that is gone had not acknowledged. */
    marks: (role: Role) => join(queue, '.returned', role),
    ignored: join(queue, '.gitignore'),
    ignoredAbove: join(dir, '.gitignore'),
  };
};

export type QueueLayout = ReturnType<typeof queueLayout>;

/** No army writes a milliard of messages; a person may write a number that is one. */
export const LAST_NUMBER = 999_999_999;
const ENTRY_ID = /^msg_(\d{1,9})$/;

export const entryId = (number: number): string => `msg_${String(number).padStart(3, '0')}`;

/** 0 where it is no id. */
export const numberOf = (id: string): number => Number(ENTRY_ID.exec(id)?.[1] ?? 0);

export const isEntryId = (id: string): boolean => ENTRY_ID.test(id);

const MARK = /^(msg_\d{1,9})(?:\.r([1-9]\d{0,5}))?$/;

/** An entry in a relay's keeping, and how often it was handed over before: one rename changes both. */
export interface Mark {
  id: string;
  redelivered: number;
}

export function parseMark(name: string): Mark | undefined {
  const [, id, times] = MARK.exec(name) ?? [];
  return id === undefined ? undefined : { id, redelivered: Number(times ?? 0) };
}

export const markName = ({ id, redelivered }: Mark): string =>
  redelivered === 0 ? id : `${id}.r${redelivered}`;

const ARCHIVE = /^msg_(\d{1,9})-msg_(\d{1,9})(?:\.\d+)?\.yaml$/;

export const archiveName = (first: string, last: string): string => `${first}-${last}.yaml`;

/** From which entry to which; not every one in between need be in there. */
export function parseArchiveName(name: string): { first: number; last: number } | undefined {
  const [, first, last] = ARCHIVE.exec(name) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last) };
}
