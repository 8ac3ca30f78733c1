import { join } from 'node:path';
import type { Formation } from '../../army/formation.ts';
import { formationSchema, rolesOf } from '../../army/formation.ts';
import { OvldError } from '../../errors.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { errnoOf, isErrno } from '../../kit/errno.ts';
import { initialStatus } from '../../relay/status.ts';
import { createWhole, namesIn, type Ground } from './ground.ts';

/** Makes every directory of the formation and the first statuses; keeps what is there. */
export async function initialise(ground: Ground, formation: Formation): Promise<void> {
  const { at, disk, clock } = ground;
  const roles = rolesOf(formation);
  const shared = [at.tmp, at.bad, at.mcp, at.pendingDir, at.statusDir, at.stateDir];
  const perRole = roles.flatMap((role) => [
    at.inbox(role),
    at.seats(role),
    at.collectedBy(role),
    at.archive(role),
  ]);
  for (const dir of [at.root, ...shared, ...at.shelves, ...perRole]) await makeDir(ground, dir);
  for (const role of roles) {
    const text = `${JSON.stringify(initialStatus(role, rfc3339(clock.now())))}\n`;
    if ((await disk.stat(at.status(role))) === undefined) {
      await createWhole(ground, at.status(role), text, { sync: false });
    }
  }
  await sweepDrafts(ground);
}

async function makeDir({ at, disk }: Ground, dir: string): Promise<void> {
  try {
    // Looking first: at every start but the first one all of them are there.
    const there = await disk.stat(dir);
    if (there?.kind === 'dir') return;
    // The relay directory itself may be a link of the user's own making; nothing inside it may.
    if (there !== undefined && dir !== at.root) throw new OvldError('store_symlink', { path: dir });
    await disk.mkdir(dir);
  } catch (error) {
    if (error instanceof OvldError) throw error;
    const reason = errnoOf(error) ?? String(error);
    throw new OvldError('store_unusable', { path: dir, reason }, { cause: error });
  }
}

const DRAFT_LIFE_MS = 60 * 60_000;

/** Drafts a killed process left in tmp/. Young ones may still be written. */
async function sweepDrafts({ at, disk, clock }: Ground): Promise<void> {
  for (const name of await namesIn(disk, at.tmp)) {
    const path = join(at.tmp, name);
    const stat = await disk.stat(path);
    if (stat?.kind === 'file' && clock.now() - stat.modifiedMs > DRAFT_LIFE_MS) {
      await disk.unlink(path).catch(() => undefined);
    }
  }
}

export async function readFormation({ at, disk }: Ground): Promise<Formation | undefined> {
  try {
    return formationSchema.parse(JSON.parse(await disk.read(at.formation, 1_048_576)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const code = error instanceof UnfitFile ? error.denied : errnoOf(error);
    if (code !== undefined) throw new OvldError('store_unusable', { path: at.root, reason: code });
    const reason = error instanceof UnfitFile ? error.reason : firstLine(error);
    throw new OvldError('formation_invalid', { path: at.formation, reason }, { cause: error });
  }
}

function firstLine(error: unknown): string {
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const [issue] = error.issues as { path: PropertyKey[]; message: string }[];
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
