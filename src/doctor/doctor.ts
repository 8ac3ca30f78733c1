import type { Check } from './check.ts';
import { armies } from './checks/armies.ts';
import { disk } from './checks/disk.ts';
import { interruptedCleanups } from './checks/interrupted-cleanups.ts';
import { locks } from './checks/locks.ts';
import { orphans } from './checks/orphans.ts';
import { ownFiles } from './checks/own-files.ts';
import { permissions } from './checks/permissions.ts';
import { places } from './checks/places.ts';
import { programs } from './checks/programs.ts';
import { queue } from './checks/queue.ts';
import { relayDirs } from './checks/relay-dirs.ts';
import { sockets } from './checks/sockets.ts';
import { finding, notFixed, type Finding, type FixOutcome } from './finding.ts';
import type { DoctorParts } from './parts.ts';
import { messageOf } from '../kit/errno.ts';

/**
 * In the order they are printed and fixed: an army that is gone takes its orphans and its relay directory
 * with it, and permissions of what was moved on the way come last.
 */
export const checks: readonly Check[] = [
  programs,
  places,
  disk,
  sockets,
  ownFiles,
  armies,
  orphans,
  interruptedCleanups,
  relayDirs,
  locks,
  queue,
  permissions,
];

export type Examined = Finding & { fixed?: FixOutcome };

export async function examine(parts: DoctorParts, { fix }: { fix: boolean }): Promise<Examined[]> {
  const before = await Promise.all(checks.map((check) => runCheck(parts, check)));
  if (!fix) return before.flat();
  const found: Examined[] = [];
  const gone: Examined[] = [];
  for (const [i, check] of checks.entries()) {
    const hasFixed = found.some(({ fixed }) => fixed?.done === true);
    const now = await runCheck(parts, check);
    for (const one of now) found.push(await applyFix(one));
    const keys = new Set(now.map(keyOf));
    for (const one of before[i] ?? []) {
      if (one.fix === undefined || keys.has(keyOf(one))) continue;
      gone.push(await accountFor(one, now, hasFixed));
    }
  }
  return [...found, ...gone];
}

/**
 * A finding that the second look does not have any more went with one that was fixed before that look
 * (`hasFixed`), unless the look could not tell, or found something else in its place.
 */
async function accountFor(
  one: Finding,
  now: readonly Finding[],
  hasFixed: boolean,
): Promise<Examined> {
  if (now.some((other) => isBlind(other) || isAboutSame(other, one))) {
    return { ...one, fixed: notFixed('changed') };
  }
  // No fix of ours took it away: its own fix looks again, and knows.
  return hasFixed ? { ...one, fixed: { done: true } } : applyFix(one);
}

const isBlind = ({ code }: Finding): boolean => code === 'check_failed' || code === 'armies_busy';

const isAboutSame = (one: Finding, other: Finding): boolean =>
  (['session', 'path'] as const).some(
    (fact) => factsOf(one)[fact] !== undefined && factsOf(one)[fact] === factsOf(other)[fact],
  );

const factsOf = ({ data }: Finding): Readonly<Record<string, unknown>> => ({ ...data });

const keyOf = (one: Finding): string => {
  const { path, session, role } = factsOf(one);
  return JSON.stringify([one.code, path, session, role]);
};

/** A check that cannot look is a finding of its own: the other checks run all the same. */
async function runCheck(parts: DoctorParts, check: Check): Promise<Finding[]> {
  try {
    return await check.look(parts);
  } catch (error) {
    const reason = messageOf(error);
    return [finding('check_failed', 'warning', { check: check.name, reason })];
  }
}

async function applyFix(one: Finding): Promise<Examined> {
  if (one.fix === undefined) return one;
  return { ...one, fixed: await one.fix().catch(() => notFixed('failed')) };
}

/** Findings that no fix has removed. */
export const remaining = (found: readonly Examined[]): Examined[] =>
  found.filter(({ fixed }) => fixed?.done !== true);
