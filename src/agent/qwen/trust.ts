import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Trust, Variables } from '../agent.ts';
import { ownPath, readSettings, systemPaths } from './own-files.ts';

/**
 * Whether Qwen Code would ask at its start in that folder, by its own files, which are only read (0.24.4). It
 * asks where its settings want that, and no rule covers the folder; one that says no makes it start without
 * asking. Should it differ in another version, nothing is lost: Qwen Code decides.
 */
export async function readTrust(folder: string, env: Variables): Promise<Trust> {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return { state: 'trusted' };
  const { settings, defaults } = systemPaths(env);
  // The first that says anything counts.
  const files = [settings, ownPath(env, 'settings.json'), defaults];
  const rulesPath = env['QWEN_CODE_TRUSTED_FOLDERS_PATH'] || ownPath(env, 'trustedFolders.json');
  let path = '';
  try {
    const wanted = files
      .map((file) => isTrustWanted((path = file)))
      .find((one) => one !== undefined);
    if (wanted !== true) return { state: 'trusted' };
    const rules = readSettings((path = rulesPath)) ?? {};
    const place = realpathSync(folder);
    const covered = Object.entries(rules).some(([rule, level]) => covers(rule, level, place));
    return covered ? { state: 'trusted' } : { state: 'asks', place };
  } catch {
    return { state: 'unknown', path };
  }
}

function isTrustWanted(path: string): boolean | undefined {
  const { security } = readSettings(path) ?? {};
  const { folderTrust } = Object(security) as { folderTrust?: unknown };
  const { enabled } = Object(folderTrust) as { enabled?: unknown };
  return typeof enabled === 'boolean' ? enabled : undefined;
}

function covers(rule: string, level: unknown, place: string): boolean {
  const top = level === 'TRUST_PARENT' ? dirname(rule) : rule;
  const real = statSync(top, { throwIfNoEntry: false }) === undefined ? top : realpathSync(top);
  return [top, real].some((one) => one === place || place.startsWith(`${one.replace(/\/$/, '')}/`));
}
