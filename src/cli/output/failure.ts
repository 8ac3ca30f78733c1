import type { ErrorCode, OtherArmy } from '../../errors.ts';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import { wrapBehind } from '../../terminal/wrap.ts';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  bug: 70,
  interrupted: 130,
} as const;

const byCode: Partial<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  env_missing: EXIT.usage,
  env_invalid: EXIT.usage,
  env_role_unknown: EXIT.usage,
  home_unset: EXIT.usage,
  config_invalid: EXIT.usage,
  army_none: EXIT.notFound,
  army_not_here: EXIT.notFound,
  army_unknown: EXIT.notFound,
  past_army_unknown: EXIT.notFound,
  formation_unknown: EXIT.notFound,
  ritual_missing: EXIT.notFound,
  unknown_entry: EXIT.notFound,
  queue_missing: EXIT.notFound,
  unknown_command: EXIT.notFound,
  unknown_task: EXIT.notFound,
  interrupted: EXIT.interrupted,
  bug: EXIT.bug,
};

/**
 * A failure as the CLI tells it, and the exit code that goes with it; in rows of so many columns where a terminal
 * shows it.
 */
export function failure(
  error: unknown,
  language: Language,
  json: boolean,
  columns?: number,
): { text: string; exitCode: number } {
  const { code, what, hint, data } = explain(error, language);
  const exitCode = byCode[code] ?? EXIT.failed;
  // Some terminals say that they have no columns.
  const width = columns || Infinity;
  const text = json
    ? JSON.stringify({ error: { code, what, hint, ...data } })
    : [
        wrapBehind('ovld: ', printable(what), width),
        wrapBehind('  → ', printable(hint), width),
        ...armyLines(data),
      ].join('\n');
  return { text, exitCode };
}

/** The armies that may be meant, each with the line that means it. */
const armyLines = ({ armies = [] }: { armies?: readonly OtherArmy[] }): string[] =>
  armies.flatMap(({ folder, line }) => [`    ${printable(folder)}`, `      ${printable(line)}`]);
