import type { Check } from './check.ts';
import { armies } from './checks/armies.ts';
import { disk } from './checks/disk.ts';
import { leavings } from './checks/leavings.ts';
import { locks } from './checks/locks.ts';
import { orphans } from './checks/orphans.ts';
import { ownFiles } from './checks/own-files.ts';
import { permissions } from './checks/permissions.ts';
import { places } from './checks/places.ts';
import { programs } from './checks/programs.ts';
import { queue } from './checks/queue.ts';
import { relayDirs } from './checks/relay-dirs.ts';
import { sockets } from './checks/sockets.ts';
import type { Finding, Mended } from './finding.ts';
import type { DoctorParts } from './parts.ts';

/**
 * In the order they are told, and mended: an army that is gone takes its orphans and its relay directory
 * with it, and what is moved on the way is tightened last.
 */
export const checks: readonly Check[] = [
  programs,
  places,
  disk,
  sockets,
  ownFiles,
  armies,
  orphans,
  leavings,
  relayDirs,
  locks,
  queue,
  permissions,
];

export type Examined = Finding & { mended?: Mended };

export async function examine(
  parts: DoctorParts,
  { mend }: { mend: boolean },
): Promise<Examined[]> {
  const before = (await Promise.all(checks.map((check) => look(parts, check)))).flat();
  if (!mend) return before;
  const found: Examined[] = [];
  for (const check of checks) {
    for (const finding of await look(parts, check)) found.push(await mended(finding));
  }
  const told = new Set(found.map(keyOf));
  // What went with something else that was mended is accounted for as well.
  const along = before.filter((one) => one.mend !== undefined && !told.has(keyOf(one)));
  return [...found, ...along.map((one): Examined => ({ ...one, mended: { done: true } }))];
}

const keyOf = ({ code, data }: Finding): string => {
  const facts: Readonly<Record<string, unknown>> = { ...data };
  return JSON.stringify([code, facts['path'], facts['session'], facts['role']]);
};

/** A check that cannot look is a finding of its own: the others are told all the same. */
async function look(parts: DoctorParts, check: Check): Promise<Finding[]> {
  try {
    return await check.look(parts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ code: 'check_failed', severity: 'warning', data: { check: check.name, reason } }];
  }
}

async function mended(finding: Finding): Promise<Examined> {
  if (finding.mend === undefined) return finding;
  const outcome: Mended = await finding.mend().catch(() => ({ done: false, why: 'failed' }));
  return { ...finding, mended: outcome };
}

/** What keeps being wrong. */
export const remaining = (found: readonly Examined[]): Examined[] =>
  found.filter(({ mended: outcome }) => outcome?.done !== true);
