import { existsSync } from 'node:fs';
import { composeDoctor } from '../../compose/doctor.ts';
import { examine, remaining, type Examined } from '../../doctor/doctor.ts';
import type { Severity } from '../../doctor/finding.ts';
import { doctor as en, type FindingText } from '../../i18n/en/doctor.ts';
import { doctor as ja } from '../../i18n/ja/doctor.ts';
import { reasonIn } from '../../i18n/reasons.ts';
import { printable } from '../../kit/log.ts';
import { paints, type Paint, type Style } from '../../kit/paint.ts';
import { EXIT } from '../output/failure.ts';
import { printEither } from '../output/print.ts';
import { defineCommand } from '../parse/define-command.ts';
import { shared } from '../parse/shared-options.ts';
import { flag } from '../parse/values.ts';
import { ownFolder } from '../terminal/own-process.ts';

const MARKS: Readonly<Record<Severity, readonly [string, Style]>> = {
  ok: ['✓', 'green'],
  note: ['·', 'dim'],
  warning: ['!', 'yellow'],
  fault: ['✗', 'red'],
};

/** To find faults is no failure; a fault that stays is what the exit code tells. */
export const command = defineCommand({
  group: 'machine',
  place: 4,
  texts: { en, ja },
  options: { fix: flag, json: shared.json },
  examples: { look: 'ovld doctor', fix: 'ovld doctor --fix', json: 'ovld doctor --json' },
  async run({ fix = false, json }, { env, texts }) {
    const parts = await composeDoctor(env, ownFolder());
    const found = await examine(parts, { fix });
    const left = remaining(found);
    const count = (severity: Severity): number =>
      left.filter((one) => one.severity === severity).length;
    const [faults, warnings] = [count('fault'), count('warning')];
    const paint = paints(process.stdout.isTTY && (env['NO_COLOR'] ?? '') === '');
    const fixedCount = found.length - left.length;
    const canFix = fix ? 0 : left.filter(canStillFix).length;
    const kept = left.filter((one) => one.fixed !== undefined).length;
    const findings = found.map((one) => dataOf(one, texts));
    printEither(json, { findings, faults, warnings }, [
      ...found.flatMap((one) => linesOf(one, texts, paint)),
      '',
      texts.summary({ faults, warnings, fixed: fixedCount, kept }),
      ...(canFix > 0 ? [texts.canFix(canFix)] : []),
    ]);
    return faults === 0 ? EXIT.done : EXIT.failed;
  },
});

/** A lock that was left may be gone by now: looking at the armies takes it, and clears it away. */
const canStillFix = ({ fix, code, data }: Examined): boolean =>
  fix !== undefined && (code !== 'lock_left' || !('path' in data) || existsSync(data.path));

const wordsOf = ({ code, data }: Examined, { findings }: typeof en): FindingText =>
  (findings[code] as (data: unknown) => FindingText)(data);

function dataOf(one: Examined, texts: typeof en): object {
  const { code, severity, data, fix, fixed } = one;
  const facts = 'reason' in data ? { ...data, reason: reasonIn('en', data.reason) } : data;
  const words = wordsOf(one, texts);
  return { code, severity, ...words, data: facts, fixable: fix !== undefined, fixed };
}

function linesOf(one: Examined, texts: typeof en, paint: Paint): string[] {
  const { what, hint } = wordsOf(one, texts);
  const { fixed } = one;
  const [mark, style] = fixed?.done === true ? MARKS.ok : MARKS[one.severity];
  const head = `${paint(style, mark)} ${printable(what)}`;
  if (fixed?.done !== true) {
    const kept = fixed === undefined ? [] : [`  ${texts.notFixed[fixed.why]}`];
    return [head, ...kept, ...(hint === undefined ? [] : [`  → ${printable(hint)}`])];
  }
  const { saved } = fixed;
  const where = saved && `  ${printable(texts.savedTo(saved.messages, saved.path))}`;
  return [`${head}: ${texts.fixed}`, ...(where === undefined ? [] : [where])];
}
