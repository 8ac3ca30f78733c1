import { join } from 'node:path';
import type { Disk } from '../kit/disk.ts';
import { errnoOf } from '../kit/errno.ts';
import type { IdMaker } from '../kit/id.ts';
import { withLease, type Lease, type LeaseGround } from '../kit/leased-file.ts';
import { onceSaved } from '../kit/once-saved.ts';
import type {
  Decision,
  Needs,
  Note,
  DocumentHints,
  BoardDocuments,
  SentNote,
  BoardState,
} from './documents.ts';
import { setAside, type ProjectFolder } from './yaml/aside.ts';
import { joinList } from './yaml/command-list.ts';
import { isBroken, openDocumentReader } from './yaml/document-reader.ts';
import { prepareFolders } from './yaml/prepare-folders.ts';
import { applyFiles, closeIntent, readIntent, readUnsent, writeIntent } from './yaml/intent.ts';
import { readAllKnowledge } from './yaml/knowledge.ts';
import {
  findArchivedTasks,
  loadBoard,
  readEvaluation,
  type BoardSource,
  type LoadedBoard,
} from './yaml/load.ts';
import { readNumbers } from './yaml/numbers.ts';
import * as at from './yaml/places.ts';
import { planFiles } from './yaml/plan.ts';
import { readLastArchivedReport } from './yaml/reports.ts';
import { sendAll, type Post } from './yaml/send.ts';
import { translateError } from './yaml/translate-error.ts';

export interface YamlParts extends Omit<LeaseGround, 'disk' | 'ids'> {
  /** `<folder>/.ovld` */
  root: string;
  disk: Disk;
  ids: IdMaker;
  /** Stores a message: its id, or undefined where it was stored without one. */
  post: Post;
  hints: DocumentHints;
  /** The text of `dashboard.md`, for the documents as they are. */
  dashboard?: (state: BoardState) => string;
}

const LOOKS = 5;
const LOOK_AGAIN_MS = 4;

/**
 * The board's documents as YAML files. A change is first written whole and durably as an intent
 * (`.intent.json`), then carried out: files, dashboard, messages. A process that finds an intent carries
 * it out before anything else.
 */
