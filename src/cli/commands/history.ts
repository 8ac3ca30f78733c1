import { join } from 'node:path';
import { composeArmy } from '../../compose/army.ts';
import { composeHistory } from '../../compose/history.ts';
import { PROJECT_DIR } from '../../config/places.ts';
import { findQueue } from '../../config/project-folder.ts';
import { readRetention } from '../../config/retention.ts';
import { findPastArmy, nameOf } from '../../history/find.ts';
import { pruneHistory } from '../../history/retention.ts';
import { isAboutRole, searchHistory, type Hit } from '../../history/search.ts';
import { history as en } from '../../i18n/en/history.ts';
import { history as ja } from '../../i18n/ja/history.ts';
import type { Language } from '../../i18n/texts.ts';
import { systemClock } from '../../kit/clock.ts';
import { alignColumns } from '../../terminal/columns.ts';
import { localMinute } from '../../kit/local-time.ts';
import { printable } from '../../kit/log.ts';
import { bodyLines } from '../output/body-lines.ts';
import { printEither } from '../output/print.ts';
import { defineCommand, type Option } from '../parse/define-command.ts';
import { sessionName, shared } from '../parse/shared-options.ts';
import { time } from '../parse/since.ts';
import { flag, needed, readWholeNumber, several, text, wholeNumber } from '../parse/values.ts';
import { ownFolder } from '../terminal/own-process.ts';

const allTexts = { en, ja };
const MOST = 1000;
const USUAL_LIMIT = 20;

const show = defineCommand({
  texts: { en: en.show, ja: ja.show },
  args: { army: needed() },
  options: { role: text('role', 'role'), full: flag, json: shared.json },
  examples: {
    show: 'ovld history show overlord',
    full: 'ovld history show overlord --role inferno --full',
  },
  async run({ army: wanted, role, full = false, json }, { env, language }) {
    const texts = allTexts[language];
    const history = await composeHistory(env);
    const army = findPastArmy(await history.listArmies(), wanted);
    const { messages: all, unreadable } = await history.readMessages(army);
    const messages = all.filter((message) => isAboutRole(message, role));
    const queue = queueOf(army);
    printEither(json, { army: armyData(army), messages, unreadable }, [
      ...armyTable([army], texts),
      '',
      ...(queue === undefined ? [] : [texts.inQueue(queue)]),
      ...(messages.length === 0 && queue === undefined ? [texts.noMessages] : []),
      ...messageLines(
        messages.map((message) => ({ message, full })),
        texts,
      ),
      ...(unreadable === 0 ? [] : [texts.unreadable(unreadable)]),
      ...(army.conversations === 0 ? [] : [texts.conversations(army.conversations)]),
    ]);
  },
});

const search = defineCommand({
  texts: { en: en.search, ja: ja.search },
  args: { words: several() },
  options: {
    session: sessionName,
    role: text('role', 'role'),
    since: time,
    limit: wholeNumber('count', MOST),
    json: shared.json,
  },
  examples: {
    search: (language: Language) => allTexts[language].search.lines.words,
    since: (language: Language) => allTexts[language].search.lines.since,
  },
  async run({ json, ...given }, { env, language }) {
    const texts = allTexts[language];
    const history = await composeHistory(env);
    const { session, role, since, limit = USUAL_LIMIT } = given;
    const wanted = { words: given.words, session, role, since, limit };
    const { hits, count, unreadable } = await searchHistory(history, wanted);
    const found = hits.map(({ army, message }) => ({ army: nameOf(army), ...message }));
    printEither(json, { count, found, unreadable }, [
      ...messageLines(
        hits.map(({ army, message }) => ({ message, army: nameOf(army), words: given.words })),
        texts,
      ),
      count === 0 ? texts.foundNothing : texts.found(hits.length, count),
      ...(unreadable === 0 ? [] : [texts.unreadable(unreadable)]),
    ]);
  },
});

const keep = (value: string): Option<number | 'all', false> => ({
  value: `<${value}>`,
  read: (given) => (given === 'all' ? given : readWholeNumber(given, 1, 999_999)),
  complaint: (language) => allTexts[language].prune.notKeep,
});

const prune = defineCommand({
  texts: { en: en.prune, ja: ja.prune },
  options: { keepDays: keep('days'), keepArmies: keep('count'), dryRun: flag, json: shared.json },
  examples: {
    dryRun: 'ovld history prune --dry-run',
    prune: 'ovld history prune --keep-days 30',
  },
  /** While no army starts or ends: one that is resumed is just being taken out of the history. */
  async run({ keepDays, keepArmies, dryRun = false, json }, { env, texts }) {
    const configured = await readRetention(env, ownFolder());
    const bound = (given: number | 'all' | undefined, usual: number | undefined) =>
      given === 'all' ? undefined : (given ?? usual);
    const keepOf: typeof configured = (army) => {
      const usual = configured(army);
      return {
        keepDays: bound(keepDays, usual.keepDays),
        keepArmies: bound(keepArmies, usual.keepArmies),
      };
    };
    const history = await composeHistory(env);
    const run = () => pruneHistory({ history, clock: systemClock }, keepOf, { dryRun });
    const { removed, kept } = dryRun ? await run() : await (await composeArmy(env)).alone(run);
    const tell = dryRun ? texts.wouldRemove : texts.removed;
    const lines = removed.map((army) => tell(`${nameOf(army)}  ${army.path}`));
    const data = { removed: removed.map(armyData), kept, dry_run: dryRun };
    printEither(json, data, [...lines, texts.pruned(removed.length, kept)]);
  },
});

/** The mail of dismissed armies. An empty history is an answer, not a failure. */
export const command = defineCommand({
  group: 'messages',
  place: 8,
  texts: allTexts,
  options: { json: shared.json },
  examples: {
    list: 'ovld history',
    show: 'ovld history show overlord',
    search: (language: Language) => allTexts[language].search.lines.words,
  },
  commands: { show, search, prune },
  async run({ json }, { env, texts }) {
    const armies = await (await composeHistory(env)).listArmies();
    const queue = findQueue(ownFolder());
    printEither(json, { armies: armies.map(armyData), queue }, [
      ...(armies.length === 0 ? [texts.nothing] : armyTable(armies, texts)),
      ...(queue === undefined ? [] : ['', texts.queueHere(queue)]),
    ]);
  },
});

type PastArmy = Hit['army'];
type PastMessage = Hit['message'];

/** The project's mailbox, of an army whose mail stays there. */
const queueOf = ({ formation }: PastArmy): string | undefined =>
  formation?.store === 'queue' && formation.folder !== undefined
    ? join(formation.folder, PROJECT_DIR, 'queue')
    : undefined;

const armyData = (army: PastArmy): object => ({
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

function armyTable(armies: readonly PastArmy[], texts: typeof en): string[] {
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
  return alignColumns(rows);
}

interface Shown {
  message: PastMessage;
  full?: boolean;
  army?: string;
  /** Shows where they stand. */
  words?: readonly string[];
}

/**
 * When, who, what, below each other; then of each text what was asked for. All of it is another's: nothing
 * in it is a command.
 */
function messageLines(messages: readonly Shown[], texts: typeof en): string[] {
  const heads = alignColumns(
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

function textLines({ message: { body }, full, words }: Shown): string[] {
  if (full === true) return bodyLines(body);
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
  // Counts characters: half of one cannot be printed.
  const shown = Array.from(line.slice(from)).slice(0, LONGEST).join('');
  return `${from > 0 ? '…' : ''}${shown}${from + shown.length < line.length ? '…' : ''}`;
}
