import { openPerson } from '../../compose/person.ts';
import { unpause as en } from '../../i18n/en/unpause.ts';
import { unpause as ja } from '../../i18n/ja/unpause.ts';
import { openRoles } from '../../summon/holds.ts';
import { unpauseArmy } from '../../summon/pause.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { chooseArmy } from '../terminal/choose-army.ts';

/** Rings for what has waited, and writes to the roles whose turns were interrupted. */
export const command = defineCommand({
  group: 'messages',
  place: 7,
  texts: { en, ja },
  options: { session: shared.session, json: shared.json },
  examples: { here: 'ovld unpause', json: 'ovld unpause --json' },
  async run(given, context) {
    const { parts, record } = await chooseArmy(context, given.session);
    const { store, formation } = await openRoles(parts, record);
    const person = await openPerson(parts, record);
    const { word } = { en, ja }[formation.language];
    const letter = { ...word, priority: 'normal' } as const;
    const notified = await unpauseArmy(store, (to, one) => person.send(to, one), letter);
    const { texts } = context;
    const lines =
      notified === undefined
        ? [texts.notPaused]
        : [texts.goesOn, ...notified.map((role) => texts.told(role))];
    const document = { session: record.session, paused: false, told: notified ?? [] };
    printEither(given.json, document, lines);
  },
});
