import { OvldError } from '../../errors.ts';
import { plainReason } from '../../i18n/foreign-words.ts';
import type { Language } from '../../i18n/texts.ts';
import { nearest } from '../../kit/nearest.ts';

/**
 * The same failure with foreign words in the person's language, and with what a person may have meant; a
 * relay never needs it. `command`: the command that was typed.
 */
export function explainReasons(error: unknown, language: Language, command = ''): unknown {
  if (!(error instanceof OvldError)) return error;
  const { code, data }: OvldError = error;
  if (code === 'usage' && 'message' in data) {
    const message = plainReason(language, data.message);
    return new OvldError(code, { ...data, message, ...(command !== '' && { command }) });
  }
  if (code === 'unknown_role' && 'role' in data && 'roles' in data) {
    const like = nearest(data.role, data.roles);
    const known = { role: data.role, roles: data.roles };
    return new OvldError(code, { ...known, ...(like !== undefined && { like }) });
  }
  if (code === 'formation_unknown' && 'known' in data && 'name' in data) {
    const { name, known } = data;
    const like = nearest(name, known);
    return new OvldError(code, { name, known, ...(like !== undefined && { like }) });
  }
  if (!isForeign(error)) return error;
  return new OvldError(code, { ...data, reason: plainReason(language, error.data.reason) });
}

/** Errors whose reason is in the words of another: of zod, the YAML parser, or the system's error code. */
const FOREIGN = [
  'config_invalid',
  'formation_invalid',
  'document_invalid',
  'folder_unusable',
  'store_unusable',
] as const;

const isForeign = (error: OvldError): error is OvldError<(typeof FOREIGN)[number]> =>
  FOREIGN.some((code) => code === error.code);
