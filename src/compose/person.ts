import { openOnce } from '../kit/open-once.ts';
import { createPerson, type Person } from '../relay/person.ts';
import type { ArmyRecord } from '../store/store.ts';
import { openRoles } from '../summon/holds.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { composeReach, composeTyping } from './reach.ts';

/** The person, towards the army of that record. */
export async function openPerson(
  parts: Pick<ArmyParts, 'openStore' | 'openMux'>,
  record: ArmyRecord,
): Promise<Person> {
  const { store, formation } = await openRoles(parts, record);
  const openTyping = openOnce(async () => {
    const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
    return composeTyping(store, formation, mux);
  });
  const reach = composeReach(store, formation, formation.mux === 'none' ? undefined : openTyping);
  return createPerson(reach, formation);
}
