import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { roleSchema } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Lease } from '../../kit/leased-file.ts';
import { onceSaved } from '../../kit/once-saved.ts';
import { messageTypes } from '../../message/message.ts';
import type { Note } from '../documents.ts';
import { setAside, type ProjectFolder } from './aside.ts';
import { INTENT, UNSENT } from './places.ts';

/** A path inside the project's own folder: the file may have been tampered with. */
const pathSchema = z.string().check(
  z.regex(/^(?:queue|knowledge)\/[^\0]+$/),
  z.refine((path) => !path.split('/').includes('..')),
);

const fileSchema = z.object({
  path: pathSchema,
  /** Null: the file is removed. */
  text: z.nullable(z.string()),
  /** The text the change was decided by; any other text in the file is a person's. */
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
/** A decided change: everything it does, so that any process can carry it out. */
export type Intent = z.infer<typeof intentSchema>;

const INTENT_BYTES = 64 * 1024 * 1024;

async function readJson<T>(
  folder: ProjectFolder,
  path: string,
  schema: z.core.$ZodType<T>,
): Promise<T | undefined> {
  const { disk, root } = folder;
  try {
    return z.parse(schema, JSON.parse(await disk.read(join(root, path), INTENT_BYTES)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const ours = error instanceof SyntaxError || error instanceof $ZodError;
    if (!ours && !(error instanceof UnfitFile)) throw error;
    if (error instanceof UnfitFile) assertReadable(folder, path, error);
    // ovld writes it whole or not at all: this file is not ours.
    await setAside(folder, path, error instanceof UnfitFile ? error.reason : 'not ours');
    return undefined;
  }
}

/** A file this process may not read may be whole: nothing is decided or done past it. */
function assertReadable({ root }: ProjectFolder, path: string, { denied }: UnfitFile): void {
  if (denied !== undefined)
    throw new OvldError('store_unusable', { path: join(root, path), reason: denied });
}

export const readIntent = (folder: ProjectFolder): Promise<Intent | undefined> =>
  readJson(folder, INTENT, intentSchema);

export const readUnsent = async (folder: ProjectFolder): Promise<Note[]> =>
  (await readJson(folder, UNSENT, z.array(noteSchema))) ?? [];

/** Throws only where the intent is not in its file: one that is there will be carried out. */
export async function writeIntent(
  folder: ProjectFolder,
  lease: Lease,
  intent: Intent,
): Promise<void> {
  try {
    await lease.replace(join(folder.root, INTENT), JSON.stringify(intent));
  } catch (error) {
    if ((await readIntent(folder))?.id !== intent.id) throw error;
  }
}

/** Keeps what could not be sent, then removes the intent. */
export async function closeIntent(
  { disk, root }: ProjectFolder,
  lease: Lease,
  unsent: readonly Note[],
): Promise<void> {
  if (unsent.length > 0) await lease.replace(join(root, UNSENT), JSON.stringify(unsent));
  else await removeFile(disk, lease, join(root, UNSENT));
  await removeFile(disk, lease, join(root, INTENT));
}

async function removeFile(disk: Disk, lease: Lease, path: string): Promise<void> {
  if ((await disk.stat(path)) === undefined) return;
  try {
    await lease.remove(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** May run again: a file that already has its text stays. */
export async function applyFiles(
  folder: ProjectFolder,
  lease: Lease,
  files: readonly FileChange[],
): Promise<void> {
  const { disk, root } = folder;
  for (const { path, text, before } of files) {
    const target = join(root, path);
    const now = await textAt(folder, path);
    if (now === (text ?? undefined)) continue;
    // A person wrote there meanwhile: the text is kept, and named as a fault.
    if (now !== undefined && now !== before && !path.endsWith('.json')) {
      await onceSaved(disk, target);
      const saved = await textAt(folder, path);
      await setAside(folder, path, 'changed while the board was writing', saved ?? now);
    }
    if (text === null) {
      await removeFile(disk, lease, target);
    } else {
      await disk.mkdir(dirname(target));
      await lease.replace(target, text);
    }
  }
}

async function textAt(folder: ProjectFolder, path: string): Promise<string | undefined> {
  const { disk, root } = folder;
  try {
    return await disk.read(join(root, path), INTENT_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (!(error instanceof UnfitFile)) throw error;
    assertReadable(folder, path, error);
    await setAside(folder, path, error.reason);
    return undefined;
  }
}
