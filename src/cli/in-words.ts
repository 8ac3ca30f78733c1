import { OvldError } from '../errors.ts';
import { reasonIn } from '../i18n/reasons.ts';
import type { Language } from '../i18n/texts.ts';

/** The same failure with its reason in the person's language; a relay never needs it. */
export function inWords(error: unknown, language: Language): unknown {
  if (!(error instanceof OvldError)) return error;
  const { code, data }: OvldError = error;
  if (code === 'usage' && 'message' in data) {
    return new OvldError(code, { message: reasonIn(language, data.message) });
  }
  const isFile = code === 'config_invalid' || code === 'formation_invalid';
  if (!isFile || !('reason' in data && 'path' in data)) return error;
  const { path, reason } = data;
  const line = 'line' in data ? data.line : undefined;
  return new OvldError(code, { path, line, reason: reasonIn(language, reason) });
}
