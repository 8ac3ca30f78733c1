// Lets a relay do its usual work once and writes V8's code cache of it.  node warm-relay.mjs <dist>
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';

const file = resolve(process.argv[2], 'relay.js');
const dir = mkdtempSync(join(tmpdir(), 'ovld-warm-'));
Object.assign(process.env, {
  OVLD_ROLE: 'overlord',
  OVLD_RELAY_DIR: dir,
  OVLD_SESSION: 'overlord',
});

// The same wrapper as src/kit/cached-script.ts: V8 takes a cache only for the very same text.
const source = `(function(exports,require,module){${readFileSync(file, 'utf8')}\n})`;
const script = new Script(source, { filename: file });
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module);
await module.exports.runRelay();
const cache = `${file}.${process.versions.v8}-${process.arch}.cache`;
writeFileSync(cache, script.createCachedData());
rmSync(dir, { recursive: true, force: true });
