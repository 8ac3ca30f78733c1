import { OvldError } from '../errors.ts';
import { reasonIn } from '../i18n/reasons.ts';
import type { Language } from '../i18n/texts.ts';
import { nearest } from '../kit/nearest.ts';

/**
 * The same failure with its reason in the person's language, and with what a person may have meant; a
 * relay never needs it. `command`: whose words they were.
 */
export function inWords(error: unknown, language: Language, command = ''): unknown {
  if (!(error instanceof OvldError)) return error;
  const { code, data }: OvldError = error;
  if (code === 'usage' && 'message' in data) {
    const message = reasonIn(language, data.message);
    return new OvldError(code, { ...data, message, ...(command !== '' && { command }) });
  }
  if (code === 'unknown_role' && 'role' in data && 'roles' in data) {
    const like = nearest(data.role, data.roles);
    const known = { role: data.role, roles: data.roles };
    return new OvldError(code, { ...known, ...(like !== undefined && { like }) });
  }
  if (code === 'config_invalid' || code === 'formation_invalid') {
    if (!('reason' in data && 'path' in data)) return error;
    const line = 'line' in data ? data.line : undefined;
    return new OvldError(code, { path: data.path, line, reason: reasonIn(language, data.reason) });
  }
  if (code === 'folder_unusable' && 'reason' in data && 'path' in data) {
    return new OvldError(code, { path: data.path, reason: reasonIn(language, data.reason) });
  }
  if (code === 'mux_failed' && 'program' in data && 'command' in data && 'reason' in data) {
    return new OvldError(code, { ...data, reason: reasonIn(language, data.reason) });
  }
  return error;
}
