import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../../kit/errno.ts';
import type { Trust, Variables } from '../agent.ts';
import { mainWorktree, readText } from '../worktree.ts';

const MOST_BYTES = 64 * 1_048_576;

const recordSchema = z.lazy(() =>
  z.object({
    hasCompletedOnboarding: z.optional(z.unknown()),
    projects: z.optional(z.record(z.string(), z.unknown())),
  }),
);

/**
 * Whether Claude Code would ask at its start in that folder, by its own file, which is only read. Measured
 * with 2.1.325: in a repository what was trusted counts from the folder up to the repository's root, in a
 * worktree also the root of its main one; elsewhere up to `/`. A truthy value counts. An answer is recorded
 * for the main root, or for the folder itself where there is no repository. Should it differ in another
 * version, nothing is lost: Claude Code decides, and a relay that comes up tells that it has.
 */
export async function readTrust(folder: string, env: Variables): Promise<Trust> {
  if (env['CLAUDE_CODE_SANDBOXED']) return { state: 'trusted' };
  const path = recordPath(env);
  const places = placesOf(folder);
  // What starts an agent in a folder that is not there says so.
  if (places === undefined) return { state: 'trusted' };
  const { keys, place } = places;
  const asks = { state: 'asks', place } as const;
  try {
    const { hasCompletedOnboarding: isSetUp, projects = {} } = recordSchema.parse(
      JSON.parse(readText(path, MOST_BYTES)),
    );
    const isTrusted = keys.some((key) => Object.hasOwn(projects, key) && accepts(projects[key]));
    return isSetUp && isTrusted ? { state: 'trusted' } : asks;
  } catch (error) {
    // A first start: it asks for a theme and a login before it asks for trust.
    if (isErrno(error, 'ENOENT')) return asks;
    return { state: 'unknown', path };
  }
}

const accepts = (project: unknown): boolean =>
  typeof project === 'object' &&
  project !== null &&
  'hasTrustDialogAccepted' in project &&
  Boolean(project.hasTrustDialogAccepted);

/** Older versions kept it inside of the configuration folder, and where that file is, it still counts. */
function recordPath(env: Variables): string {
  const own = env['CLAUDE_CONFIG_DIR'] || undefined;
  const home = env['HOME'] ?? '/';
  const older = join(own ?? join(home, '.claude'), '.config.json');
  return statSync(older, { throwIfNoEntry: false }) === undefined
    ? join(own ?? home, '.claude.json')
    : older;
}

/** The names under which the trust in a folder may be on record, and the one it would be put under. */
function placesOf(folder: string): { keys: readonly string[]; place: string } | undefined {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return undefined;
  const real = realpathSync(folder).normalize('NFC');
  const above = [real];
  for (let at = real; dirname(at) !== at; at = dirname(at)) above.push(dirname(at));
  const depth = above.findIndex((at) => statSync(join(at, '.git'), { throwIfNoEntry: false }));
  const root = above[depth];
  if (root === undefined) return { keys: above, place: real };
  const main = mainWorktree(root) ?? root;
  return { keys: [main, ...above.slice(0, depth + 1)], place: main };
}
