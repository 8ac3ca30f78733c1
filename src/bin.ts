#!/usr/bin/env node
import { join } from 'node:path';
import { mindOutput, outputLost } from './cli/output/streams.ts';
import { takeLang } from './cli/parse/lang.ts';
import { sayReadyHelp } from './cli/parse/ready-help.ts';
import { languageOf, processEnv, setLanguage, userCacheDir } from './config/env.ts';
import { loadCached } from './kit/cached-script.ts';

/** The commands that have a bundle of their own; `scripts/bundles.mjs` names them. */
declare const COMMANDS_ALONE: readonly string[];

interface AloneBundle {
  /** Undefined where the words are not plain. */
  run(words: readonly string[]): Promise<number | undefined>;
}
type CompleteBundle = typeof import('./cli/complete.ts');
type AppBundle = typeof import('./cli/app.ts');

const bundle = <T>(name: string): T =>
  loadCached<T>(join(import.meta.dirname, `${name}.js`), userCacheDir(processEnv()));

/** Help is read from a file, plain words go to a bundle without the parser, all others to the whole program. */
async function run(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'complete') return bundle<CompleteBundle>('complete').complete(argv.slice(1));
  const { words, lang } = takeLang(argv);
  const runApp = (): Promise<number> => bundle<AppBundle>('app').runApp(words, lang);
  if (lang === 'en' || lang === 'ja') setLanguage(lang);
  else if (lang !== undefined) {
    mindOutput();
    return runApp();
  }
  const book = join(import.meta.dirname, 'help', `${languageOf(processEnv())}.json`);
  try {
    if (sayReadyHelp(words, book)) return 0;
  } catch (error) {
    outputLost(error);
    return 1;
  }
  const [name = '', ...rest] = words;
  // Not before: the streams take longer to load than all the help.
  if (name !== 'relay') mindOutput();
  const isAlone = COMMANDS_ALONE.includes(name);
  return (isAlone ? await bundle<AloneBundle>(name).run(rest) : undefined) ?? runApp();
}

// What it printed may be lost before it ends, or after.
void run(process.argv.slice(2)).then((exitCode) => (process.exitCode ||= exitCode));
