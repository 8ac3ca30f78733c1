import { basename, dirname, join } from 'node:path';
import type { Formation } from '../../army/formation.ts';
import { rolesOf } from '../../army/formation.ts';
import { HUMAN } from '../../army/human.ts';
import { OvldError } from '../../errors.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { namesIn, type Disk } from '../../kit/disk.ts';
import { errnoOf } from '../../kit/errno.ts';
import { initialStatus } from '../../message/status.ts';
import { createWhole, type Ground } from './ground.ts';

/** Makes every directory of the formation and the first statuses; keeps what is there. */
export async function initialise(ground: Ground, formation: Formation): Promise<void> {
  const { at, disk, clock } = ground;
  const roles = rolesOf(formation);
  const perRole = roles.flatMap((role) => [
    at.inbox(role),
    at.seats(role),
    at.collectedBy(role),
    at.archive(role),
    at.told(role),
  ]);
  const person = [at.inbox(HUMAN), at.archive(HUMAN)];
  await makeDir(disk, at.root, { linked: true });
  // One after the other: a link in place of a shared one is refused before anyone looks into it.
  await makeMissing(disk, at.shared);
  await makeMissing(disk, [...perRole, ...person]);
  const declared = await disk.names(at.statusDir);
  for (const role of roles) {
    if (declared.includes(basename(at.status(role)))) continue;
    const text = `${JSON.stringify(initialStatus(role, rfc3339(clock.now())))}\n`;
    await createWhole(ground, at.status(role), text, { sync: false });
  }
  await sweepDrafts(ground);
}

/** At every start but the first one all of them are there: a few reads of the directories above them tell. */
async function makeMissing(disk: Disk, dirs: readonly string[]): Promise<void> {
  const seen = new Map<string, ReadonlyMap<string, string>>();
  for (const dir of dirs) {
    const above = dirname(dir);
    // What cannot be read is looked at one by one, and what is wrong with it is said there.
    const there = seen.get(above) ?? (await disk.kinds(above).catch(() => new Map()));
    seen.set(above, there);
    if (there.get(basename(dir)) !== 'dir') await makeDir(disk, dir);
  }
}

/** `linked`: may be a link of the user's own making. Nothing inside a store may: it may lead elsewhere. */
export async function makeDir(
  disk: Disk,
  dir: string,
  { linked = false, blame = dir } = {},
): Promise<void> {
  try {
    const there = await disk.stat(dir);
    if (there?.kind === 'dir') return;
    if (there !== undefined && !linked) throw new OvldError('store_symlink', { path: dir });
    await disk.mkdir(dir);
  } catch (error) {
    if (error instanceof OvldError) throw error;
    const reason = errnoOf(error) ?? String(error);
    throw new OvldError('store_unusable', { path: blame, reason }, { cause: error });
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
