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
  const isForeign =
    code === 'config_invalid' || code === 'formation_invalid' || code === 'document_invalid';
  if (isForeign && 'reason' in data && 'path' in data) {
    return new OvldError(code, { ...data, reason: plainReason(language, data.reason) });
  }
  return error;
}
