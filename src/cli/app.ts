import { Command, CommanderError } from 'commander';
import { languages } from '../army/formation.ts';
import { sessionSchema } from '../army/role.ts';
import { insistOnLanguage, languageOf, processEnv } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { cliTexts } from '../i18n/cli.ts';
import { parserTexts } from '../i18n/parser.ts';
import type { Language } from '../i18n/texts.ts';
import type { AppContext, Loads } from './app-context.ts';
import { addArmyCommands } from './army/app.ts';
import { addBoardCommands } from './board/app.ts';
import { checked, oneOf } from './choices.ts';
import { addCompletionCommands } from './completion/app.ts';
import { ALSO, isHidden, treeOf } from './completion/tree-of.ts';
import type { CompletionBook } from './completion/tree.ts';
import { giveExamples } from './examples.ts';
import { addDoctorCommand } from './doctor/app.ts';
import { addHistoryCommands } from './history/app.ts';
import { addInitCommand } from './init/app.ts';
import { addConfigCommand } from './config/app.ts';
import { addDashboardCommand } from './dashboard/app.ts';
import { addDemoCommands } from './demo/app.ts';
import { EXIT, failure } from './failure.ts';
import { inWordsOf } from './help.ts';
import { inWords } from './in-words.ts';
import { addMailCommands } from './mail/app.ts';
import { addPersonCommands, insistOnWholeLetter } from './person/app.ts';
import { addProgramCommands } from './programs/app.ts';
import type { HelpBook } from './ready-help.ts';
import { asUsage } from './usage.ts';
import { version } from './version.ts';

const BEAT_MS = 60_000;

type Given = Pick<AppContext, 'env' | 'language' | 'done' | 'loads' | 'asked'>;

/** Every command on one screen; what a command needs is loaded when it runs. */
function program({ env, language, done, loads, asked }: Given): Command {
  const cli = cliTexts[language];
  const texts = parserTexts[language];
  const app = new Command('ovld')
    .description(cli.description)
    .version(version, '-V, --version', texts.version)
    .option('--lang <language>', texts.lang, oneOf(languages, cli.notOneOf(languages)))
    .addHelpText('after', `\n${texts.more}`)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false);
  const context: AppContext = {
    env,
    language,
    session: checked((given) => sessionSchema.safeParse(given).success, cli.notSession),
    oneOf: (values) => oneOf(values, cli.notOneOf(values)),
    done,
    loads,
    asked,
  };
  addArmyCommands(app, context);
  addMailCommands(app, context);
  addBoardCommands(app, context);
  addPersonCommands(app, context);
  addDoctorCommand(app, context);
  addHistoryCommands(app, context);
  addInitCommand(app, context);
  addConfigCommand(app, context);
  addDashboardCommand(app, context);
  addDemoCommands(app, context);
  addProgramCommands(app, context);
  addCompletionCommands(app, context);
  giveExamples(app, language);
  inWordsOf(app, texts);
  return app;
}

/** `asked`: what `--lang` said, taken out of the words by whoever started the program. */
export async function runApp(
  argv: readonly string[],
  loads: Loads = alone,
  asked?: string,
): Promise<number> {
  const env = processEnv();
  const language = languageOf(env);
  const texts = parserTexts[language];
  let exitCode: number = EXIT.done;
  const done = (code: number): void => void (exitCode = code);
  const app = program({ env, language, done, loads, asked });
  // The clock's timers and watches let a process end: a command lives until it is done.
  const beat = setInterval(() => undefined, BEAT_MS);
  try {
    insistOnFlag(language, asked);
    insistOnLanguage(env);
    insistOnWholeLetter(argv, language);
    await app.parseAsync(asFlag(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const known = inWords(asUsage(error, texts), language, commandIn(app, argv));
    const told = failure(known, language, argv.includes('--json'));
    process.stderr.write(`${told.text}\n`);
    return told.exitCode;
  } finally {
    clearInterval(beat);
  }
}

/** `ovld help queue write` is `ovld queue write --help`: the parser's own looks only one word far. */
const asFlag = ([first, ...rest]: readonly string[]): string[] =>
  first === 'help' ? [...rest, '--help'] : first === undefined ? [] : [first, ...rest];

/** Whose words these are, as far as they name commands: `queue write`. */
function commandIn(app: Command, argv: readonly string[]): string {
  const names: string[] = [];
  let at: Command = app;
  for (const word of argv) {
    if (word.startsWith('-') || (word === 'help' && names.length === 0)) continue;
    const sub = at.commands.find((one) => one.name() === word);
    if (sub === undefined) break;
    names.push(word);
    at = sub;
  }
  return names.join(' ');
}

function insistOnFlag(language: Language, asked: string | undefined): void {
  if (asked === undefined || languages.some((one) => one === asked)) return;
  const texts = parserTexts[language];
  const flags = '--lang <language>';
  const why = cliTexts[language].notOneOf(languages);
  const message = asked === '' ? texts.valueMissing(flags) : texts.badOption(flags, asked, why);
  throw new OvldError('usage', { message });
}

const neverRun = (language: Language): Command =>
  program({ env: {}, language, done: () => undefined, loads: alone, asked: undefined });

/** Without its bundles around it. */
const alone: Loads = {
  dashboard: () =>
    Promise.reject(new OvldError('bug', { message: 'no dashboard beside this program' })),
};

/** The program for the completion of a shell (`complete-alone.ts` reads what the build wrote of it). */
export const completionBook = (language: Language): CompletionBook => ({
  tree: treeOf(neverRun(language)),
  also: ALSO,
});

/** What `--help` of every command prints (`bin.ts` prints what the build wrote of it). */
export function helpBook(language: Language): HelpBook {
  const pages: Record<string, string> = {};
  const walk = (command: Command, words: readonly string[]): void => {
    let page = '';
    command.configureOutput({ writeOut: (text) => void (page += text) }).outputHelp();
    pages[words.join(' ')] = page;
    for (const sub of command.commands) {
      if (!isHidden(sub)) walk(sub, [...words, sub.name()]);
    }
  };
  walk(neverRun(language), []);
  return { version, pages };
}
