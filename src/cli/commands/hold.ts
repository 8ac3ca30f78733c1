import { hold as en } from '../../i18n/en/hold.ts';
import { hold as ja } from '../../i18n/ja/hold.ts';
import { assertNotOver } from '../../summon/open-army.ts';
import { holdRoles } from '../../summon/holds.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { several } from '../parse/values.ts';
import { ALL, chooseRoles } from '../terminal/choose-army.ts';

/** No ring reaches these roles, or any, until they are released. */
export const command = defineCommand({
  group: 'messages',
  place: 4,
  texts: { en, ja },
  args: { role: { ...several('role'), also: [ALL] } },
  options: { session: shared.session, json: shared.json },
  examples: { one: 'ovld hold storm', several: 'ovld hold storm shadow', all: 'ovld hold all' },
  async run(given, context) {
    const chosen = await chooseRoles(context, given.session, given.role);
    const { parts, record, army, store, roles, named } = chosen;
    await assertNotOver(parts, record);
    const held = await holdRoles(store, named ?? roles);
    const { holding, alreadyHeld } = context.texts;
    const lines = held.map((one) => (one.fresh ? holding : alreadyHeld)(one.role));
    const document = { session: army, held: held.map((one) => one.role) };
    printEither(given.json, document, lines);
  },
});
