import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { OvldError } from '../errors.ts';

export interface TerminalCommand {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** The person's terminal, if both its sides are one. */
export function ownTerminal(): { columns: number; rows: number } | undefined {
  const { stdin, stdout } = process;
  return stdin.isTTY && stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined;
}

/** Gives the terminal to a program until it ends, and tells how: null where a signal ended it. */
export async function lendTerminal(
  { program, args, env }: TerminalCommand,
  base: Readonly<Record<string, string | undefined>>,
): Promise<number | null> {
  // A key for the program that has the terminal is not for us.
  const stay = (): void => undefined;
  process.on('SIGINT', stay);
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(program, args, { stdio: 'inherit', env: { ...base, ...env } });
      child.on('error', () => reject(new OvldError('mux_missing', { program })));
      child.on('exit', (code) => resolve(code));
    });
  } finally {
    process.off('SIGINT', stay);
  }
}

/** A line from the person; nothing where there is no more input. Ctrl-C is an answer too. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const interrupted = new Promise<never>((_, reject) =>
    lines.once('SIGINT', () => reject(new OvldError('interrupted', { at: 'question' }))),
  );
  try {
    return (await Promise.race([lines.question(question), closed, interrupted])).trim();
  } finally {
    lines.close();
  }
}
