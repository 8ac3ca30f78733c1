import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf, processEnv } from '../config/env.ts';
import { candidates, joined } from './completion/candidates.ts';
import { lookUp } from './completion/look-up.ts';
import type { CompletionBook } from './completion/tree.ts';

/**
 * `ovld complete <shell> <words…>`, which the scripts of `ovld completion` ask at every Tab. It is the
 * shell's, and a person's line is half typed: whatever goes wrong, nothing is said.
 */
export function runComplete([shell, ...typed]: readonly string[]): number {
  try {
    const env = processEnv();
    const file = join(import.meta.dirname, 'help', `${languageOf(env)}.tree.json`);
    const { tree, also } = JSON.parse(readFileSync(file, 'utf8')) as CompletionBook;
    const look = lookUp(env, process.cwd(), join(import.meta.dirname, '..', 'formations'));
    const words = shell === 'bash' ? joined(typed) : typed;
    const found = candidates(tree, (name) => also[name] ?? [], { words, look });
    writeSync(1, found.map(([word, about]) => `${word}\t${about}\n`).join(''));
  } catch {
    // Nothing to offer.
  }
  return 0;
}
