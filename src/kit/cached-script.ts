import fs from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/**
 * Loads a CommonJS bundle with V8's code cache beside it, where the build left one that this engine
 * accepts: compiling is a fifth of a relay's start. Elsewhere, as in an installed package, with the compile
 * cache that newer versions of Node have, kept in `cacheDir`.
 */
export function loadCached<T>(file: string, cacheDir?: string): T {
  // A cache is good for one version of V8 on one architecture.
  const cachedData = readIfPresent(`${file}.${process.versions.v8}-${process.arch}.cache`);
  if (cachedData === undefined && cacheDir !== undefined && keepCompiled(cacheDir)) {
    return module.createRequire(file)(file) as T;
  }
  const source = fs.readFileSync(file, 'utf8');
  const script = new Script(`(function(exports,require,module,__dirname){${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const loaded = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(loaded.exports, module.createRequire(file), loaded, dirname(file));
  return loaded.exports as T;
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return fs.readFileSync(path);
  } catch {
    return undefined;
  }
}

/** From Node 22.8 on. */
interface CompileCaching {
  enableCompileCache?: (dir: string) => { directory?: string };
}

/**
 * Whether Node keeps what it compiles there. What is in that directory will run: it must be this user's own,
 * and private. Whatever fails, a start only takes longer.
 */
function keepCompiled(dir: string): boolean {
  const { enableCompileCache } = module as CompileCaching;
  if (enableCompileCache === undefined) return false;
  try {
    // Not `recursive`: see kit/disk.ts.
    for (const path of [dirname(dir), dir]) makeIfMissing(path);
    const there = fs.lstatSync(dir);
    const isOwn = there.uid === process.getuid?.() && (there.mode & 0o077) === 0;
    return there.isDirectory() && isOwn && enableCompileCache(dir).directory !== undefined;
  } catch {
    return false;
  }
}

function makeIfMissing(dir: string): void {
  if (!fs.existsSync(dir)) fs.mkdirSync(dir, { mode: 0o700 });
}
