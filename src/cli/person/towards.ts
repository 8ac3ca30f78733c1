import { composeArmy } from '../../compose/army.ts';
import { openPerson, type Person } from '../../compose/person.ts';
import type { Env } from '../../config/env.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { findArmy } from '../../summon/find-army.ts';
import { standingOf, type Standing } from '../../summon/standing.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

interface Towards {
  person: Person;
  army: string;
  /** Asks the multiplexer, which takes its time; undefined where it does not say. */
  standing: () => Promise<Standing | undefined>;
}

/** The person, towards the army that is named or that of this folder. */
export async function towards(
  env: Env,
  language: Language,
  session: string | undefined,
): Promise<Towards> {
  const parts = await composeArmy(env);
  const record = await whichArmy({ session, folder: ownFolder() }, armyTexts[language], (wanted) =>
    findArmy(parts.armies, wanted),
  );
  const look = async (): Promise<Standing | undefined> => {
    const formation = await (await parts.openStore(record.relayDir)).formation();
    if (formation === undefined) return undefined;
    const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
    return standingOf(parts, mux, record, formation);
  };
  return {
    person: await openPerson(parts, record),
    army: record.session,
    standing: () => look().catch(() => undefined),
  };
}
