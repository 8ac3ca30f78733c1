import type { Role } from '../army/role.ts';
import type { Paint, Style } from '../demo/narrator.ts';
import type { LogEvent, LogTexts, Texts } from '../i18n/texts.ts';
import { printable } from '../kit/log.ts';
import { displayWidth, padColumns } from '../kit/width.ts';
import type { readJournal } from '../relay/read-journal.ts';

export type Records = Parameters<Parameters<typeof readJournal>[1]>[0];
export type JournalRecord = Records[number];

type LineTexts = Pick<Texts, 'wake' | 'redelivered'> & { log: LogTexts };

const STYLES: Partial<Record<LogEvent, Style>> = {
  ring_failed: 'yellow',
  put_back: 'yellow',
  held: 'yellow',
  alerted: 'yellow',
  quarantined: 'red',
  unreachable: 'red',
  acknowledged: 'green',
  confirmed: 'green',
};

/** One line an event: when, what, who, and what else there is to say. */
export function logLines(
  texts: LineTexts,
  roles: readonly Role[],
  paint: Paint,
): (record: JournalRecord) => string {
  const { log } = texts;
  const eventColumns = Math.max(...Object.values(log.events).map(displayWidth));
  const nameColumns = Math.max(...roles.map(({ length }) => length));
  return (record) => {
    const { at, event } = record;
    const what = padColumns(log.events[event], eventColumns);
    const who = padColumns(printable(whoIn(record)), 2 * nameColumns + 3);
    const details = printable(detailsOf(record, texts).join(', '));
    const style = STYLES[event];
    const shown = style === undefined ? what : paint(style, what);
    return `${paint('dim', localTime(at))}  ${shown}  ${who}  ${details}`.trimEnd();
  };
}

function whoIn(record: JournalRecord): string {
  if (record.event === 'stored') return `${record.from} → ${record.to}`;
  if (record.event === 'quarantined') return '';
  const between = 'between' in record ? record.between : undefined;
  return between === undefined ? record.to : between.join(' ↔ ');
}

function detailsOf(record: JournalRecord, { log, wake, redelivered }: LineTexts): string[] {
  const inWords = (code: string): string =>
    Object.hasOwn(wake, code) ? wake[code as keyof typeof wake] : code;
  switch (record.event) {
    case 'stored':
      return [record.id, ...(record.priority === 'urgent' ? [log.urgent] : [])];
    case 'rung':
      return [log.doorbells[record.by] ?? record.by, log.as[record.as]];
    case 'ring_failed': {
      const { by, code } = record;
      return [log.doorbells[by] ?? by, inWords(code)];
    }
    case 'fetched':
    case 'resumed':
      return [record.id, ...(record.redelivered ? [redelivered(record.redelivered)] : [])];
    case 'acknowledged':
      return [record.id];
    case 'put_back':
      return [record.id, log.why[record.why]];
    case 'quarantined':
      return [record.file, record.reason];
    case 'unreachable':
      return record.failed.map(inWords);
    case 'confirmed':
      return [log.doorbells[record.by] ?? record.by, log.tookMs(record.ms)];
    case 'held':
      return [log.by[record.by]];
    case 'restarted':
      return record.resumed ? [log.sameConversation] : [];
    case 'alerted':
      return [log.alerts[record.why], ...(record.id ? [record.id] : [])];
    case 'released':
    case 'reconnected':
      break;
  }
  return [];
}

const two = (n: number, digits = 2): string => String(n).padStart(digits, '0');

function localTime(at: string): string {
  const time = new Date(at);
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => two(n));
  return `${day} ${clock.join(':')}.${two(time.getMilliseconds(), 3)}`;
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
