import { OvldError } from '../errors.ts';
import type { Armies, ArmyRecord } from '../store/store.ts';

export interface Wanted {
  session: string | undefined;
  folder: string;
}

/** The army that is named; else this folder's; else the only one there is. */
export async function findArmy(armies: Armies, { session, folder }: Wanted): Promise<ArmyRecord> {
  const all = await armies.list();
  const sessions = all.map((army) => army.session);
  if (session !== undefined) {
    const named = all.find((army) => army.session === session);
    if (named === undefined) throw new OvldError('army_unknown', { session, sessions });
    return named;
  }
  const here = all.filter((army) => army.folder === folder);
  const candidates = here.length > 0 ? here : all;
  const [only, ...others] = candidates;
  if (only === undefined) throw new OvldError('army_none', { folder });
  if (others.length > 0) {
    throw new OvldError('army_ambiguous', { sessions: candidates.map((army) => army.session) });
  }
  return only;
}
