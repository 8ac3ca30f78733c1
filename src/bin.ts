#!/usr/bin/env node
import { join } from 'node:path';
import { loadCached } from './kit/cached-script.ts';

type RelayBundle = typeof import('./cli/relay-alone.ts');

const argv = process.argv.slice(2);

/** Every agent starts a relay, six at once: that path is a bundle of its own, without the parser. */
const relayAlone = argv.length === 1 && argv[0] === 'relay';

const run = async (): Promise<number> => {
  if (relayAlone) return loadCached<RelayBundle>(join(import.meta.dirname, 'relay.js')).runRelay();
  const { runApp } = await import('./cli/app.ts');
  return runApp(argv);
};

void run().then((exitCode) => (process.exitCode = exitCode));
