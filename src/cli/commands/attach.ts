import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { attach as en } from '../../i18n/en/attach.ts';
import { attach as ja } from '../../i18n/ja/attach.ts';
import { assertLive, openRecord } from '../../summon/open-army.ts';
import { print } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { enterSession } from '../terminal/enter-session.ts';
import { ownTerminal } from '../terminal/terminal.ts';

/** Joins the session of an army that is up. */
export const command = defineCommand({
  group: 'army',
  place: 2,
  texts: { en, ja },
  options: { session: shared.session },
  examples: { here: 'ovld attach', named: 'ovld attach --session overlord' },
  async run({ session: name }, context) {
    if (ownTerminal() === undefined) throw new OvldError('no_terminal', { command: 'ovld attach' });
    const { parts, record } = await chooseArmy(context, name);
    const army = await openRecord(parts, record);
    assertLive(army);
    print(await enterSession({ parts, ...context }, army));
    // Afterwards: what is said before is gone when the multiplexer gives the terminal back.
    const { renamed } = await army.mux.sight(record.life);
    if (renamed === undefined) return;
    const { renamed: say } = armyTexts[context.language];
    print(say(record.session, renamed, record.mux));
  },
});
