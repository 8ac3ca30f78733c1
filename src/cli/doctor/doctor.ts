import { existsSync } from 'node:fs';
import { composeDoctor } from '../../compose/doctor.ts';
import type { Env } from '../../config/env.ts';
import { paints, type Paint, type Style } from '../../demo/narrator.ts';
import { examine, remaining, type Examined } from '../../doctor/doctor.ts';
import type { Severity } from '../../doctor/finding.ts';
import { doctorTexts, type DoctorTexts, type Told } from '../../i18n/doctor.ts';
import type { Language } from '../../i18n/texts.ts';
import { printable } from '../../kit/log.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';

export interface DoctorFlags {
  fix?: boolean;
  json?: boolean;
}

const MARKS: Readonly<Record<Severity, readonly [string, Style]>> = {
  ok: ['✓', 'green'],
  note: ['·', 'dim'],
  warning: ['!', 'yellow'],
  fault: ['✗', 'red'],
};

/** Finding faults is its work, and done well; a fault that stays is what its exit code tells. */
export async function doctorCommand(
  env: Env,
  language: Language,
  { fix = false, json = false }: DoctorFlags,
): Promise<number> {
  const texts = doctorTexts[language];
  const { stdout } = process;
  const parts = await composeDoctor(env, ownFolder());
  const found = await examine(parts, { mend: fix });
  const left = remaining(found);
  const count = (severity: Severity): number =>
    left.filter((one) => one.severity === severity).length;
  const faults = count('fault');
  if (json) {
    const findings = found.map((one) => dataOf(one, texts));
    stdout.write(`${JSON.stringify({ findings, faults, warnings: count('warning') })}\n`);
  } else {
    const paint = paints(stdout.isTTY && (env['NO_COLOR'] ?? '') === '');
    const lines = found.flatMap((one) => linesOf(one, texts, paint));
    const mended = found.length - left.length;
    const canMend = fix ? 0 : left.filter(isStillToMend).length;
    const kept = left.filter((one) => one.mended !== undefined).length;
    lines.push('', texts.summary({ faults, warnings: count('warning'), mended, kept }));
    if (canMend > 0) lines.push(texts.canMend(canMend));
    stdout.write(`${lines.join('\n')}\n`);
  }
  return faults === 0 ? EXIT.done : EXIT.failed;
}

/** Of a lock that was left: looking at the armies takes it, and so may have cleared it away already. */
const isStillToMend = ({ mend, code, data }: Examined): boolean =>
  mend !== undefined && (code !== 'lock_left' || !('path' in data) || existsSync(data.path));

const toldOf = ({ code, data }: Examined, { findings }: DoctorTexts): Told =>
  (findings[code] as (data: unknown) => Told)(data);

function dataOf(one: Examined, texts: DoctorTexts): object {
  const { code, severity, data, mend, mended } = one;
  return { code, severity, ...toldOf(one, texts), data, fixable: mend !== undefined, mended };
}

function linesOf(one: Examined, texts: DoctorTexts, paint: Paint): string[] {
  const { what, hint } = toldOf(one, texts);
  const { mended } = one;
  const [mark, style] = mended?.done === true ? MARKS.ok : MARKS[one.severity];
  const head = `${paint(style, mark)} ${printable(what)}`;
  if (mended?.done !== true) {
    const kept = mended === undefined ? [] : [`  ${texts.notMended[mended.why]}`];
    return [head, ...kept, ...(hint === undefined ? [] : [`  → ${printable(hint)}`])];
  }
  const { saved } = mended;
  const where = saved && `  ${printable(texts.savedTo(saved.messages, saved.path))}`;
  return [`${head}: ${texts.mended}`, ...(where === undefined ? [] : [where])];
}
