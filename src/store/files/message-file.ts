import { basename } from 'node:path';
import { $ZodError } from 'zod/v4/core';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { timeOf } from '../../kit/id.ts';
import { checkContent, messageSchema, type Handed, type Message } from '../../message/message.ts';
import { isMessageId, parseMessageName } from './layout.ts';
import { messageOf } from '../../kit/errno.ts';

export const FILE_BYTES = 512 * 1024;

/** A message in its file, or why it is none. */
export async function readMessage(
  disk: Pick<Disk, 'read'>,
  path: string,
  role: Role,
): Promise<Handed> {
  const { id, redelivered } = parseMessageName(basename(path)) ?? { id: '', redelivered: 0 };
  const message = parseMessage(await disk.read(path, FILE_BYTES), id);
  if (message.to !== role) throw new UnfitFile('addressed to another role');
  checkContent(message);
  return redelivered === 0 ? message : { ...message, redelivered };
}

/** The name is the id: a file that others made may have none of ours in it, and no time. */
export function parseMessage(text: string, id: string): Message {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new UnfitFile('not a message');
  const own = ownIdOf(value);
  if (own !== undefined && own !== id) throw new UnfitFile('its name is not its id');
  return messageSchema.parse({ timestamp: rfc3339(timeOf(id)), ...value, id });
}

/** The id in a file, if it can be a file's name. */
export function ownIdOf(value: unknown): string | undefined {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' && isMessageId(id) ? id : undefined;
}

export function reasonOf(error: unknown): string {
  if (error instanceof UnfitFile) return error.reason;
  if (error instanceof OvldError) return `not a message: ${error.code}`;
  if (error instanceof SyntaxError) return 'not JSON';
  if (error instanceof $ZodError) {
    const [issue] = error.issues;
    return `not a message: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
  }
  return messageOf(error);
}
