import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../../kit/errno.ts';
import type { Trust, Variables } from '../agent.ts';
import { mainWorktree, readText } from '../worktree.ts';

const MOST_BYTES = 16 * 1_048_576;

const recordSchema = z.lazy(() =>
  z.object({ trustedFolders: z.optional(folders), trusted_folders: z.optional(folders) }),
);
const folders = z.array(z.string());

/**
 * Whether Copilot CLI would ask at its start in that folder, by its own file, which is only read. Measured with
 * 1.0.102: a trusted folder counts for all below it, by its real path, and a repository for its worktrees. A file
 * that is torn is begun anew. An answer that is to be remembered is recorded for the folder itself.
 */
export async function readTrust(folder: string, env: Variables): Promise<Trust> {
  if (env['COPILOT_ALLOW_ALL'] === 'true') return { state: 'trusted' };
  // What starts an agent in a folder that is not there says so.
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return { state: 'trusted' };
  const place = realpathSync(folder);
  const asks = { state: 'asks', place } as const;
  const path = join(env['COPILOT_HOME'] || join(env['HOME'] ?? '/', '.copilot'), 'config.json');
  try {
    const { trustedFolders = [], trusted_folders: older = [] } = recordSchema.parse(
      parseCommented(readText(path, MOST_BYTES)),
    );
    const trusted = new Set([...trustedFolders, ...older].map(realPath));
    return placesOf(place).some((one) => trusted.has(one)) ? { state: 'trusted' } : asks;
  } catch (error) {
    if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return asks;
    return { state: 'unknown', path };
  }
}

/** It writes lines of comment at the beginning. */
const parseCommented = (text: string): unknown => JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function placesOf(real: string): string[] {
  const above = [real];
  for (let at = real; dirname(at) !== at; at = dirname(at)) above.push(dirname(at));
  const root = above.find((at) => statSync(join(at, '.git'), { throwIfNoEntry: false }));
  const main = root === undefined ? undefined : mainWorktree(root);
  return main === undefined ? above : [...above, main];
}
