// Makes a fresh clone runnable: dependencies when they are missing, dist/ when it is older than src/.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { words } from './setup-words.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => join(root, path);
const age = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

function newest(dir) {
  let latest = 0;
  for (const entry of readdirSync(at(dir), { withFileTypes: true, recursive: true })) {
    if (entry.isFile())
      latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

if (age('node_modules/.package-lock.json') < age('package-lock.json')) {
  await install(root);
}

const sources = Math.max(
  newest('src'),
  newest('formations'),
  age('package.json'),
  age('scripts/build.mjs'),
  age('scripts/bundles.mjs'),
  age('scripts/command-modules.mjs'),
  age('scripts/page-bundle.mjs'),
  age('scripts/yaml-module.mjs'),
);
if (age('dist/types/index.d.ts') < sources) {
  process.stderr.write(`${words.building}\n`);
  execFileSync(process.execPath, [at('scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
}
