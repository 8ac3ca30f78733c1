#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loads } from './cli/app-context.ts';
import { mockAgentFlags, statusFlags } from './cli/plain-flags.ts';
import { loadCached } from './kit/cached-script.ts';

type RelayBundle = typeof import('./cli/relay-alone.ts');
type StatusBundle = typeof import('./cli/status-alone.ts');
type MockBundle = typeof import('./cli/mock-alone.ts');
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
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === 'relay' && rest.length === 0) return bundle<RelayBundle>('relay').runRelay();
  const looking = command === 'status' ? statusFlags(rest) : undefined;
  if (looking) return bundle<StatusBundle>('status').runStatus(looking);
  const playing = command === 'mock-agent' ? mockAgentFlags(rest) : undefined;
  if (playing) return bundle<MockBundle>('mock-agent').runMock(playing);
  return bundle<AppBundle>('app').runApp(process.argv.slice(2), loads);
}

void run(process.argv.slice(2)).then((exitCode) => (process.exitCode = exitCode));
