// What a TypeScript user of the library can reach: `index.d.ts` and what it names. The rest of the
// declarations are the program's own affair, and nine tenths of the files.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAMED = /(?:from |import\()['"](\.[^'"]+)['"]/g;

/** Removes every declaration below `dir` that the library does not lead to. */
export function keepPublicTypes(dir) {
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(NAMED)) {
      reach(join(dirname(file), name.replace(/\.ts$/, '.d.ts')));
    }
  };
  reach(join(dir, 'index.d.ts'));
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}
