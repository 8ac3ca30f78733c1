import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpBook } from '../../src/cli/app.ts';
import { OVLD } from './relay-process.ts';

/** The lines to type below `Examples:` of a page of help, without what is said of them. */
export function examplesIn(page: string): string[] {
  const [, below = ''] = page.split(/^(?:Examples|例):\n/m);
  const [block = ''] = below.split('\n\n');
  return block
    .split('\n')
    .filter((line) => /^ {2}[^\s#]/.test(line))
    .map((line) => line.trim().replace(/ {2,}# .*$/, ''));
}

/** Every example of every command, as people see them in English, then those that differ in Japanese. */
export function allExamples(): [command: string, typed: string][] {
  const all = new Map<string, [command: string, typed: string]>();
  for (const language of ['en', 'ja'] as const) {
    for (const [command, page] of Object.entries(helpBook(language).pages)) {
      for (const typed of examplesIn(page)) all.set(`${command}: ${typed}`, [command, typed]);
    }
  }
  return [...all.values()];
}

/** A folder for PATH in which `ovld` is this very build. */
export function ovldOnPath(dir: string): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`;
  writeFileSync(join(bin, 'ovld'), script, { mode: 0o755 });
  return bin;
}

/** Whose examples need a live army in a multiplexer; they are typed in test/e2e/examples.test.ts. */
export const LIVE: readonly string[] = [
  'summon',
  'unsummon',
  'attach',
  'inject',
  'restart',
  'pause',
  'watch',
  'dashboard',
];
