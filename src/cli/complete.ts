import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf, processEnv } from '../config/env.ts';
import { candidates, joined } from './parse/candidates.ts';
import type { CommandNode } from './parse/completion-tree.ts';
import { lookUp } from './parse/look-up.ts';

/**
 * `ovld complete <shell> <words…>`, which the scripts of `ovld completion` ask at every Tab. The line is half
 * typed: whatever goes wrong, nothing is said.
 */
export function complete([shell, ...typed]: readonly string[]): number {
  try {
    const env = processEnv();
    const file = join(import.meta.dirname, 'help', `${languageOf(env)}.tree.json`);
    const tree = JSON.parse(readFileSync(file, 'utf8')) as CommandNode;
    const look = lookUp(env, process.cwd(), join(import.meta.dirname, '..', 'formations'));
    const words = shell === 'bash' ? joined(typed) : typed;
    const found = candidates(tree, { words, look });
    writeSync(1, found.map(([word, about]) => `${word}\t${about}\n`).join(''));
  } catch {
    // Nothing to offer.
  }
  return 0;
}
