import { rolesOf } from '../../army/formation.ts';
import { injectRituals } from '../../compose/inject.ts';
import { findRituals } from '../../config/rituals.ts';
import { inject as en } from '../../i18n/en/inject.ts';
import { inject as ja } from '../../i18n/ja/inject.ts';
import { assertRole } from '../../summon/holds.ts';
import { assertLive, openRecord } from '../../summon/open-army.ts';
import { describeCut } from '../output/cut-short.ts';
import { EXIT } from '../output/failure.ts';
import { print } from '../output/print.ts';
import { progressLines } from '../output/progress.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { any } from '../parse/values.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { placesOf } from '../terminal/own-process.ts';
import { abortOnSignals } from '../terminal/signals.ts';

/** Gives the roles their rituals, those that are named or all. */
export const command = defineCommand({
  group: 'army',
  place: 6,
  texts: { en, ja },
  args: { role: any('role') },
  options: { session: shared.session },
  examples: { one: 'ovld inject storm', several: 'ovld inject storm shadow' },
  async run({ role: named, session: name }, { env, language }) {
    const { parts, record } = await chooseArmy({ env }, name);
    const places = placesOf(env);
    const army = await openRecord(parts, record);
    const { mux, store, formation } = army;
    assertLive(army);
    const roles = rolesOf(formation);
    for (const role of named) assertRole(roles, role);
    const rituals = await findRituals(formation.roles, formation.language, {
      ...places,
      folder: record.folder,
    });
    const chosen = named.length === 0 ? roles : named;
    using ending = abortOnSignals();
    const outcomes = await injectRituals({
      processes: parts.processes,
      relayDir: record.relayDir,
      store,
      mux,
      formation,
      roles: chosen,
      rituals,
      tell: progressLines(env, language, roles),
      leaveQuestions: false,
      signal: ending.signal,
    });
    if (ending.signal.aborted) {
      print(await describeCut(army, language, chosen));
      return EXIT.interrupted;
    }
    return [...outcomes.values()].every((one) => one === 'given') ? EXIT.done : EXIT.failed;
  },
});
