import { constants, lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Reason } from '../errors.ts';
import { errnoOf } from '../kit/errno.ts';

/**
 * A file the person wrote: configuration, a formation, a ritual; undefined where there is none. Links
 * are followed, unlike in a relay directory: people keep such files in a repository of their own and link
 * to them, and a process that may place a link here may also write the file.
 */
export async function readOwnFile(
  path: string,
  limitKib: number,
): Promise<{ text: string } | { reason: Reason } | undefined> {
  try {
    // Without blocking: a pipe of this name would wait for a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) return { reason: { code: 'not_a_file' } };
    if (stat.size > limitKib * 1024) return { reason: { code: 'file_too_large', kib: limitKib } };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile()) };
  } catch (error) {
    if (error instanceof TypeError) return { reason: { code: 'not_utf8' } };
    const code = errnoOf(error);
    // A file in place of the folder holds no link either.
    if (code === 'ENOTDIR') return undefined;
    if (code !== 'ENOENT') {
      return { reason: { code: 'not_readable', errno: code ?? String(error) } };
    }
    // A link without its target is a mistake, not a missing file.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? { reason: { code: 'link_to_nothing' } } : undefined;
  }
}
