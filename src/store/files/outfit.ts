import { $ZodError } from 'zod/v4/core';
import { dirname, join } from 'node:path';
import { endpointSchema, type Endpoint } from '../../army/endpoint.ts';
import type { Formation } from '../../army/formation.ts';
import { formationSchema } from '../../army/formation.ts';
import { reasonOf } from '../../army/issue-reason.ts';
import { roleSchema, type Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { errnoOf, isErrno } from '../../kit/errno.ts';
import type { OutfitFile } from '../store.ts';
import { readDocument } from './document.ts';
import { makeDir } from './initialise.ts';
import { ignoring, replaceWhole, type Ground } from './ground.ts';

/**
 * The files of the outfits (`layout.ts`), and, last of all, `formation.json`: once that one is there, so are the
 * others. Those of an earlier formation go.
 */
export async function writeOutfit(
  ground: Ground,
  formation: Formation,
  files: readonly OutfitFile[],
): Promise<void> {
  const { at, disk } = ground;
  await replaceOutfitFiles(ground, files);
  const written = new Set(files.map(({ role, kind }) => at.outfit(role, kind)));
  for (const { dir, end } of at.outfits) {
    for (const name of await namesIn(disk, dir)) {
      const path = join(dir, name);
      if (!isOutfit(name, end) || written.has(path)) continue;
      await ignoring(['ENOENT'], () => disk.unlink(path));
    }
  }
  await replaceWhole(ground, at.formation, `${JSON.stringify(formation, undefined, 2)}\n`);
}

export async function replaceOutfitFiles(
  ground: Ground,
  files: readonly OutfitFile[],
): Promise<void> {
  for (const file of files) {
    let path = ground.at.outfit(file.role, file.kind);
    if (file.kind === 'files') {
      await makeDir(ground.disk, path);
      path = join(path, file.name);
      await makeDir(ground.disk, dirname(path));
    }
    await replaceWhole(ground, path, file.text);
  }
}

export async function readEndpoint(
  { at, disk }: Ground,
  role: Role,
): Promise<Endpoint | undefined> {
  const found = await readDocument(disk, at.outfit(role, 'endpoint'), endpointSchema);
  return found === 'unfit' ? undefined : found;
}

const isOutfit = (name: string, end: string): boolean =>
  name.endsWith(end) && roleSchema.safeParse(name.slice(0, -end.length)).success;

export async function readFormation({
  at,
  disk,
}: Pick<Ground, 'at' | 'disk'>): Promise<Formation | undefined> {
  try {
    return formationSchema.parse(JSON.parse(await disk.read(at.formation, 1_048_576)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const code = error instanceof UnfitFile ? error.denied : errnoOf(error);
    if (code !== undefined) throw new OvldError('store_unusable', { path: at.root, reason: code });
    const reason = error instanceof $ZodError ? reasonOf(error.issues[0]) : firstLine(error);
    throw new OvldError('formation_invalid', { path: at.formation, reason }, { cause: error });
  }
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
