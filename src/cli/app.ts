import { CommanderError, type Command as ParserCommand } from 'commander';
import { commands } from 'virtual:commands';
import { assertLanguage, languageOf, processEnv } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { parserTexts } from '../i18n/parser.ts';
import type { Language } from '../i18n/texts.ts';
import { explainReasons } from './output/explain-reasons.ts';
import { EXIT, failure } from './output/failure.ts';
import { print } from './output/print.ts';
import { commandRows } from './parse/command-list.ts';
import { completionTree, type CommandNode } from './parse/completion-tree.ts';
import { shieldText } from './parse/dashes.ts';
import { runCommand } from './parse/define-command.ts';
import { buildParser, langOption } from './parse/parser.ts';
import type { HelpBook } from './parse/ready-help.ts';
import { startPage } from './parse/start-page.ts';
import { asUsage } from './parse/usage.ts';
import { version } from './version.ts';

const BEAT_MS = 60_000;

/** The whole program. `asked`: what `--lang` said; it no longer stands among the words. */
export async function runApp(argv: readonly string[], asked?: string): Promise<number> {
  const env = processEnv();
  const language = languageOf(env);
  const texts = parserTexts[language];
  let exitCode: number = EXIT.done;
  const app = buildParser(commands, language, async (command, given) => {
    exitCode = await runCommand(command, given, { env, language, asked });
  });
  // The clock's timers and watches let a process end: a command lives until it is done.
  const beat = setInterval(() => undefined, BEAT_MS);
  try {
    assertLangOption(language, asked);
    assertLanguage(env);
    if (argv.length === 0) {
      print(startPage(language));
      return EXIT.done;
    }
    for (const { check } of Object.values(commands)) check?.(argv, language);
    await app.parseAsync(withHelpAsOption(app, shieldText(argv)), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const typed = commandIn(app, argv);
    const known = explainReasons(asUsage(error, texts, typed.at), language, typed.name);
    const failed = failure(known, language, argv.includes('--json'), process.stderr.columns);
    process.stderr.write(`${failed.text}\n`);
    return failed.exitCode;
  } finally {
    clearInterval(beat);
  }
}

/**
 * `ovld help queue write` is `ovld queue write --help`: commander's own `help` takes one word. Of a command that does
 * not exist commander complains only where no help is asked for.
 */
function withHelpAsOption(app: ParserCommand, argv: readonly string[]): string[] {
  const isHelp = (word: string): boolean => word === '--help' || word === '-h';
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
  const { at, name } = commandIn(app, words);
  const [next = ''] = words.slice(name === '' ? 0 : name.split(' ').length);
  const takesWords = at.commands.length === 0 || at.registeredArguments.length > 0;
  return takesWords || next.startsWith('-') ? words : words.filter((word) => !isHelp(word));
}

/** The command these words name, as far as they do: `queue write`. */
function commandIn(
  app: ParserCommand,
  argv: readonly string[],
): { at: ParserCommand; name: string } {
  const names: string[] = [];
  let at = app;
  for (const word of argv) {
    if (word.startsWith('-') || (word === 'help' && names.length === 0)) continue;
    const sub = at.commands.find((one) => one.name() === word);
    if (sub === undefined) break;
    names.push(word);
    at = sub;
  }
  return { at, name: names.join(' ') };
}

function assertLangOption(language: Language, asked: string | undefined): void {
  if (asked === undefined || langOption.read(asked) !== undefined) return;
  const texts = parserTexts[language];
  const flags = '--lang <language>';
  const message =
    asked === ''
      ? texts.valueMissing(flags)
      : texts.badOption(flags, asked, langOption.complaint(language));
  throw new OvldError('usage', { message });
}

/** For the tables of the documentation. */
export const commandTable = (language: Language) => commandRows(commands, language);

/** What the completion of a shell reads (`complete.ts`); the build writes it down. */
export const completionBook = (language: Language): CommandNode =>
  completionTree(commands, language);

/** What `--help` of every command prints; the build writes it down for `bin.ts`. */
export function helpBook(language: Language): HelpBook {
  const pages: Record<string, string> = {};
  const add = (command: ParserCommand, words: readonly string[]): void => {
    let page = '';
    command.configureOutput({ writeOut: (text) => void (page += text) }).outputHelp();
    pages[words.join(' ')] = page;
    for (const sub of command.createHelp().visibleCommands(command)) {
      add(sub, [...words, sub.name()]);
    }
  };
  add(
    buildParser(commands, language, () => Promise.resolve()),
    [],
  );
  return { version, start: `${startPage(language)}\n`, pages };
}
