import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';

/** As git has it: a program, perhaps with flags (`code --wait`); no shell reads it. */
export function editorOf(env: Env): [program: string, ...args: string[]] {
  const [program = '', ...args] = (env['VISUAL'] || env['EDITOR'] || 'vi').trim().split(/\s+/);
  return [program === '' ? 'vi' : program, ...args];
}

/** A file of the person's own, in a directory of its own. */
export function letterFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'ovld-')), 'message.md');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

export const discardFile = (file: string): void =>
  rmSync(join(file, '..'), { recursive: true, force: true });
