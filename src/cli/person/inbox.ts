import { HUMAN } from '../../army/human.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { personTexts, type PersonTexts } from '../../i18n/person.ts';
import type { Language } from '../../i18n/texts.ts';
import { aligned } from '../../kit/columns.ts';
import { printable } from '../../kit/log.ts';
import type { Handed } from '../../relay/message.ts';
import { EXIT } from '../failure.ts';
import { towards } from './towards.ts';

export interface InboxFlags {
  full?: boolean;
  /** True: all that is shown. */
  take?: true | string[];
  session?: string;
  json?: boolean;
}

/** Looks without taking; the person's own mail is marked as read where they say so. */
export async function inboxCommand(
  env: Env,
  language: Language,
  whose: string = HUMAN,
  { full = false, take, session, json = false }: InboxFlags = {},
): Promise<number> {
  const texts = personTexts[language];
  if (take !== undefined && whose !== HUMAN) {
    throw new OvldError('usage', { message: texts.notYours });
  }
  const { person, army } = await towards(env, language, session);
  const all = await person.inbox(whose);
  const wanted = Array.isArray(take) ? take : undefined;
  const messages = wanted === undefined ? all : all.filter(({ id }) => wanted.includes(id));
  const missing = (wanted ?? []).filter((id) => !messages.some((one) => one.id === id));
  const [heads = '', ...rows] = aligned([
    Object.values(texts.columns),
    ...messages.map((message) => cellsOf(message, texts)),
  ]);
  const lines = messages.flatMap((message, i) => [
    ...(i === 0 ? [heads] : []),
    rows[i] ?? '',
    ...(full ? bodyLines(message) : []),
  ]);
  if (all.length === 0) lines.push(texts.empty(whose));
  else if (whose === HUMAN && take === undefined && process.stdout.isTTY) {
    lines.push('', texts.howToTake);
  }
  // Shown first: what nobody could see is not read.
  if (json) await say(JSON.stringify({ session: army, role: whose, messages }, null, 2));
  else if (lines.length > 0) await say(lines.join('\n'));
  if (take === undefined) return EXIT.done;
  const taken = await person.take(messages.map(({ id }) => id));
  if (taken.length > 0 && !json) await say(texts.taken(taken.length));
  if (missing.length === 0) return EXIT.done;
  throw new OvldError('refused', texts.notUnread(missing));
}

/** Fails where nobody reads it. */
const say = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });

function cellsOf(message: Handed, texts: PersonTexts): string[] {
  const { id, from, subject, priority, timestamp } = message;
  const age = ageOf(Date.now() - Date.parse(timestamp), texts.age);
  const urgent = priority === 'urgent' ? [`[${texts.urgent}]`] : [];
  return [id, age, from, [...urgent, subject].join(' ')].map((cell) => printable(cell));
}

const bodyLines = ({ body }: Handed): string[] => [
  '',
  ...body.split(/\r?\n/).map((line) => `    ${printable(line)}`.trimEnd()),
  '',
];

const MINUTE = 60_000;

/** Coarse: how old it is, not when it was. */
export function ageOf(ms: number, age: PersonTexts['age']): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return age.now;
  if (minutes < 60) return age.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? age.hours(hours) : age.days(Math.floor(hours / 24));
}
