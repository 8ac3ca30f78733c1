import { systemClock, type Clock } from '../kit/clock.ts';
import { nodeDisk, type Disk } from '../kit/disk.ts';
import { isErrno } from '../kit/errno.ts';
import { createIds, type IdMaker } from '../kit/id.ts';
import { isAlive, type ProcessIdentity } from '../kit/process-identity.ts';
import { alertFiles } from './files/alerts.ts';
import { cleanUp, saveAside } from './files/cleanup.ts';
import { conversationFiles, pastConversations } from './files/conversations.ts';
import { flagFile } from './files/flag.ts';
import { storeCall, type Ground } from './files/ground.ts';
import { holdFiles } from './files/holds.ts';
import { inboxDir } from './files/inbox.ts';
import { initialise } from './files/initialise.ts';
import { journalFile } from './files/journal.ts';
import { keepingDir } from './files/keeping.ts';
import { layout } from './files/layout.ts';
import { readAnywhere } from './files/read-anywhere.ts';
import { readFormation, refit, writeOutfit } from './files/outfit.ts';
import { resumeMail } from './files/resume.ts';
import { seatFiles } from './files/seats.ts';
import { statusFiles } from './files/statuses.ts';
import { wakeFiles } from './files/wakes.ts';
import { trafficFiles } from './files/traffic.ts';
import { watchRoles, watchStore } from './files/watch.ts';
import type { Store } from './store.ts';

export interface FileStoreOptions {
  disk?: Disk;
  clock?: Clock;
  ids?: IdMaker;
  isAlive?: (identity: ProcessIdentity) => boolean;
}

/** The store of JSON files: no daemon, no lock, because no two processes write the same file. */
export function openFileStore(dir: string, options: FileStoreOptions = {}): Store {
  const clock = options.clock ?? systemClock;
  const ground: Ground = {
    at: layout(dir),
    disk: options.disk ?? nodeDisk,
    clock,
    ids: options.ids ?? createIds(clock),
  };
  const journal = journalFile(ground);
  const flags = flagFile(ground, journal);
  const inbox = inboxDir(ground, journal);
  const statuses = statusFiles(ground, journal);
  const { wakes, forget } = wakeFiles(ground);
  const seats = seatFiles(ground, options.isAlive ?? isAlive);
  const holds = holdFiles(ground);
  const traffic = trafficFiles(ground);
  const alerts = alertFiles(ground);
  const conversations = conversationFiles(ground);
  const keeping = keepingDir(ground, journal, seats);
  const call = <T>(work: () => Promise<T>): Promise<T> => storeCall(ground, work);

  return {
    where: dir,
    init: (formation) => call(() => initialise(ground, formation)),
    formation: () => call(() => readFormation(ground)),
    present: () => call(() => isThere(ground)),
    outfitPath: (role, kind) => ground.at.outfit(role, kind),
    outfit: (formation, files) => call(() => writeOutfit(ground, formation, files)),
    refit: (files) => call(() => refit(ground, files)),
    pastConversations: (history, folder) => call(() => pastConversations(ground, history, folder)),
    resume: (history, folder) => call(() => resumeMail(ground, journal, flags, history, folder)),
    cleanup: (history) => call(() => cleanUp(ground, history)),
    finishCleanup: (history) => call(() => saveAside(ground, history)),
    mail: {
      deliver: (draft) => call(() => inbox.deliver(draft)),
      hasUnread: (role) => call(() => inbox.hasUnread(role)),
      unread: (role) => call(() => inbox.unread(role)),
      peek: (role) => call(() => inbox.peek(role)),
      senders: (role) => call(() => inbox.senders(role)),
      raise: (role) => call(() => flags.raise(role)),
      flag: (role) => call(() => flags.flag(role)),
      clear: (role) =>
        call(async () => {
          // A claim is a hint: one that cannot be removed must not keep the flag up.
          const flag = await flags.flag(role).catch(() => undefined);
          await forget(role, flag).catch(() => undefined);
          await flags.clear(role);
        }),
      collect: (role, by, fits) => call(() => inbox.collect(role, by, fits)),
      acknowledge: (role, by, ids) => call(() => keeping.acknowledge(role, by, ids)),
      putBack: (role, by, why, ids) => call(() => keeping.putBack(role, by, why, ids)),
      putBackDead: (role) => call(() => keeping.putBackDead(role)),
      look: (role) => call(() => inbox.look(role)),
      read: (role, id) => call(() => readAnywhere(ground, role, id)),
      file: (role, ids) => call(() => inbox.file(role, ids)),
    },
    wakes: {
      claim: (role, flag, by) => call(() => wakes.claim(role, flag, by)),
      disclaim: (role, flag) => call(() => wakes.disclaim(role, flag)),
      told: (role, flag) => call(() => wakes.told(role, flag)),
      heard: (role) => call(() => wakes.heard(role)),
    },
    statuses: {
      declared: (role) => call(() => statuses.declared(role)),
      declare: (status) => call(() => statuses.declare(status)),
      observed: (role) => call(() => statuses.observed(role)),
      observe: (role, seen) => call(() => statuses.observe(role, seen)),
      ritual: (role) => call(() => statuses.ritual(role)),
      noteRitual: (role, note) => call(() => statuses.noteRitual(role, note)),
      lastRing: (role) => call(() => statuses.lastRing(role)),
      noteRing: (role, flag, note) => call(() => statuses.noteRing(role, flag, note)),
      spoken: (role) => call(() => statuses.spoken(role)),
      speak: (role) => call(() => statuses.speak(role)),
    },
    seats: {
      take: (role, seat) => call(() => seats.take(role, seat)),
      update: (role, seat) => call(() => seats.update(role, seat)),
      leave: (role, incarnation) => call(() => seats.leave(role, incarnation)),
      list: (role) => call(() => seats.list(role)),
    },
    journal: { ...journal, read: (from, bytes) => call(() => journal.read(from, bytes)) },
    holds: {
      list: () => call(() => holds.list()),
      set: (held, by) => call(() => holds.set(held, by)),
      lift: (held) => call(() => holds.lift(held)),
    },
    traffic: {
      note: (pair) => call(() => traffic.note(pair)),
      forget: (pair) => call(() => traffic.forget(pair)),
    },
    alerts: {
      claim: (key) => call(() => alerts.claim(key)),
      claimed: (beginning) => call(() => alerts.claimed(beginning)),
    },
    conversations: {
      of: (role) => call(() => conversations.of(role)),
      note: (role, conversation) => call(() => conversations.note(role, conversation)),
    },
    watch: (role, changed) => watchStore(ground, role, changed),
    watchRoles: (roles, changed) => watchRoles(ground, roles, changed),
  };
}

async function isThere({ at, disk }: Ground): Promise<boolean> {
  try {
    return (await disk.stat(at.pendingDir))?.kind === 'dir';
  } catch (error) {
    // A file in place of the directory, or of one above it, is no store either.
    if (isErrno(error, 'ENOTDIR')) return false;
    throw error;
  }
}
