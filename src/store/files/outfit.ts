import { $ZodError } from 'zod/v4/core';
import { join } from 'node:path';
import type { Formation } from '../../army/formation.ts';
import { formationSchema } from '../../army/formation.ts';
import { reasonOf } from '../../army/issue-reason.ts';
import { roleSchema } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { errnoOf, isErrno } from '../../kit/errno.ts';
import type { OutfitFile } from '../store.ts';
import { ignoring, replaceWhole, type Ground } from './ground.ts';

/**
 * `mcp/{role}.json`, `settings/{role}.json`, `hooks/{role}.sh`, `rituals/{role}.md` and, last of all, `formation.json`:
 * once that one is there, so are the others. Those of an earlier formation go.
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
  for (const { role, kind, text } of files) {
    await replaceWhole(ground, ground.at.outfit(role, kind), text);
  }
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
