import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import { log as en } from '../../i18n/en/log.ts';
import { textsFor } from '../../i18n/explain.ts';
import { log as ja } from '../../i18n/ja/log.ts';
import type { Language } from '../../i18n/texts.ts';
import { localClock, localSeconds, localTime } from '../../kit/local-time.ts';
import { printable } from '../../kit/log.ts';
import type { Paint, Style } from '../../kit/paint.ts';
import type { Handed } from '../../message/message.ts';
import { columnsOf, padColumns } from '../../terminal/columns.ts';
import type { readJournal } from '../../relay/read-journal.ts';
import { bodyLines } from './body-lines.ts';

export type Records = Parameters<Parameters<typeof readJournal>[1]>[0];
type JournalRecord = Records[number];

const STYLES: Partial<Record<keyof (typeof en)['events'], Style>> = {
  ring_failed: 'yellow',
  put_back: 'yellow',
  held: 'yellow',
  alerted: 'yellow',
  quarantined: 'red',
  unreachable: 'red',
  acknowledged: 'green',
  confirmed: 'green',
};

/** The message a record is about, and in whose inbox it is; undefined where it is about none. */
export function messageIn(record: JournalRecord): { to: Role; id: string } | undefined {
  if (!('id' in record) || record.id === undefined) return undefined;
  // Its role wrote to the person.
  return { to: record.event === 'alerted' ? HUMAN : record.to, id: record.id };
}

/** One line an event: when, what, who, and what else there is to say. A message has the name that is given, else its id. */
export function logLines(
  language: Language,
  roles: readonly Role[],
  paint: Paint,
): (record: JournalRecord, name?: string) => string {
  const log = { en, ja }[language];
  const eventColumns = Math.max(...Object.values(log.events).map(columnsOf));
  const nameColumns = Math.max(...[...roles, HUMAN].map(({ length }) => length));
  return (record, name = messageIn(record)?.id ?? '') => {
    const { at, event } = record;
    const isYours = 'to' in record && record.to === HUMAN;
    const words: Record<typeof event, string> = isYours
      ? { ...log.events, ...log.yours }
      : log.events;
    const what = padColumns(words[event], eventColumns);
    const who = padColumns(printable(whoIn(record)), 2 * nameColumns + 3);
    const details = printable(detailsOf(record, name, language).join(log.between));
    const style = STYLES[event];
    const shown = style === undefined ? what : paint(style, what);
    return `${paint('dim', shownTime(at))}  ${shown}  ${who}  ${details}`.trimEnd();
  };
}

type Storing = Extract<JournalRecord, { event: 'stored' | 'resumed' }>;

/** Whether a message came into the army then. */
export const isStoring = (record: JournalRecord): record is Storing =>
  record.event === 'stored' || record.event === 'resumed';

/** A message as a person reads it: who wrote to whom, when, about what, and its text. */
export function letterText(
  record: Storing,
  message: Handed | undefined,
  { log, paint, withId }: { log: typeof en; paint: Paint; withId: boolean },
): string {
  const from = message?.from ?? ('from' in record ? record.from : '?');
  const head = [
    paint('dim', localSeconds(Date.parse(message?.timestamp ?? record.at)).replace('T', ' ')),
    paint('bold', printable(`${from} → ${record.to}`)),
    ...(message?.priority === 'urgent' ? [`[${log.urgent}]`] : []),
    ...(withId ? [record.id] : []),
    ...(message === undefined ? [] : [paint('bold', printable(message.subject))]),
  ];
  const body = message === undefined ? [`    ${log.textGone}`] : bodyLines(message.body);
  return `${head.join('  ')}\n${body.join('\n')}\n`;
}

/** The same for a program; a message whose text is gone has neither subject nor body. */
export function letterData(record: Storing, message: Handed | undefined): object {
  const { event: _event, at, ...known } = record;
  return { ...known, timestamp: at, ...message };
}

/** The time without its year. */
const shownTime = (at: string): string => localTime(Date.parse(at)).slice(5).replace('T', ' ');

function whoIn(record: JournalRecord): string {
  if (record.event === 'stored') return `${record.from} → ${record.to}`;
  if (record.event === 'quarantined') return record.to ?? '';
  const between = 'between' in record ? record.between : undefined;
  return between === undefined ? record.to : between.join(' ↔ ');
}

function detailsOf(record: JournalRecord, name: string, language: Language): string[] {
  const log = { en, ja }[language];
  const { wake, redelivered } = textsFor(language);
  const inWords = (code: string): string =>
    Object.hasOwn(wake, code) ? wake[code as keyof typeof wake] : code;
  switch (record.event) {
    case 'stored':
      return [name, ...(record.priority === 'urgent' ? [log.urgent] : [])];
    case 'rung':
      return [log.doorbells[record.by] ?? record.by, log.as[record.as]];
    case 'ring_failed': {
      const { by, code } = record;
      return [log.doorbells[by] ?? by, inWords(code)];
    }
    case 'fetched':
    case 'resumed':
      return [name, ...(record.redelivered ? [redelivered(record.redelivered)] : [])];
    case 'acknowledged':
      return [name];
    case 'put_back':
      return [name, log.why[record.why]];
    case 'quarantined':
      return [record.file, record.reason];
    case 'unreachable':
      return record.failed.map(inWords);
    case 'confirmed':
      return [log.doorbells[record.by] ?? record.by, log.tookMs(record.ms)];
    case 'held':
      return [
        log.by[record.by],
        ...(record.until ? [log.until(localClock(Date.parse(record.until)))] : []),
      ];
    case 'restarted':
      return record.resumed ? [log.sameConversation] : [];
    case 'alerted':
      return [log.alerts[record.why], ...(record.id ? [name] : [])];
    case 'interrupted':
    case 'released':
    case 'reconnected':
      break;
  }
  return [];
}

/** Whether a person who asked for these wants to see it. */
export const wanted =
  (role: Role | undefined, since: number | undefined) =>
  (record: JournalRecord): boolean =>
    (since === undefined || Date.parse(record.at) >= since) &&
    (role === undefined || namesIn(record).includes(role));

const namesIn = (record: JournalRecord): readonly Role[] => [
  ...('to' in record ? [record.to] : []),
  ...('from' in record ? [record.from] : []),
  ...('between' in record ? (record.between ?? []) : []),
];
