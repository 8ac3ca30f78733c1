import type { Role } from '../../army/role.ts';
import type { Env } from '../../config/env.ts';
import { armyTexts } from '../../i18n/army.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import type { Progress } from '../../summon/parts.ts';
import { clipColumns } from '../../terminal/columns.ts';
import { movable } from './colours.ts';

/** One line a role, changed in place where the output is a terminal; else one line a step. */
export function progressLines(
  env: Env,
  language: Language,
  roles: readonly Role[],
): (progress: Progress) => void {
  const { stdout } = process;
  const { steps, questions } = armyTexts[language];
  const { wake } = textsFor(language);
  const widest = Math.max(...roles.map(({ length }) => length));
  const reasonOf = (progress: Progress): string | undefined => {
    if (progress.step === 'skipped') return wake[progress.code];
    if (progress.step === 'asks') return questions[progress.question];
    // Of another's program: it may be anything.
    return progress.step === 'ended'
      ? progress.lastLine && printable(progress.lastLine)
      : undefined;
  };
  const line = (progress: Progress): string => {
    const why = reasonOf(progress);
    const about = why === undefined ? '' : `: ${why}`;
    return `  ${progress.role.padEnd(widest)}  ${steps[progress.step]}${about}`;
  };
  if (!movable(env, stdout)) return (progress) => void stdout.write(`${line(progress)}\n`);
  const shown = new Map<Role, string>();
  return (progress) => {
    if (shown.size > 0) stdout.write(`\u001b[${shown.size}A`);
    // A line that wraps would be two, and the cursor would go back too few.
    shown.set(progress.role, clipColumns(line(progress), stdout.columns || Infinity));
    for (const text of shown.values()) stdout.write(`\r\u001b[2K${text}\n`);
  };
}
