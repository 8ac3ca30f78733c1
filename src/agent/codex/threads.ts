import * as z from 'zod/mini';
import type { Own } from '../agent.ts';
import type { AppServer } from './app-server.ts';

const idSchema = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

export const statusSchema = z.object({
  type: z.string(),
  activeFlags: z.optional(z.array(z.string())),
});

export type Status = z.infer<typeof statusSchema>;

export function stateOf({ type, activeFlags = [] }: Status): 'idle' | 'busy' | 'waiting' {
  if (type !== 'active') return 'idle';
  return activeFlags.length > 0 ? 'waiting' : 'busy';
}

export const threadSchema = z.object({
  id: idSchema,
  /** Where a title is thought of, among others. */
  ephemeral: z.boolean(),
  /** Of a subagent. */
  parentThreadId: z.optional(z.nullable(z.string())),
  /** Where it is kept, from its first turn on. */
  path: z.optional(z.nullable(z.string().check(z.startsWith('/'), z.maxLength(4096)))),
  status: statusSchema,
});

/** A conversation, in Codex's word. */
export type Thread = z.infer<typeof threadSchema>;

/** Whether a person can have it on the screen. */
export const isSeen = ({ ephemeral, parentThreadId = null }: Thread): boolean =>
  !ephemeral && parentThreadId === null;

const loadedSchema = z.object({ data: z.array(idSchema) });
const readSchema = z.object({ thread: threadSchema });

export const listLoaded = async (server: AppServer): Promise<readonly string[]> =>
  (await server.ask('thread/loaded/list', {}, loadedSchema)).data;

export const readThread = async (server: AppServer, threadId: string): Promise<Thread> =>
  (await server.ask('thread/read', { threadId }, readSchema)).thread;

/** Of those that a seat has loaded more are subagents. */
const MOST = 50;

/**
 * The conversation on the screen. Nothing tells which of several it is; they are soon one, for a minute after a person
 * has gone to another the one before is let go. It is the one on record, which every relay that follows the
 * seat keeps up to date, and else the newest.
 */
export async function findThread(server: AppServer, own: Own): Promise<Thread | undefined> {
  const loaded = await listLoaded(server);
  const known = await own.conversation();
  if (known !== undefined && loaded.includes(known)) return readThread(server, known);
  // Their ids begin with the time at which they were made.
  for (const id of loaded.toSorted().toReversed().slice(0, MOST)) {
    const thread = await readThread(server, id);
    if (isSeen(thread)) return thread;
  }
  return undefined;
}
