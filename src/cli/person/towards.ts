import { composeArmy } from '../../compose/army.ts';
import { openPerson, type Person } from '../../compose/person.ts';
import type { Env } from '../../config/env.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { findArmy } from '../../summon/find-army.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

/** The person, towards the army that is named or that of this folder. */
export async function towards(
  env: Env,
  language: Language,
  session: string | undefined,
): Promise<{ person: Person; army: string }> {
  const parts = await composeArmy(env);
  const record = await whichArmy({ session, folder: ownFolder() }, armyTexts[language], (wanted) =>
    findArmy(parts.armies, wanted),
  );
  return { person: await openPerson(parts, record), army: record.session };
}
