import { systemClock, type Clock } from '../kit/clock.ts';
import { nodeDisk, type Disk } from '../kit/disk.ts';
import { isErrno } from '../kit/errno.ts';
import { createIds, type IdMaker } from '../kit/id.ts';
import { isAlive, type ProcessIdentity } from '../kit/process-identity.ts';
import { alertFiles } from './files/alerts.ts';
import { cleanUp, saveAside } from './files/cleanup.ts';
import { readPastConversations } from './files/conversations.ts';
import { flagFile } from './files/flag.ts';
import type { Ground } from './files/ground.ts';
import { holdFiles } from './files/holds.ts';
import { hookSideFiles } from './files/hook-side.ts';
import { inboxDir } from './files/inbox.ts';
import { initialise } from './files/initialise.ts';
import { journalFile } from './files/journal.ts';
import { keepingDir } from './files/keeping.ts';
import { layout } from './files/layout.ts';
import { readFormation } from './files/outfit.ts';
import { readAnywhere } from './files/read-anywhere.ts';
import { resumeMail } from './files/resume.ts';
import { seatFiles } from './files/seats.ts';
import { statusFiles } from './files/statuses.ts';
import { trafficFiles } from './files/traffic.ts';
import { watchRoles, watchStore } from './files/watch.ts';
import { withStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';

export interface FileStoreOptions {
  disk?: Disk;
  clock?: Clock;
  ids?: IdMaker;
  isAlive?: (identity: ProcessIdentity) => boolean;
}

/** The store of JSON files: no daemon, no lock, because no two processes write the same file. */
export const openFileStore = (dir: string, options: FileStoreOptions = {}): Store =>
  withStoreErrors(dir, fileStore(groundAt(dir, options), options));

export function groundAt(dir: string, options: FileStoreOptions): Ground {
  const { disk = nodeDisk, clock = systemClock, ids = createIds(clock) } = options;
  return { at: layout(dir), disk, clock, ids, watches: new Set() };
}

/** It fails in the file system's own words, so that a backend on top of it can tell them apart. */
export function fileStore(ground: Ground, options: Pick<FileStoreOptions, 'isAlive'>): Store {
  const journal = journalFile(ground);
  const seats = seatFiles(ground, options.isAlive ?? isAlive);
  const flags = flagFile(ground, journal);
  const { statuses: hookStatuses, ...hookSide } = hookSideFiles(ground, journal);
  return {
    where: ground.at.root,
    init: (formation) => initialise(ground, formation),
    readFormation: () => readFormation(ground),
    isPresent: () => isPresent(ground),
    resumeMail: (history, folder) => resumeMail(ground, journal, flags, history, folder),
    readPastConversations: (history, folder) => readPastConversations(ground, history, folder),
    cleanUp: (history) => cleanUp(ground, history),
    finishCleanUp: (history) => saveAside(ground, history),
    async close() {
      for (const watch of ground.watches) watch.close();
    },
    mail: {
      ...inboxDir(ground, journal),
      ...flags,
      ...keepingDir(ground, journal, seats),
      findMessage: (role, id) => readAnywhere(ground, role, id),
    },
    ...hookSide,
    seats,
    statuses: { ...statusFiles(ground, journal), ...hookStatuses },
    journal,
    holds: holdFiles(ground),
    traffic: trafficFiles(ground),
    alerts: alertFiles(ground),
    watch: (role, changed) => watchStore(ground, role, changed),
    watchRoles: (roles, changed) => watchRoles(ground, roles, changed),
  };
}

async function isPresent({ at, disk }: Ground): Promise<boolean> {
  try {
    return (await disk.stat(at.pendingDir))?.kind === 'dir';
  } catch (error) {
    // A file in place of the directory, or of one above it, is no store either.
    if (isErrno(error, 'ENOTDIR')) return false;
    throw error;
  }
}
