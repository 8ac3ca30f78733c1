import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const GIT_BYTES = 4_096;

/** Of a worktree, whose `.git` is a file, the worktree that has the repository; undefined where it has it itself. */
export function mainWorktree(root: string): string | undefined {
  try {
    const [, linked] = /^gitdir: (.+)$/m.exec(readText(join(root, '.git'), GIT_BYTES)) ?? [];
    if (linked === undefined) return undefined;
    const own = resolve(root, linked);
    const shared = resolve(own, readText(join(own, 'commondir'), GIT_BYTES).trim());
    return basename(shared) === '.git' ? realpathSync(dirname(shared)) : undefined;
  } catch {
    return undefined;
  }
}

/** A file of another program's; throws where it is none, or larger. */
export function readText(path: string, most: number): string {
  const stat = statSync(path);
  if (!stat.isFile() || stat.size > most) throw new Error(`${path}: not a file of ours to read`);
  return readFileSync(path, 'utf8');
}
