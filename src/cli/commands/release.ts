import { isPair } from '../../army/pair.ts';
import { release as en } from '../../i18n/en/release.ts';
import { release as ja } from '../../i18n/ja/release.ts';
import { heldData, releaseRoles } from '../../summon/holds.ts';
import { findPause } from '../../summon/pause.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { any } from '../parse/values.ts';
import { ALL, chooseRoles } from '../terminal/choose-army.ts';

/** Lifts holds; the roles are rung at once for what has waited. */
export const command = defineCommand({
  group: 'messages',
  place: 5,
  texts: { en, ja },
  args: { role: { ...any('role'), also: [ALL] } },
  options: { session: shared.session, json: shared.json },
  examples: {
    one: 'ovld release storm',
    several: 'ovld release storm shadow',
    all: 'ovld release',
  },
  async run(given, context) {
    const { texts } = context;
    const { army, store, roles, named } = await chooseRoles(context, given.session, given.role);
    const released = await releaseRoles(store, roles, named);
    const isPaused = (await findPause(store)) !== undefined;
    const lines = released.map((held) =>
      isPair(held) ? texts.released(held[0], held[1]) : texts.released(held, undefined),
    );
    if (lines.length === 0) lines.push(texts.nothingHeld);
    if (isPaused) lines.push(texts.stillPaused);
    const document = { session: army, released: released.map(heldData) };
    printEither(given.json, document, lines);
  },
});
