import { join } from 'node:path';
import { PROJECT_DIR } from '../../compose/store.ts';
import { nameOf } from '../../history/find.ts';
import type { HistoryTexts } from '../../i18n/history.ts';
import { aligned } from '../../kit/columns.ts';
import { localMinute } from '../../kit/local-time.ts';
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

export function armyTable(armies: readonly PastArmy[], texts: HistoryTexts): string[] {
  const { columns, unknown } = texts;
  const heads = ['dismissed', 'army', 'formation', 'messages', 'unread', 'folder'] as const;
  const rows = [
    heads.map((name) => columns[name]),
    ...armies.map((army) => [
      localMinute(army.dismissedAt),
      nameOf(army),
      army.formation?.name ?? unknown,
      queueOf(army) === undefined ? String(army.messages) : 'queue',
      String(army.unread),
      printable(army.formation?.folder ?? unknown),
    ]),
  ];
  return aligned(rows);
}

interface How {
  full?: boolean;
  army?: string;
  /** Shows where they stand. */
  words?: readonly string[];
}

/**
 * When, who, what, below each other; then of each text what was asked for. All of it is another's: nothing
 * in it is a command.
 */
export function messageLines(
  messages: readonly (How & { message: PastMessage })[],
  texts: HistoryTexts,
): string[] {
  const heads = aligned(
    messages.map(({ message: { from, to, subject, id, state, timestamp }, army }) => [
      localMinute(Date.parse(timestamp)),
      `${from} → ${to}`,
      texts.states[state],
      army ?? id,
      printable(subject),
    ]),
  );
  return messages.flatMap((one, i) => [heads[i] ?? '', ...textLines(one)]);
}

function textLines({ message: { body }, full, words }: How & { message: PastMessage }): string[] {
  if (full === true) {
    return body.split(/\r\n?|\n/).map((line) => `    ${printable(line)}`.trimEnd());
  }
  const around = words === undefined ? undefined : excerpt(body, words);
  return around === undefined ? [] : [`    ${printable(around)}`];
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
