import { join } from 'node:path';
import type { Formation } from '../../army/formation.ts';
import { rolesOf } from '../../army/formation.ts';
import { HUMAN } from '../../army/human.ts';
import { OvldError } from '../../errors.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { errnoOf } from '../../kit/errno.ts';
import { initialStatus } from '../../relay/status.ts';
import { createWhole, namesIn, type Ground } from './ground.ts';

/** Makes every directory of the formation and the first statuses; keeps what is there. */
export async function initialise(ground: Ground, formation: Formation): Promise<void> {
  const { at, disk, clock } = ground;
  const roles = rolesOf(formation);
  const shared = [
    at.tmp,
    at.bad,
    ...at.outfits.map(({ dir }) => dir),
    at.pendingDir,
    at.statusDir,
    at.stateDir,
    at.ritualDir,
    at.rungDir,
    at.heardDir,
    at.holdDir,
    at.trafficDir,
    at.personDir,
    at.alertsDir,
    at.conversations,
  ];
  const perRole = roles.flatMap((role) => [
    at.inbox(role),
    at.seats(role),
    at.collectedBy(role),
    at.archive(role),
    at.told(role),
  ]);
  const person = [at.inbox(HUMAN), at.archive(HUMAN)];
  const dirs = [at.root, ...shared, ...at.shelves, ...perRole, ...person];
  for (const dir of dirs) await makeDir(ground, dir);
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
