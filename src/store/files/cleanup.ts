import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isErrno } from '../../kit/errno.ts';
import type { Saved } from '../store.ts';
import { ignoring, namesIn, type Ground } from './ground.ts';
import { isMessageName, layout } from './layout.ts';

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
  const { at, disk, ids } = ground;
  const root = await fs.promises.realpath(at.root).catch(() => at.root);
  const prefix = `.${basename(root)}.`;
  await ignoring(['ENOENT'], () =>
    disk.rename(root, join(dirname(root), `${prefix}${ids.next()}${ASIDE}`)),
  );
  return saveAside(ground, history, carry);
}

/** Saves what stands aside, of this clean-up or of one that was cut off; first what `carry` takes elsewhere. */
export async function saveAside(
  ground: Ground,
  history: string,
  carry?: (aside: string) => Promise<void>,
): Promise<Saved> {
  const { at, disk } = ground;
  const root = await fs.promises.realpath(at.root).catch(() => at.root);
  const prefix = `.${basename(root)}.`;
  const saved: Saved = { messages: 0, path: undefined };
  for (const name of await namesIn(disk, dirname(root))) {
    if (!name.startsWith(prefix) || !name.endsWith(ASIDE)) continue;
    await carry?.(join(dirname(root), name));
    const stamp = name.slice(prefix.length, -ASIDE.length);
    const { messages, path } = await save(ground, join(dirname(root), name), join(history, stamp));
    saved.messages += messages;
    saved.path = path ?? saved.path;
  }
  return saved;
}

export const ASIDE = '.leaving';

async function save(ground: Ground, aside: string, path: string): Promise<Saved> {
  const messages = await countMail(ground, aside);
  // A save that was cut off goes on where it stopped.
  const holds = async (shelf: string): Promise<boolean> =>
    (await namesIn(ground.disk, join(aside, shelf))).length > 0;
  const worthIt = messages > 0 || (await holds('bad'));
  // Conversations can be gone on with; but there is nothing in them a person would look for here.
  if (worthIt || (await holds('conversation')) || (await ground.disk.stat(path)) !== undefined) {
    await ground.disk.mkdir(path);
    for (const name of worthIt ? KEPT : TALKED) await move(join(aside, name), join(path, name));
  }
  await fs.promises.rm(aside, { recursive: true, force: true });
  return { messages, path: worthIt ? path : undefined };
}

async function countMail({ disk }: Ground, root: string): Promise<number> {
  const at = layout(root);
  let count = 0;
  for (const shelf of ['inbox', 'archive', 'collected']) {
    for (const role of await namesIn(disk, join(root, shelf))) {
      const dirs =
        shelf === 'collected'
          ? (await namesIn(disk, at.collectedBy(role))).map((name) => at.collected(role, name))
          : [join(root, shelf, role)];
      for (const dir of dirs) count += (await namesIn(disk, dir)).filter(isMessageName).length;
    }
  }
  return count;
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
