#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { loadCached } from './kit/cached-script.ts';

type RelayBundle = typeof import('./cli/relay-alone.ts');

const argv = process.argv.slice(2);

// Every agent starts a relay, six at once: that path is a bundle of its own, without the parser.
const relayAlone = argv.length === 1 && argv[0] === 'relay';

process.exitCode = relayAlone
  ? await loadCached<RelayBundle>(fileURLToPath(new URL('relay.cjs', import.meta.url))).runRelay()
  : await import('./cli/app.ts').then(({ runApp }) => runApp(argv));
