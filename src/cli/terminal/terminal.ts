import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { OvldError } from '../../errors.ts';
import type { Muster } from '../../summon/summon.ts';
import { fitted } from '../output/print.ts';

export type TerminalCommand = NonNullable<Muster['plan']['terminal']>;

/** The person's terminal, if both its sides are one. */
export function ownTerminal(): { columns: number; rows: number } | undefined {
  const { stdin, stdout } = process;
  return stdin.isTTY && stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined;
}

/**
 * Gives the terminal to a program until it ends, and tells how: null where a signal ended it. `raw`: Ctrl-C is
 * a key for the program also before it has taken the terminal; as a signal it would end it half started.
 */
export async function lendTerminal(
  { program, args, env }: TerminalCommand,
  base: Readonly<Record<string, string | undefined>>,
  { raw = false } = {},
): Promise<number | null> {
  // A key for the program that has the terminal is not for us.
  const stay = (): void => undefined;
  process.on('SIGINT', stay);
  if (raw) process.stdin.setRawMode(true);
  try {
    return await new Promise((resolve, reject) => {
      const words = args.filter((word) => typeof word === 'string');
      const child = spawn(program, words, { stdio: 'inherit', env: { ...base, ...env } });
      child.on('error', () => reject(new OvldError('mux_missing', { program })));
      child.on('exit', (code) => resolve(code));
    });
  } finally {
    if (raw) process.stdin.setRawMode(false);
    process.off('SIGINT', stay);
  }
}

/** A line from the person; nothing where there is no more input. Ctrl-C is an answer too. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const shown = `${fitted(question.trimEnd(), process.stdout.columns)} `;
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const interrupted = new Promise<never>((_, reject) =>
    lines.once('SIGINT', () => {
      // What is said next begins on a line of its own.
      process.stdout.write('\n');
      reject(new OvldError('interrupted', { at: 'question' }));
    }),
  );
  try {
    return (await Promise.race([lines.question(shown), closed, interrupted])).trim();
  } finally {
    lines.close();
  }
}
