import { rolesOf } from '../../army/formation.ts';
import { composeTyping } from '../../compose/reach.ts';
import { pause as en } from '../../i18n/en/pause.ts';
import { textsFor } from '../../i18n/explain.ts';
import { pause as ja } from '../../i18n/ja/pause.ts';
import { interruptTurn } from '../../relay/interrupt.ts';
import { assertLive, openRecord } from '../../summon/open-army.ts';
import { pauseArmy } from '../../summon/pause.ts';
import { EXIT } from '../output/failure.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { chooseArmy } from '../terminal/choose-army.ts';

/** No role is rung for, and the turns that run are interrupted, until `ovld unpause`. */
export const command = defineCommand({
  group: 'messages',
  place: 6,
  texts: { en, ja },
  options: { session: shared.session, json: shared.json },
  examples: { here: 'ovld pause', json: 'ovld pause --json' },
  async run(given, context) {
    const { texts, language } = context;
    const { parts, record } = await chooseArmy(context, given.session);
    const army = await openRecord(parts, record);
    assertLive(army);
    const { store, formation, mux } = army;
    const typing = await composeTyping(store, formation, mux);
    const interrupt = (role: string) => interruptTurn(typing, role);
    const { isFresh, turns } = await pauseArmy(store, rolesOf(formation), interrupt);
    const { wake } = textsFor(language);
    const lines = turns.flatMap(({ role, turn }) => {
      if (turn === 'idle') return [];
      return turn === 'interrupted'
        ? texts.interrupted(role)
        : texts.failed(role, wake[turn.failed]);
    });
    const interrupted = turns.filter(({ turn }) => turn === 'interrupted').map(({ role }) => role);
    const failed = turns.flatMap(({ role, turn }) =>
      typeof turn === 'string' ? [] : [{ role, code: turn.failed }],
    );
    const document = { session: record.session, paused: true, interrupted, failed };
    printEither(given.json, document, [isFresh ? texts.paused : texts.already, ...lines]);
    return failed.length === 0 ? EXIT.done : EXIT.failed;
  },
});
