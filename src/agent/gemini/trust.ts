import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../../kit/errno.ts';
import type { Trust, Variables } from '../agent.ts';
import { personHome, readJson, readSettings } from './person.ts';

const recordSchema = z.lazy(() => z.record(z.string(), z.string()));

/**
 * Whether Gemini CLI would ask at its start in that folder, by the person's own record, which is only read (0.61.0). The
 * longest rule that fits counts; one of distrust is an answer too, and is not asked for again. An answer is
 * recorded for the folder itself, whatever repository it is in.
 */
export async function readTrust(folder: string, env: Variables): Promise<Trust> {
  const answered: Trust = { state: 'trusted' };
  if (/^(?:true|false)$/.test(env['GEMINI_CLI_TRUST_WORKSPACE'] ?? '')) return answered;
  if (env['GEMINI_RESTRICTED_MODE'] === 'true') return answered;
  const home = personHome(env);
  if (readSettings(home).security?.folderTrust?.enabled === false) return answered;
  const place = realPath(folder);
  const path = recordPath(env);
  try {
    const rules = Object.entries(recordSchema.parse(readJson(path)));
    const isKnown = rules.some(([rule, level]) => {
      const known = LEVELS.has(level);
      return known && isBelow(place, realPath(level === 'TRUST_PARENT' ? dirname(rule) : rule));
    });
    return isKnown ? answered : { state: 'asks', place };
  } catch (error) {
    return isErrno(error, 'ENOENT') ? { state: 'asks', place } : { state: 'unknown', path };
  }
}

const LEVELS: ReadonlySet<string> = new Set(['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST']);

/** Where the answers are kept. */
export const recordPath = (env: Variables): string =>
  env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || join(personHome(env), '.gemini', 'trustedFolders.json');

const isBelow = (place: string, rule: string): boolean =>
  place === rule || place.startsWith(rule.endsWith(sep) ? rule : rule + sep);

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
