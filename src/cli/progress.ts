import type { Role } from '../army/role.ts';
import type { Env } from '../config/env.ts';
import type { WakeFailure } from '../errors.ts';
import type { Progress } from '../summon/parts.ts';
import { movable } from './colours.ts';

interface Words {
  steps: Record<Progress['step'], string>;
  wake: Record<WakeFailure, string>;
}

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** One line a role, changed in place where the output is a terminal; else one line a step. */
export function progressLines(
  env: Env,
  output: Output,
  roles: readonly Role[],
  { steps, wake }: Words,
): (progress: Progress) => void {
  const widest = Math.max(...roles.map(({ length }) => length));
  const line = (progress: Progress): string => {
    const why = progress.step === 'skipped' ? `: ${wake[progress.code]}` : '';
    return `  ${progress.role.padEnd(widest)}  ${steps[progress.step]}${why}`;
  };
  if (!movable(env, output)) return (progress) => void output.write(`${line(progress)}\n`);
  const shown = new Map<Role, string>();
  return (progress) => {
    if (shown.size > 0) output.write(`\u001b[${shown.size}A`);
    shown.set(progress.role, line(progress));
    for (const text of shown.values()) output.write(`\r\u001b[2K${text}\n`);
  };
}
