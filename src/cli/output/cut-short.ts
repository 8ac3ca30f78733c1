import type { Role } from '../../army/role.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import type { OpenArmy } from '../../summon/open-army.ts';

/** What Ctrl-C has left of an army whose roles were being given these rituals. */
export async function describeCut(
  { store, record }: Pick<OpenArmy, 'store' | 'record'>,
  language: Language,
  roles: Iterable<Role>,
): Promise<string> {
  const left = [];
  for (const role of roles) {
    if ((await store.statuses.readRitual(role))?.state !== 'given') left.push(role);
  }
  const { cutShort, detached } = armyTexts[language];
  return left.length === 0 ? detached(record.session) : cutShort(record.session, left);
}
