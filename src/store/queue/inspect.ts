import { join } from 'node:path';
import { nodeDisk, UnfitFile } from '../../kit/disk.ts';
import { errnoOf } from '../../kit/errno.ts';
import { listBelow, namesIn } from '../../kit/survey.ts';
import { quarantinedIn } from '../files/inspect.ts';
import { isBroken, readInbox } from './inbox.ts';
import { queueLayout } from './layout.ts';

const INBOX_BYTES = 64 * 1024 * 1024;

/** The mailbox in a project as it is: nothing is made, fixed or set aside. */
export async function inspectQueue(dir: string) {
  const at = queueLayout(dir);
  const broken: { path: string; reason: string }[] = [];
  for (const name of namesIn(at.inboxes).filter((one) => one.endsWith('.yaml'))) {
    const path = join(at.inboxes, name);
    const reason = await wrongWith(path);
    if (reason !== undefined) broken.push({ path, reason });
  }
  return {
    broken,
    quarantined: { path: at.bad, count: quarantinedIn(at.bad) },
    links: listBelow(at.queue).entries.flatMap(({ kind, path }) => (kind === 'link' ? [path] : [])),
  };
}

async function wrongWith(path: string): Promise<string | undefined> {
  try {
    const inbox = await readInbox(await nodeDisk.read(path, INBOX_BYTES));
    return isBroken(inbox) ? inbox.reason : undefined;
  } catch (error) {
    if (error instanceof UnfitFile) return error.reason;
    const code = errnoOf(error);
    return code === 'ENOENT' ? undefined : (code ?? String(error));
  }
}
