import { OvldError, type ErrorCode } from '../errors.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import type { Explanation, Language, Texts } from './texts.ts';

const languages: Record<Language, Texts> = { en, ja };

export const textsFor = (language: Language): Texts => languages[language];

/** Any failure as words; what nobody foresaw is called a bug and keeps its message. */
export function explain(
  error: unknown,
  language: Language,
): Explanation & { code: ErrorCode; data: Record<string, unknown> } {
  const known: OvldError =
    error instanceof OvldError
      ? error
      : new OvldError('bug', { message: error instanceof Error ? error.message : String(error) });
  const describe = textsFor(language).errors[known.code] as (data: unknown) => Explanation;
  return { code: known.code, data: { ...known.data }, ...describe(known.data) };
}
