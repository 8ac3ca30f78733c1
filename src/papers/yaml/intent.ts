import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { roleSchema } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Lease } from '../../kit/leased-file.ts';
import { onceSaved } from '../../kit/once-saved.ts';
import { messageTypes } from '../../relay/message.ts';
import type { Note } from '../papers.ts';
import { setAside, type Ground } from './aside.ts';
import { INTENT, UNSENT } from './places.ts';

/** Inside the project's own folder, and nowhere else: the file may have been tampered with. */
const pathSchema = z.string().check(
  z.regex(/^(?:queue|knowledge)\/[^\0]+$/),
  z.refine((path) => !path.split('/').includes('..')),
);

const fileSchema = z.object({
  path: pathSchema,
  /** Null: it goes. */
  text: z.nullable(z.string()),
  /** What was decided by; anything else that is found there is a person's. */
  before: z.optional(z.string()),
});

const noteSchema = z.object({
  from: roleSchema,
  to: roleSchema,
  type: z.enum(messageTypes),
  subject: z.string(),
  body: z.string(),
});

const intentSchema = z.object({
  id: z.string(),
  files: z.array(fileSchema),
  notes: z.array(noteSchema),
});

export type FileChange = z.infer<typeof fileSchema>;
/** A change that is decided: everything it does, so that anybody can do it. */
export type Intent = z.infer<typeof intentSchema>;

const INTENT_BYTES = 64 * 1024 * 1024;

async function readJson<T>(
  ground: Ground,
  path: string,
  schema: z.core.$ZodType<T>,
): Promise<T | undefined> {
  const { disk, root } = ground;
  try {
    return z.parse(schema, JSON.parse(await disk.read(join(root, path), INTENT_BYTES)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const ours = error instanceof SyntaxError || error instanceof z.core.$ZodError;
    if (!ours && !(error instanceof UnfitFile)) throw error;
    if (error instanceof UnfitFile) unlessDenied(ground, path, error);
    // We write it whole or not at all: this is somebody else's.
    await setAside(ground, path, error instanceof UnfitFile ? error.reason : 'not ours');
    return undefined;
  }
}

/** What we may not read is somebody's, and whole: nothing is decided, or done, past it. */
function unlessDenied({ root }: Ground, path: string, { denied }: UnfitFile): void {
  if (denied !== undefined)
    throw new OvldError('store_unusable', { path: join(root, path), reason: denied });
}

export const readIntent = (ground: Ground): Promise<Intent | undefined> =>
  readJson(ground, INTENT, intentSchema);

export const readUnsent = async (ground: Ground): Promise<Note[]> =>
  (await readJson(ground, UNSENT, z.array(noteSchema))) ?? [];

/** Throws only where it is not there: what is there will happen. */
export async function writeIntent(ground: Ground, lease: Lease, intent: Intent): Promise<void> {
  try {
    await lease.replace(join(ground.root, INTENT), JSON.stringify(intent));
  } catch (error) {
    if ((await readIntent(ground))?.id !== intent.id) throw error;
  }
}

/** The intent is over; what could not be sent is kept first. */
export async function closeIntent(
  { disk, root }: Ground,
  lease: Lease,
  unsent: readonly Note[],
): Promise<void> {
  if (unsent.length > 0) await lease.replace(join(root, UNSENT), JSON.stringify(unsent));
  else await removed(disk, lease, join(root, UNSENT));
  await removed(disk, lease, join(root, INTENT));
}

async function removed(disk: Disk, lease: Lease, path: string): Promise<void> {
  if ((await disk.stat(path)) === undefined) return;
  try {
    await lease.remove(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Once or again: whatever is there already stays. */
export async function applyFiles(
  ground: Ground,
  lease: Lease,
  files: readonly FileChange[],
): Promise<void> {
  const { disk, root } = ground;
  for (const { path, text, before } of files) {
    const target = join(root, path);
    const now = await textAt(ground, path);
    if (now === (text ?? undefined)) continue;
    // Somebody wrote there meanwhile: his words are kept, all of them, and said to be.
    if (now !== undefined && now !== before && !path.endsWith('.json')) {
      await onceSaved(disk, target);
      const saved = await textAt(ground, path);
      await setAside(ground, path, 'changed while the board was writing', saved ?? now);
    }
    if (text === null) {
      await removed(disk, lease, target);
    } else {
      await disk.mkdir(dirname(target));
      await lease.replace(target, text);
    }
  }
}

async function textAt(ground: Ground, path: string): Promise<string | undefined> {
  const { disk, root } = ground;
  try {
    return await disk.read(join(root, path), INTENT_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (!(error instanceof UnfitFile)) throw error;
    unlessDenied(ground, path, error);
    await setAside(ground, path, error.reason);
    return undefined;
  }
}
