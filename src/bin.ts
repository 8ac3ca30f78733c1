#!/usr/bin/env node
import { join } from 'node:path';
import { mindOutput, outputLost } from './cli/output.ts';
import { mockAgentFlags, statusFlags, takeLang } from './cli/plain-flags.ts';
import { sayReadyHelp } from './cli/ready-help.ts';
import { languageOf, processEnv, speakIn } from './config/env.ts';
import { pathToFileURL } from 'node:url';
import type { Loads } from './cli/app-context.ts';
import { loadCached } from './kit/cached-script.ts';

type RelayBundle = typeof import('./cli/relay-alone.ts');
type StatusBundle = typeof import('./cli/status-alone.ts');
type MockBundle = typeof import('./cli/mock-alone.ts');
type CompleteBundle = typeof import('./cli/complete-alone.ts');
type AppBundle = typeof import('./cli/app.ts');

const bundle = <T>(name: string): T => loadCached<T>(join(import.meta.dirname, `${name}.js`));

/** Bundles that are ES modules: a script from the cache cannot import them itself. */
const loads: Loads = {
  dashboard: () =>
    import(pathToFileURL(join(import.meta.dirname, 'dashboard.mjs')).href) as ReturnType<
      Loads['dashboard']
    >,
};

/**
 * Every agent starts a relay, six at once, and people look at their army again and again: those are
 * bundles of their own, without the parser. Whatever is not plainly said is for the parser.
 */
async function run(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === 'relay' && rest.length === 0) return bundle<RelayBundle>('relay').runRelay();
  if (command === 'complete') return bundle<CompleteBundle>('complete').runComplete(rest);
  const { words, lang } = takeLang(argv);
  if (lang === 'en' || lang === 'ja') speakIn(lang);
  else if (lang !== undefined) {
    mindOutput();
    return bundle<AppBundle>('app').runApp(words, loads, lang);
  }
  return inLanguage(words, lang);
}

async function inLanguage(words: readonly string[], lang: string | undefined): Promise<number> {
  const book = join(import.meta.dirname, 'help', `${languageOf(processEnv())}.json`);
  try {
    if (sayReadyHelp(words, book)) return 0;
  } catch (error) {
    outputLost(error);
    return 1;
  }
  const [command, ...rest] = words;
  // Not before: the streams take longer to load than all the help.
  if (command !== 'relay') mindOutput();
  const looking = command === 'status' ? statusFlags(rest) : undefined;
  if (looking) return bundle<StatusBundle>('status').runStatus(looking);
  const playing = command === 'mock-agent' ? mockAgentFlags(rest) : undefined;
  if (playing) return bundle<MockBundle>('mock-agent').runMock(playing);
  return bundle<AppBundle>('app').runApp(words, loads, lang);
}

// What it printed may be lost before it ends, or after.
void run(process.argv.slice(2)).then((exitCode) => (process.exitCode ||= exitCode));
