import { composeArmy } from '../../compose/army.ts';
import { OvldError } from '../../errors.ts';
import { unsummon as en } from '../../i18n/en/unsummon.ts';
import { unsummon as ja } from '../../i18n/ja/unsummon.ts';
import { dismiss, type Dismissal } from '../../summon/dismiss.ts';
import { openRecord } from '../../summon/open-army.ts';
import { failure } from '../output/failure.ts';
import { print, printJson } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag } from '../parse/values.ts';
import { chooseArmy } from '../terminal/choose-army.ts';
import { ask, ownTerminal } from '../terminal/terminal.ts';

/** Ends armies and clears them away; their mail goes to the history. */
export const command = defineCommand({
  group: 'army',
  place: 7,
  texts: { en, ja },
  options: { session: shared.session, all: shared.all, force: flag, json: shared.json },
  examples: { here: 'ovld unsummon --force', all: 'ovld unsummon --all --force --json' },
  async run(given, context) {
    const { texts } = context;
    const { force = false, json = false } = given;
    const { parts, records } = given.all
      ? await everyArmy(context.env)
      : await oneArmy(context, given.session);
    const failed: unknown[] = [];
    // Run inside one of the army's own panes, this process is hung up on with them: it has work to do.
    process.on('SIGHUP', () => undefined);
    const done: (Dismissal & { session: string })[] = [];
    for (const record of records) {
      const { session: name, folder } = record;
      if (!force) await confirm(name, texts.confirm(name, folder));
      try {
        const dismissal = await dismiss(parts, await openRecord(parts, record));
        const { saved, left } = dismissal;
        done.push({ session: name, ...dismissal });
        if (!json) {
          print(texts.dismissed(name));
          if (saved.path !== undefined) print(texts.kept(saved.messages, saved.path));
        }
        if (left.length > 0) throw new OvldError('not_ended', { session: name, pids: left });
      } catch (error) {
        // One that cannot be ended does not save the others.
        failed.push(error);
      }
    }
    if (json) printJson({ dismissed: done });
    const last = failed.pop();
    for (const error of failed) {
      process.stderr.write(
        `${failure(error, context.language, json, process.stderr.columns).text}\n`,
      );
    }
    if (last !== undefined) throw last;
  },
});

async function oneArmy(context: Parameters<typeof chooseArmy>[0], session: string | undefined) {
  const { parts, record } = await chooseArmy(context, session);
  return { parts, records: [record] };
}

async function everyArmy(env: Parameters<typeof composeArmy>[0]) {
  const parts = await composeArmy(env);
  const records = await parts.armies.list();
  if (records.length === 0) throw new OvldError('army_none', {});
  return { parts, records };
}

async function confirm(session: string, question: string): Promise<void> {
  const answer = ownTerminal() === undefined ? '' : await ask(question);
  if (!/^(?:y|yes|はい)$/i.test(answer)) throw new OvldError('not_confirmed', { session });
}
