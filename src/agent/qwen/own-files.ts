import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../../kit/errno.ts';
import type { Variables } from '../agent.ts';

const MOST_BYTES = 4 * 1_048_576;

/** An object of Qwen Code's settings. */
export type Settings = Record<string, unknown>;

const settingsSchema = z.lazy(() => z.record(z.string(), z.unknown()));

/** Where Qwen Code looks for what counts before and after a person's own settings (0.24.4). */
export function systemPaths(env: Variables): { settings: string; defaults: string } {
  const usual =
    process.platform === 'darwin'
      ? '/Library/Application Support/QwenCode/settings.json'
      : '/etc/qwen-code/settings.json';
  const settings = env['QWEN_CODE_SYSTEM_SETTINGS_PATH'] || usual;
  const beside = join(dirname(settings), 'system-defaults.json');
  return { settings, defaults: env['QWEN_CODE_SYSTEM_DEFAULTS_PATH'] || beside };
}

/** A file of a person's own folder of Qwen Code. */
export function ownPath(env: Variables, name: string): string {
  return join(env['QWEN_HOME'] || join(env['HOME'] ?? '/', '.qwen'), name);
}

/** Undefined where there is none; throws where it cannot be read, as Qwen Code itself refuses it then. */
export function readSettings(path: string): Settings | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MOST_BYTES)
      throw new Error(`${path}: not a file of settings`);
    return settingsSchema.parse(JSON.parse(withoutComments(readFileSync(path, 'utf8'))));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g;

const withoutComments = (text: string): string =>
  text.replace(/^\ufeff/, '').replaceAll(TOKEN, (token) => (token.startsWith('/') ? ' ' : token));
