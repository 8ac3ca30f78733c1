import { HUMAN } from '../../army/human.ts';
import { log as en } from '../../i18n/en/log.ts';
import { log as ja } from '../../i18n/ja/log.ts';
import { paints, type Paint } from '../../kit/paint.ts';
import type { Handed } from '../../message/message.ts';
import { followJournal, readJournal } from '../../relay/read-journal.ts';
import { assertRole, openRoles } from '../../summon/holds.ts';
import { coloured } from '../output/colours.ts';
import {
  isStoring,
  letterData,
  letterText,
  logLines,
  messageIn,
  wanted,
  type Records,
} from '../output/log-lines.ts';
import { fitted } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { time } from '../parse/since.ts';
import { flag, text } from '../parse/values.ts';
import { chooseArmyToShow } from '../terminal/choose-army.ts';
import { abortOnSignals } from '../terminal/signals.ts';

/** Prints the journal of an army; the end of following it is no failure. */
export const command = defineCommand({
  group: 'messages',
  place: 3,
  texts: { en, ja },
  options: {
    follow: { ...flag, short: 'f' },
    role: text('role', 'role'),
    since: time,
    messages: flag,
    ids: flag,
    session: shared.session,
    json: shared.json,
  },
  examples: {
    recent: 'ovld log --since 10m',
    follow: 'ovld log --follow --role storm',
    messages: 'ovld log --messages --since 1d',
  },
  async run({ role, since, ...given }, context) {
    const { env, language, texts } = context;
    const { stdout } = process;
    const { parts, record } = await chooseArmyToShow(context, given.session);
    const { store, roles } = await openRoles(parts, record);
    if (role !== undefined) assertRole([...roles, HUMAN], role);

    using ending = abortOnSignals(given.follow ? undefined : []);
    // The reader of the output has left (`| head`).
    stdout.on('error', ending.abort);
    const paint = paints(coloured(env, stdout, given.json));
    const find = (to: string, id: string) => store.mail.findMessage(to, id).catch(() => undefined);
    const describe = describeRecords(given, {
      find,
      texts,
      paint,
      line: logLines(language, roles, paint),
    });
    const isWanted = wanted(role, since);
    const tell = async (records: Records): Promise<void> => {
      let lines = '';
      // One after another: many at once would take every file handle there is (N7).
      for (const one of records.filter(isWanted)) {
        if (ending.signal.aborted) return;
        const said = await describe(one);
        if (said === undefined) continue;
        lines += `${given.json ? said : fitted(said, stdout.columns)}\n`;
      }
      if (ending.signal.aborted || lines === '') return;
      await new Promise<void>((resolve) => stdout.write(lines, () => resolve()));
    };
    if (!given.follow) {
      await readJournal(store.journal, tell);
      return;
    }
    const { clock } = parts;
    const how = await followJournal({ store, clock, signal: ending.signal, tell });
    if (how === 'dismissed') process.stderr.write(`${texts.over}\n`);
  },
});

interface Sources {
  find: (to: string, id: string) => Promise<Handed | undefined>;
  line: ReturnType<typeof logLines>;
  texts: typeof en;
  paint: Paint;
}

/** What is printed of a record; nothing where it is not what was asked for. A subject is looked up once. */
function describeRecords(
  { messages, ids = false, json }: { messages?: boolean; ids?: boolean; json?: boolean },
  { find, line, texts: log, paint }: Sources,
): (record: Records[number]) => Promise<string | undefined> {
  if (messages === true) {
    return async (record) => {
      if (!isStoring(record)) return undefined;
      const message = await find(record.to, record.id);
      if (json) return JSON.stringify(letterData(record, message));
      return letterText(record, message, { log, paint, withId: ids });
    };
  }
  if (json) return async (record) => JSON.stringify(record);
  const subjects = new Map<string, string>();
  return async (record) => {
    const about = ids ? undefined : messageIn(record);
    if (about === undefined) return line(record);
    const key = `${about.to}/${about.id}`;
    const subject = subjects.get(key) ?? (await find(about.to, about.id))?.subject;
    if (subject === undefined) return line(record);
    subjects.set(key, subject);
    return line(record, subject);
  };
}
