import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';

/** As git has it: a program, perhaps with flags (`code --wait`); no shell reads it. */
export function editorOf(env: Env): [program: string, ...args: string[]] {
  const [program = '', ...args] = (env['VISUAL'] || env['EDITOR'] || 'vi').trim().split(/\s+/);
  return [program === '' ? 'vi' : program, ...args];
}

/** A file only this user can read, in a directory of its own. */
export function writeLetterFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'ovld-')), 'message.md');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

export const discardFile = (file: string): void =>
  rmSync(join(file, '..'), { recursive: true, force: true });

type Edited =
  { kind: 'edited'; text: string } | { kind: 'aborted'; file?: string } | { kind: 'missing' };

/**
 * Gives a text to the person's editor, in this terminal. What an editor that ended badly left is not taken
 * (`:cq` means so), and stays in its file.
 */
export async function editText(env: Env, text: string, ending: AbortSignal): Promise<Edited> {
  const [program, ...args] = editorOf(env);
  const file = writeLetterFile(text);
  const ended = await new Promise<number | 'missing' | null>((resolve) => {
    const child = spawn(program, [...args, file], { stdio: 'inherit', env: { ...env } });
    child.on('error', () => resolve('missing'));
    child.on('exit', (code) => resolve(code));
    const end = (): void => {
      child.kill();
      // An editor that ignores the signal is not waited for.
      child.unref();
    };
    ending.addEventListener('abort', end, { once: true });
  });
  const left = ended === 'missing' ? undefined : readTextIfThere(file);
  const isChanged = left !== undefined && left.trim() !== '' && left !== text;
  if (ended !== 0 && isChanged) return { kind: 'aborted', file };
  discardFile(file);
  if (ended === 'missing') return { kind: 'missing' };
  return ended === 0 && left !== undefined ? { kind: 'edited', text: left } : { kind: 'aborted' };
}

/** Undefined where the editor took it away. */
export function readTextIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Keeps a text that may never be sent; undefined where it cannot be kept. */
export function keepText(text: string): string | undefined {
  try {
    return writeLetterFile(text);
  } catch {
    return undefined;
  }
}
