import { OvldError } from '../errors.ts';
import type { PastArmy } from '../store/store.ts';

/** The name people use: the session, and the part of the stamp that is its time. */
export const nameOf = ({ session, stamp }: Pick<PastArmy, 'session' | 'stamp'>): string =>
  `${session}/${stamp.split('-')[0] ?? stamp}`;

/** `session`: the newest of that name; `session/beginning-of-a-stamp`: that very one. Newest first. */
export function findPastArmy<A extends Pick<PastArmy, 'session' | 'stamp'>>(
  armies: readonly A[],
  wanted: string,
): A {
  const [session = '', stamp = ''] = wanted.split('/');
  const newest = armies.find((army) => army.session === session && army.stamp.startsWith(stamp));
  if (newest !== undefined) return newest;
  const sessions = [...new Set(armies.map((army) => army.session))];
  throw new OvldError('past_army_unknown', { army: wanted, sessions });
}
