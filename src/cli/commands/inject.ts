import { rolesOf } from '../../army/formation.ts';
import { composeArmy } from '../../compose/army.ts';
import { injectRituals } from '../../compose/inject.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { openArmy } from '../../summon/open-army.ts';
import { EXIT } from '../failure.ts';
import { placesOf, ritualsOf } from '../orders.ts';
import { progressLines } from '../progress.ts';

/** Gives the roles their rituals, those that are named or all. */
export async function injectCommand(
  env: Env,
  language: Language,
  named: readonly string[],
  { session }: { session?: string },
): Promise<number> {
  const parts = await composeArmy(env);
  const places = placesOf(env);
  const army = await openArmy(parts, { session, folder: places.folder });
  const { mux, store, formation, record } = army;
  if (army.standing !== 'live') throw new OvldError('army_not_live', { session: record.session });
  const roles = rolesOf(formation);
  for (const role of named) {
    if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });
  }
  const rituals = await ritualsOf(formation, formation.language, {
    ...places,
    folder: record.folder,
  });
  const texts = armyTexts[language];
  const { wake } = textsFor(language);
  const outcomes = await injectRituals({
    store,
    mux,
    formation,
    roles: named.length === 0 ? roles : named,
    rituals,
    tell: progressLines(env, process.stdout, roles, { steps: texts.steps, wake }),
    signal: new AbortController().signal,
  });
  return [...outcomes.values()].every((one) => one === 'given') ? EXIT.done : EXIT.failed;
}