export function openYamlDocuments(parts: YamlParts): BoardDocuments {
  const { root, disk, ids, post, hints, dashboard, ...timing } = parts;
  const folder: ProjectFolder = { disk, ids, root };
  const reader = openDocumentReader(disk, root);
  const source: BoardSource = { disk, root, reader };

  async function withBoardLease<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    try {
      await prepareFolders(folder);
      return await withLease({ disk, ids, ...timing }, join(root, at.BOARD_LOCK), work);
    } catch (error) {
      throw translateError(error, root);
    }
  }

  /** Files, dashboard, messages, in this order; then the intent is over. */
  async function carryOut(
    lease: Lease,
    intent: { files: Parameters<typeof applyFiles>[2]; notes: readonly Note[] },
  ): Promise<SentNote[]> {
    await applyFiles(folder, lease, intent.files);
    // A dashboard that was not drawn is drawn with the next change: no move fails for it.
    await drawDashboard(lease).catch(() => undefined);
    const { sent, unsent } = await sendAll(folder, post, intent.notes, lease);
    await closeIntent(folder, lease, unsent);
    return sent;
  }

  async function drawDashboard(lease: Lease): Promise<void> {
    if (dashboard === undefined) return;
    const text = dashboard((await loadBoard(source)).state);
    if ((await readText(at.DASHBOARD)) !== text)
      await lease.replace(join(root, at.DASHBOARD), text);
  }

  /** Carries out the intent of a dead process, and sends the messages that are due. */
  async function replay(lease: Lease): Promise<{ finished: number; notes: SentNote[] }> {
    const intent = await readIntent(folder);
    const late = await readUnsent(folder);
    if (intent === undefined && late.length === 0) return { finished: 0, notes: [] };
    const notes = [...late, ...(intent?.notes ?? [])];
    const sent = await carryOut(lease, { files: intent?.files ?? [], notes });
    return { finished: intent === undefined ? 0 : 1, notes: sent };
  }

  /** Sets broken documents aside, except those this process may not read. */
  async function clearAway(lease: Lease, loaded: LoadedBoard): Promise<boolean> {
    const broken = loaded.broken.filter(({ denied }) => denied !== true);
    for (const { path, reason, text } of broken) {
      // A person has fixed it since it was read.
      if (text !== undefined && (await readText(path)) !== text) continue;
      const isList = path === at.COMMANDS;
      await setAside(folder, path, reason, isList ? text : undefined);
      if (isList) await lease.replace(join(root, path), joinList(loaded.list));
    }
    return broken.length > 0;
  }

  const readText = (path: string): Promise<string | undefined> =>
    disk.read(join(root, path), 1 << 24).catch(() => undefined);

  /** The documents that an editor may be about to save. */
  const listHalfSaved = ({ broken, listText: list = '\n' }: LoadedBoard): string[] => [
    ...broken.flatMap(({ path, denied }) => (denied === true ? [] : path)),
    ...(list.endsWith('\n') ? [] : [at.COMMANDS]),
  ];

  async function loadClean(lease: Lease, needs?: Needs): Promise<LoadedBoard> {
    let loaded = await loadBoard(source, needs);
    const half = listHalfSaved(loaded);
    for (const path of half) await onceSaved(disk, join(root, path));
    if (half.length > 0) loaded = await loadBoard(source, needs);
    return (await clearAway(lease, loaded)) ? loadBoard(source, needs) : loaded;
  }

  async function change<T>(decide: (state: BoardState) => Decision<T>, needs?: Needs) {
    // A written intent is carried out: by this process, or by the one that took the lease from it.
    let decided: { value: T; notes: SentNote[]; filed: string[] } | undefined;
    return withBoardLease(async (lease) => {
      await replay(lease);
      if (decided !== undefined) return decided;
      const loaded = await loadClean(lease, needs);
      const { value, edits, notes } = decide(loaded.state);
      if (edits.length === 0 && notes.length === 0) return { value, notes: [], filed: [] };
      const { files, filed } = await planFiles(reader, loaded, edits, hints);
      const late = await readUnsent(folder);
      await writeIntent(folder, lease, { id: ids.next(), files, notes: [...notes] });
      decided = { value, notes: notes.map((note) => ({ note, id: undefined })), filed };
      try {
        const sent = await carryOut(lease, { files, notes: [...late, ...notes] });
        return { value, notes: sent.slice(late.length), filed };
      } catch (error) {
        // The change is decided: a disk that is full now only delays the next change.
        if (errnoOf(error) === undefined) throw error;
        return decided;
      }
    });
  }

  /** Reads without the lease; reads again what changed meanwhile, and in the end under the lease. */
  async function read(): Promise<BoardState> {
    const mark = async (): Promise<string | undefined> => {
      if (await reader.exists(at.INTENT)) return undefined;
      return (await readNumbers(disk, root))?.text ?? '';
    };
    const whole = async (): Promise<BoardState | undefined> => {
      const before = await mark();
      if (before === undefined) return undefined;
      const { state } = await loadBoard(source);
      return (await mark()) === before ? state : undefined;
    };
    for (let look = 0; look < LOOKS; look += 1) {
      const state = await whole().catch((error: unknown) => {
        throw translateError(error, root);
      });
      if (state !== undefined) return state;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS * (look + 1)));
    }
    return withBoardLease(async (lease) => {
      await replay(lease);
      return (await loadBoard(source)).state;
    });
  }

  return {
    read,
    change,
    async finish() {
      return withBoardLease(async (lease) => {
        const done = await replay(lease);
        await loadClean(lease);
        await drawDashboard(lease).catch(() => undefined);
        return done;
      });
    },
    async archived(taskId) {
      const task = (await findArchivedTasks(reader, [taskId])).get(taskId)?.value;
      if (task === undefined) return undefined;
      const report = await readLastArchivedReport(reader, task);
      return report === undefined ? { task } : { task, report };
    },
    async evaluation(taskId) {
      const found = await readEvaluation(reader, taskId);
      return found === undefined || isBroken(found) ? undefined : found.value.evaluation;
    },
    knowledge: () => readAllKnowledge(reader),
  };
}
