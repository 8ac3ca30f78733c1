import { constants, lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UnfitFile } from '../kit/disk.ts';
import { errnoOf } from '../kit/errno.ts';

/**
 * A file the person wrote: configuration, a formation, a ritual; undefined where there is none. Links
 * are followed, unlike anywhere in a relay directory: people keep such files in a repository of their
 * own and link to them, and whoever may place a link here may as well write the file.
 */
export async function readOwnFile(path: string, limit: number): Promise<string | undefined> {
  try {
    // Not blocking: a pipe of this name would keep us waiting for a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) throw new UnfitFile('not a regular file');
    if (stat.size > limit) throw new UnfitFile(`larger than ${limit / 1024} KiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    if (error instanceof TypeError) throw new UnfitFile('not UTF-8');
    const code = errnoOf(error);
    // Where a file stands in place of the folder there can be no link in it either.
    if (code === 'ENOTDIR') return undefined;
    if (code === 'ENOENT') return unlessLink(path);
    throw new UnfitFile(`not readable (${code ?? String(error)})`, code);
  }
}

/** A link whose target is gone is a mistake to be told, not a file that was never there. */
function unlessLink(path: string): undefined {
  const there = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (there) throw new UnfitFile('a link to a file that does not exist');
  return undefined;
}
