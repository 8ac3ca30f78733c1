import { InvalidArgumentError, type Command } from 'commander';
import { historyTexts } from '../../i18n/history.ts';
import type { AppContext } from '../app-context.ts';
import { withExamples } from '../examples.ts';
import { sinceOf } from '../since.ts';
import type { PruneFlags, SearchFlags, ShowFlags } from './history.ts';

/** `ovld history`, and what can be done with what it lists. */
export function addHistoryCommands(app: Command, context: AppContext): void {
  const { env, language, session, done } = context;
  const texts = historyTexts[language];
  const { flags, examples } = texts;
  const load = () => import('./history.ts');

  const history = app
    .command('history')
    .description(texts.about)
    .option('--json', flags.json)
    .action(async (given: { json?: boolean }) => {
      done(await (await load()).listCommand(env, language, given));
    });
  withExamples(history, language, [
    ['ovld history', examples.list],
    ['ovld history show overlord', examples.show],
    ['ovld history search cache timeout', examples.search],
  ]);

  const show = history
    .command('show')
    .description(texts.show)
    .argument('<army>', texts.army)
    .option('--role <role>', flags.role)
    .option('--full', flags.full)
    .option('--json', flags.json)
    .action(async (army: string, _given: object, command: Command) => {
      const given: ShowFlags = command.optsWithGlobals();
      done(await (await load()).showCommand(env, language, army, given));
    });
  withExamples(show, language, [
    ['ovld history show overlord', examples.show],
    ['ovld history show overlord --role inferno --full', examples.full],
  ]);

  const search = history
    .command('search')
    .description(texts.search)
    .argument('<words...>', texts.words)
    .option('--session <name>', flags.session, session)
    .option('--role <role>', flags.role)
    .option('--since <time>', flags.since, sinceFrom(texts.notSince))
    .option('--limit <count>', flags.limit, limitFrom(texts.notLimit))
    .option('--json', flags.json)
    .action(async (words: string[], _given: object, command: Command) => {
      const given: SearchFlags = command.optsWithGlobals();
      done(await (await load()).searchCommand(env, language, words, given));
    });
  withExamples(search, language, [
    ['ovld history search cache timeout', examples.search],
    ['ovld history search cache --since 30d --json', examples.since],
  ]);

  const prune = history
    .command('prune')
    .description(texts.prune)
    .option('--keep-days <days>', flags.keepDays, keepFrom(texts.notKeep))
    .option('--keep-armies <count>', flags.keepArmies, keepFrom(texts.notKeep))
    .option('--dry-run', flags.dryRun)
    .option('--json', flags.json)
    .action(async (_given: object, command: Command) => {
      const given: PruneFlags = command.optsWithGlobals();
      done(await (await load()).pruneCommand(env, language, given));
    });
  withExamples(prune, language, [
    ['ovld history prune --dry-run', examples.dryRun],
    ['ovld history prune --keep-days 30', examples.prune],
  ]);
}

const sinceFrom =
  (complaint: string) =>
  (given: string): number => {
    const since = sinceOf(given.trim(), Date.now());
    if (since !== undefined) return since;
    throw new InvalidArgumentError(complaint);
  };

const MOST = 1000;

const limitFrom =
  (complaint: string) =>
  (given: string): number => {
    const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
    if (limit >= 1 && limit <= MOST) return limit;
    throw new InvalidArgumentError(complaint);
  };

const keepFrom =
  (complaint: string) =>
  (given: string): number | 'all' => {
    if (given === 'all') return given;
    const count = /^\d{1,6}$/.test(given) ? Number(given) : 0;
    if (count >= 1) return count;
    throw new InvalidArgumentError(complaint);
  };
