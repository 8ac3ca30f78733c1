import { join } from 'node:path';
import { PROJECT_DIR } from '../../compose/store.ts';
import { nameOf } from '../../history/find.ts';
import type { HistoryTexts } from '../../i18n/history.ts';
import { columnsOf } from '../../kit/columns.ts';
import { printable } from '../../kit/log.ts';
import type { Hit } from '../../history/search.ts';

type PastArmy = Hit['army'];
type PastMessage = Hit['message'];

/** The project's mailbox, of an army whose mail stays there. */
export const queueOf = ({ formation }: PastArmy): string | undefined =>
  formation?.store === 'queue' && formation.folder !== undefined
    ? join(formation.folder, PROJECT_DIR, 'queue')
    : undefined;

export const armyData = (army: PastArmy): object => ({
  army: nameOf(army),
  session: army.session,
  dismissed_at: new Date(army.dismissedAt).toISOString(),
  formation: army.formation?.name,
  folder: army.formation?.folder,
  messages: army.messages,
  unread: army.unread,
  conversations: army.conversations,
  path: army.path,
  queue: queueOf(army),
});

const two = (n: number): string => String(n).padStart(2, '0');

function localTime(ms: number): string {
  const at = new Date(ms);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

export function armyTable(armies: readonly PastArmy[], texts: HistoryTexts): string[] {
  const { columns, unknown } = texts;
  const heads = ['dismissed', 'army', 'formation', 'messages', 'unread', 'folder'] as const;
  const rows = [
    heads.map((name) => columns[name]),
    ...armies.map((army) => [
      localTime(army.dismissedAt),
      nameOf(army),
      army.formation?.name ?? unknown,
      queueOf(army) === undefined ? String(army.messages) : 'queue',
      String(army.unread),
      printable(army.formation?.folder ?? unknown),
    ]),
  ];
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => columnsOf(row[i] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, i) => pad(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

interface How {
  full?: boolean;
  army?: string;
  /** Shows where they stand. */
  words?: readonly string[];
}

/** When, who, what; then of the text what was asked for. All of it is another's: nothing in it is a command. */
export function messageLines(message: PastMessage, texts: HistoryTexts, how: How): string[] {
  const { from, to, subject, body, id, state, timestamp } = message;
  const when = localTime(Date.parse(timestamp));
  const words = [when, `${from} → ${to}`, texts.states[state], how.army ?? id, printable(subject)];
  const head = words.join('  ').trimEnd();
  if (how.full === true) {
    return [head, ...body.split(/\r\n?|\n/).map((line) => `    ${printable(line)}`.trimEnd())];
  }
  const around = how.words === undefined ? undefined : excerpt(body, how.words);
  return around === undefined ? [head] : [head, `    ${printable(around)}`];
}

const BEFORE = 30;
const LONGEST = 100;

/** The text around the first word that stands in it, on one line. */
function excerpt(body: string, words: readonly string[]): string | undefined {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  const low = line.toLowerCase();
  const places = words.map((word) => low.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  if (line === '') return undefined;
  const start = Math.max(0, Math.min(...places, line.length) - BEFORE);
  const from = places.length === 0 ? 0 : start;
  // By characters: half of one is none.
  const shown = Array.from(line.slice(from)).slice(0, LONGEST).join('');
  return `${from > 0 ? '…' : ''}${shown}${from + shown.length < line.length ? '…' : ''}`;
}
