import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Env } from '../../config/env.ts';
import { discardFile, editorOf, letterFile } from '../letter-file.ts';

type Edited =
  { kind: 'edited'; text: string } | { kind: 'aborted'; file?: string } | { kind: 'missing' };

/**
 * Gives a text to the person's editor, in this terminal. What an editor that ended badly left is not taken
 * (`:cq` means so), and stays in its file.
 */
export async function editText(env: Env, text: string, ending: AbortSignal): Promise<Edited> {
  const [program, ...args] = editorOf(env);
  const file = letterFile(text);
  const discard = (): void => discardFile(file);
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
    return letterFile(text);
  } catch {
    return undefined;
  }
}
