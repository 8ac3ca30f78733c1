import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Saved } from '../store.ts';
import { ignoring, type Ground } from './ground.ts';
import { asidePath, asidesIn, mailIn } from './past.ts';

const KEPT = ['inbox', 'collected', 'archive', 'bad', 'conversation'].concat([
  'journal.jsonl',
  'formation.json',
]);
/** Of an army without mail. */
const TALKED = ['conversation', 'formation.json'];

/**
 * The relay directory goes aside in one rename: a send either came before it and is saved, or finds
 * no directory and fails. Saving first and deleting after would lose what arrives in between (R13).
 * What an earlier clean-up left aside, cut off before it had saved everything, is saved with it.
 */
export async function cleanUp(
  ground: Ground,
  history: string,
  carry?: (aside: string) => Promise<void>,
): Promise<Saved> {
  const { disk, ids } = ground;
  const root = await resolveRoot(ground);
  await ignoring(['ENOENT'], () => disk.rename(root, asidePath(root, ids.next())));
  return saveBeside(ground, root, history, carry);
}

/** Saves what stands aside, of this clean-up or of one that was cut off; first what `carry` takes elsewhere. */
export const saveAside: typeof cleanUp = async (ground, history, carry) =>
  saveBeside(ground, await resolveRoot(ground), history, carry);

/** The relay directory may be a link of the user's own making; what is aside lies beside what it leads to. */
const resolveRoot = ({ at }: Ground): Promise<string> =>
  fs.promises.realpath(at.root).catch(() => at.root);

async function saveBeside(
  ground: Ground,
  root: string,
  history: string,
  carry?: (aside: string) => Promise<void>,
): Promise<Saved> {
  const { disk } = ground;
  const saved: Saved = { messages: 0, path: undefined };
  for (const aside of asidesIn(root, await namesIn(disk, dirname(root)))) {
    await carry?.(aside.path);
    const { messages, path } = await save(ground, aside.path, join(history, aside.stamp));
    saved.messages += messages;
    saved.path = path ?? saved.path;
  }
  return saved;
}

async function save(ground: Ground, aside: string, path: string): Promise<Saved> {
  const messages = (await mailIn(ground.disk, aside)).length;
  // A save that was cut off goes on where it stopped.
  const holds = async (shelf: string): Promise<boolean> =>
    (await namesIn(ground.disk, join(aside, shelf))).length > 0;
  const worthIt = messages > 0 || (await holds('bad'));
  // Conversations can be resumed; but there is nothing in them a person would look for here.
  if (worthIt || (await holds('conversation')) || (await ground.disk.stat(path)) !== undefined) {
    await ground.disk.mkdir(path);
    for (const name of worthIt ? KEPT : TALKED) await move(join(aside, name), join(path, name));
  }
  await fs.promises.rm(aside, { recursive: true, force: true });
  return { messages, path: worthIt ? path : undefined };
}

async function move(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    if (!isErrno(error, 'EXDEV')) throw error;
    await fs.promises.cp(from, to, {
      recursive: true,
      errorOnExist: true,
      preserveTimestamps: true,
    });
  }
}
