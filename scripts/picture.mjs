// Pictures of real runs, for the READMEs.   npm run picture [-- army dashboard web]
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUT = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const LARGEST = 150_000;
// Each loads what it needs: only one of them needs a browser.
const PICTURES = {
  army: async () => (await import('./picture/army.mjs')).army(),
  dashboard: async () => (await import('./picture/dashboard.mjs')).dashboard(),
  web: async () => (await import('./picture/web.mjs')).web(),
};

const asked = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
for (const name of asked.length > 0 ? asked : ['army']) {
  const take = PICTURES[name];
  if (take === undefined)
    throw new Error(`no picture ${name}: ${Object.keys(PICTURES).join(', ')}`);
  for (const { file, content } of await take()) {
    const path = join(OUT, file);
    writeFileSync(path, content);
    const { size } = statSync(path);
    process.stdout.write(`${file}: ${(size / 1000).toFixed(1)} kB\n`);
    if (size > LARGEST) throw new Error(`${file} is larger than ${LARGEST / 1000} kB`);
  }
}
