import { composeArmy } from '../../compose/army.ts';
import { composeHistory, keepHere, pruneHistory, queueHere } from '../../compose/history.ts';
import type { Env } from '../../config/env.ts';
import { findPast, nameOf } from '../../history/find.ts';
import { concerns, searchHistory } from '../../history/search.ts';
import { historyTexts } from '../../i18n/history.ts';
import type { Language } from '../../i18n/texts.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { armyData, armyTable, messageLines, queueOf } from './lines.ts';

export interface ShowFlags {
  role?: string;
  full?: boolean;
  json?: boolean;
}

export interface SearchFlags {
  session?: string;
  role?: string;
  /** In milliseconds since 1970. */
  since?: number;
  limit?: number;
  json?: boolean;
}

export interface PruneFlags {
  keepDays?: number | 'all';
  keepArmies?: number | 'all';
  dryRun?: boolean;
  json?: boolean;
}

const USUAL_LIMIT = 20;

const print = (lines: readonly string[]): void =>
  void process.stdout.write(lines.map((line) => `${line}\n`).join(''));
const printJson = (data: object): void => print([JSON.stringify(data)]);

/** An empty history is an answer, not a failure. */
export async function listCommand(
  env: Env,
  language: Language,
  { json }: { json?: boolean },
): Promise<number> {
  const texts = historyTexts[language];
  const armies = await (await composeHistory(env)).armies();
  const queue = queueHere(ownFolder());
  if (json === true) {
    printJson({ armies: armies.map(armyData), ...(queue !== undefined && { queue }) });
    return EXIT.done;
  }
  print([
    ...(armies.length === 0 ? [texts.nothing] : armyTable(armies, texts)),
    ...(queue === undefined ? [] : ['', texts.queueHere(queue)]),
  ]);
  return EXIT.done;
}

export async function showCommand(
  env: Env,
  language: Language,
  wanted: string,
  { role, full = false, json }: ShowFlags,
): Promise<number> {
  const texts = historyTexts[language];
  const history = await composeHistory(env);
  const army = findPast(await history.armies(), wanted);
  const { messages: all, unreadable } = await history.messages(army);
  const messages = all.filter((message) => concerns(message, role));
  if (json === true) {
    printJson({ army: armyData(army), messages, unreadable });
    return EXIT.done;
  }
  const queue = queueOf(army);
  print([
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
  return EXIT.done;
}

export async function searchCommand(
  env: Env,
  language: Language,
  words: readonly string[],
  { session, role, since, limit = USUAL_LIMIT, json }: SearchFlags,
): Promise<number> {
  const texts = historyTexts[language];
  const history = await composeHistory(env);
  const found = await searchHistory(history, { words, session, role, since, limit });
  const { hits, count, unreadable } = found;
  if (json === true) {
    const data = hits.map(({ army, message }) => ({ army: nameOf(army), ...message }));
    printJson({ count, found: data, unreadable });
    return EXIT.done;
  }
  print([
    ...messageLines(
      hits.map(({ army, message }) => ({ message, army: nameOf(army), words })),
      texts,
    ),
    count === 0 ? texts.foundNothing : texts.found(hits.length, count),
    ...(unreadable === 0 ? [] : [texts.unreadable(unreadable)]),
  ]);
  return EXIT.done;
}

/** With nobody starting or ending an army: one that is resumed is being taken out just now. */
export async function pruneCommand(
  env: Env,
  language: Language,
  { keepDays, keepArmies, dryRun = false, json }: PruneFlags,
): Promise<number> {
  const texts = historyTexts[language];
  const configured = await keepHere(env, ownFolder());
  const bound = (given: PruneFlags['keepDays'], usual: number | undefined): number | undefined =>
    given === 'all' ? undefined : (given ?? usual);
  const keepOf: typeof configured = (army) => {
    const usual = configured(army);
    return {
      keepDays: bound(keepDays, usual.keepDays),
      keepArmies: bound(keepArmies, usual.keepArmies),
    };
  };
  const history = await composeHistory(env);
  const prune = () => pruneHistory(history, keepOf, { dryRun });
  const { removed, kept } = dryRun ? await prune() : await (await composeArmy(env)).alone(prune);
  if (json === true) printJson({ removed: removed.map(armyData), kept, dry_run: dryRun });
  else {
    const tell = dryRun ? texts.wouldRemove : texts.removed;
    const lines = removed.map((army) => tell(`${nameOf(army)}  ${army.path}`));
    print([...lines, texts.pruned(removed.length, kept)]);
  }
  return EXIT.done;
}
