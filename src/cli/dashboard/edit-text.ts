import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';

type Edited =
  { kind: 'edited'; text: string } | { kind: 'aborted'; file?: string } | { kind: 'missing' };

/**
 * Gives a text to the person's editor, in this terminal. What an editor that ended badly left is not taken
 * (`:cq` means so), and stays in its file.
 */
export async function editText(env: Env, text: string, ending: AbortSignal): Promise<Edited> {
  // As git has it: a program, perhaps with flags (`code --wait`).
  const [program, ...args] = (env['VISUAL'] || env['EDITOR'] || 'vi').trim().split(/\s+/);
  if (program === undefined || program === '') return { kind: 'missing' };
  const file = fileFor(text);
  const discard = (): void => rmSync(join(file, '..'), { recursive: true, force: true });
  const ended = await new Promise<number | 'missing' | null>((resolve) => {
    const child = spawn(program, [...args, file], { stdio: 'inherit', env: { ...env } });
    child.on('error', () => resolve('missing'));
    child.on('exit', (code) => resolve(code));
    const end = (): void => {
      child.kill();
      // Whoever does not end is not waited for.
      child.unref();
    };
    ending.addEventListener('abort', end, { once: true });
  });
  if (ended === 'missing') {
    discard();
    return { kind: 'missing' };
  }
  const left = textIn(file);
  if (ended === 0 && left !== undefined) {
    discard();
    return { kind: 'edited', text: left };
  }
  if (left !== undefined && left.trim() !== '' && left !== text) return { kind: 'aborted', file };
  discard();
  return { kind: 'aborted' };
}

/** A file of the person's own, in a directory of its own. */
function fileFor(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'ovld-')), 'message.md');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Undefined where the editor took it away. */
function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** For a text that nobody may be there to read. */
export function keepText(text: string): string | undefined {
  try {
    return fileFor(text);
  } catch {
    return undefined;
  }
}
