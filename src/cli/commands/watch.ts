import { composeWatch } from '../../compose/watch.ts';
import { OvldError } from '../../errors.ts';
import { watch as en } from '../../i18n/en/watch.ts';
import { watch as ja } from '../../i18n/ja/watch.ts';
import { followJournal } from '../../relay/read-journal.ts';
import { openRoles } from '../../summon/holds.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { abortOnSignals } from '../terminal/signals.ts';

/** Nudges agents without a relay, until it is stopped or the army is gone. */
export const command = defineCommand({
  group: 'messages',
  place: 10,
  texts: { en, ja },
  options: { session: shared.session, json: shared.json },
  examples: { plain: 'ovld watch', json: 'ovld watch --json' },
  async run(given, context) {
    const { env, texts } = context;
    const { parts, record } = await chooseArmy(context, given.session);
    const { store, formation, roles } = await openRoles(parts, record);
    if (formation.store !== 'queue') throw new OvldError('usage', { message: texts.noQueue });
    using ending = abortOnSignals();
    const { signal } = ending;
    process.stdout.on('error', ending.abort);
    const say = (document: object, line: string): void => printEither(given.json, document, [line]);
    say({ watching: record.session, roles }, texts.watching(record.session, roles.length));
    const began = parts.clock.now();
    const following = followJournal({
      store,
      clock: parts.clock,
      signal,
      tell: async (records) => {
        for (const one of records) {
          if (one.event === 'rung' && Date.parse(one.at) >= began) say(one, texts.nudged(one.to));
        }
      },
    });
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    const how = await composeWatch({ env, session: record.session, store, formation, log, signal });
    ending.abort();
    await following;
    if (how === 'dismissed') log(texts.over);
  },
});
