import { HUMAN } from '../../army/human.ts';
import { OvldError } from '../../errors.ts';
import { inbox as en } from '../../i18n/en/inbox.ts';
import { inbox as ja } from '../../i18n/ja/inbox.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { formatAge } from '../../kit/age.ts';
import { printable } from '../../kit/log.ts';
import type { Handed } from '../../message/message.ts';
import { bodyLines } from '../output/body-lines.ts';
import { fitted } from '../output/print.ts';
import { defineCommand, type Option } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag, optional } from '../parse/values.ts';
import { chooseArmy, chooseArmyToShow } from '../terminal/choose-army.ts';
import { openOwnPerson } from '../terminal/open-person.ts';

/** True: all that are shown. */
const take: Option<true | string[], false> = { value: '[id...]' };

/** Looks without taking; the person's own mail is marked as read where they say so. */
export const command = defineCommand({
  group: 'messages',
  place: 2,
  texts: { en, ja },
  args: { whose: { ...optional('role'), also: [HUMAN] } },
  options: { full: flag, take, session: shared.session, json: shared.json },
  examples: { own: 'ovld inbox', taken: 'ovld inbox --full --take', role: 'ovld inbox storm' },
  async run(given, context) {
    const { texts } = context;
    const { whose = HUMAN, full = false } = given;
    if (given.take !== undefined && whose !== HUMAN) {
      throw new OvldError('usage', { message: texts.notYours });
    }
    const choose = given.take === undefined ? chooseArmyToShow : chooseArmy;
    const { person, army } = await openOwnPerson(await choose(context, given.session));
    const all = await person.inbox(whose);
    const wanted = Array.isArray(given.take) ? given.take : undefined;
    const messages = wanted === undefined ? all : all.filter(({ id }) => wanted.includes(id));
    const missing = (wanted ?? []).filter((id) => !messages.some((one) => one.id === id));
    const [heads = '', ...rows] = alignColumns([
      Object.values(texts.columns),
      ...messages.map((message) => cellsOf(message, texts)),
    ]);
    const lines = messages.flatMap((message, i) => [
      ...(i === 0 ? [heads] : []),
      rows[i] ?? '',
      ...(full ? ['', ...bodyLines(message.body), ''] : []),
    ]);
    if (all.length === 0) lines.push(texts.empty(whose));
    else if (whose === HUMAN && given.take === undefined && process.stdout.isTTY) {
      lines.push(...(full ? [texts.howToTake] : ['', texts.howToRead]));
    }
    // Shown first: what could not be shown is not marked as read.
    if (given.json) await say(JSON.stringify({ session: army, role: whose, messages }, null, 2));
    else if (lines.length > 0) await say(fitted(lines.join('\n'), process.stdout.columns));
    if (given.take === undefined) return;
    const taken = await person.take(messages.map(({ id }) => id));
    if (taken.length > 0 && !given.json) await say(texts.taken(taken.length));
    if (missing.length === 0) return;
    throw new OvldError('refused', texts.notUnread(missing));
  },
});

/** Fails where the reader of stdout has left. */
const say = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });

function cellsOf(message: Handed, texts: typeof en): string[] {
  const { id, from, subject, priority, timestamp } = message;
  const age = formatAge(Date.now() - Date.parse(timestamp), texts.age);
  const urgent = priority === 'urgent' ? [`[${texts.urgent}]`] : [];
  return [id, age, from, [...urgent, subject].join(' ')].map((cell) => printable(cell));
}
