import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';

/** Gives a text to the person's editor, in this terminal. Undefined where there is none, or it failed. */
export async function editText(env: Env, text: string): Promise<string | undefined> {
  // As git has it: a program, perhaps with flags (`code --wait`).
  const [program, ...args] = (env['VISUAL'] || env['EDITOR'] || 'vi').split(/\s+/);
  if (program === undefined || program === '') return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'ovld-'));
  const file = join(dir, 'message.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const ended = await new Promise<number | null>((resolve) => {
      const child = spawn(program, [...args, file], { stdio: 'inherit', env: { ...env } });
      child.on('error', () => resolve(null));
      child.on('exit', (code) => resolve(code));
    });
    return ended === 0 ? readFileSync(file, 'utf8') : undefined;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
