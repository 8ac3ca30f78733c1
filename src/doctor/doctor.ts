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
  const before = await Promise.all(checks.map((check) => look(parts, check)));
  if (!mend) return before.flat();
  const found: Examined[] = [];
  const unseen: Examined[] = [];
  for (const [i, check] of checks.entries()) {
    const helped = found.some(({ mended: outcome }) => outcome?.done === true);
    const now = await look(parts, check);
    for (const finding of now) found.push(await mended(finding));
    const told = new Set(now.map(keyOf));
    for (const one of before[i] ?? []) {
      if (one.mend === undefined || told.has(keyOf(one))) continue;
      unseen.push(await accountFor(one, now, helped));
    }
  }
  return [...found, ...unseen];
}

/**
 * Of what was there and is not found any more: it went with something that was mended before its second look
 * (`helped`), unless that look could not tell, or found something else in its place.
 */
async function accountFor(
  one: Finding,
  now: readonly Finding[],
  helped: boolean,
): Promise<Examined> {
  if (now.some((other) => isBlind(other) || isAboutSame(other, one))) {
    return { ...one, mended: { done: false, why: 'changed' } };
  }
  // Nothing of ours took it away: its own mend looks again, and knows.
  return helped ? { ...one, mended: { done: true } } : mended(one);
}

const isBlind = ({ code }: Finding): boolean => code === 'check_failed' || code === 'armies_busy';

const isAboutSame = (one: Finding, other: Finding): boolean =>
  (['session', 'path'] as const).some(
    (fact) => factsOf(one)[fact] !== undefined && factsOf(one)[fact] === factsOf(other)[fact],
  );

const factsOf = ({ data }: Finding): Readonly<Record<string, unknown>> => ({ ...data });

const keyOf = (finding: Finding): string => {
  const { path, session, role } = factsOf(finding);
  return JSON.stringify([finding.code, path, session, role]);
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
