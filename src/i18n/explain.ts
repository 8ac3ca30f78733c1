import { OvldError, type ErrorCode } from '../errors.ts';
import { common as en } from './en/common.ts';
import { common as ja } from './ja/common.ts';
import { reasonIn } from './reasons.ts';
import type { Explanation, Language, Texts } from './texts.ts';
import { messageOf } from '../kit/errno.ts';

const languages: Record<Language, Texts> = { en, ja };

export const textsFor = (language: Language): Texts => languages[language];

/** Explains any failure; an unexpected error is called a bug and keeps its message. */
export function explain(
  error: unknown,
  language: Language,
): Explanation & { code: ErrorCode; data: Record<string, unknown> } {
  const known: OvldError =
    error instanceof OvldError ? error : new OvldError('bug', { message: messageOf(error) });
  const describe = textsFor(language).errors[known.code] as (data: unknown) => Explanation;
  const { data } = known;
  const worded = 'reason' in data ? { ...data, reason: reasonIn(language, data.reason) } : data;
  return { code: known.code, data: { ...worded }, ...describe(worded) };
}
