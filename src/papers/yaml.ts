import { join } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import type { Disk } from '../kit/disk.ts';
import { errnoOf } from '../kit/errno.ts';
import type { IdMaker } from '../kit/id.ts';
import { withLease, type Lease, type LeaseGround } from '../kit/leased-file.ts';
import { onceSaved } from '../kit/once-saved.ts';
import type { Decision, Needs, Note, PaperHints, Papers, SentNote, Sheets } from './papers.ts';
import { setAside, type Ground } from './yaml/aside.ts';
import { listText } from './yaml/command-list.ts';
import { isBroken, openDocuments } from './yaml/documents.ts';
import { prepare } from './yaml/ground.ts';
import { applyFiles, closeIntent, readIntent, readUnsent, writeIntent } from './yaml/intent.ts';
import { allKnowledge } from './yaml/knowledge.ts';
import { archivedTasks, loadShelf, readEvaluation, type Library, type Shelf } from './yaml/load.ts';
import { readNumbers } from './yaml/numbers.ts';
import * as at from './yaml/places.ts';
import { planOf } from './yaml/plan.ts';
import { lastArchivedReport } from './yaml/reports.ts';
import { sendAll, type Post } from './yaml/send.ts';
import { translated } from './yaml/trouble.ts';

export interface YamlParts {
  /** `<folder>/.ovld` */
  root: string;
  disk: Disk;
  ids: IdMaker;
  /** Stores a message: its id, or undefined where it was stored without one. */
  post: Post;
  hints: PaperHints;
  /** The text of `dashboard.md`, for the documents as they are. */
  dashboard?: (sheets: Sheets) => string;
  clock?: Pick<Clock, 'now' | 'monotonic'>;
  leaseMs?: number;
  waitMs?: number;
  isAlive?: NonNullable<LeaseGround['isAlive']>;
}

const LOOKS = 5;
const LOOK_AGAIN_MS = 4;

/**
 * The board's documents as YAML files. A change is decided on paper first (`.intent.json`, whole and
 * durable), then done: files, dashboard, messages. Whoever finds an intent does it before anything else.
 */
export function openYamlPapers(parts: YamlParts): Papers {
  const { root, disk, ids, post, hints, dashboard } = parts;
  const ground: Ground = { disk, ids, root };
  const documents = openDocuments(disk, root);
  const library: Library = { disk, root, documents };

  async function leased<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const { clock, leaseMs, waitMs, isAlive } = parts;
    const options = Object.entries({ clock, leaseMs, waitMs, isAlive });
    const given = Object.fromEntries(options.filter(([, value]) => value !== undefined));
    try {
      await prepare(ground);
      return await withLease({ disk, ids, ...given }, join(root, at.BOARD_LOCK), work);
    } catch (error) {
      throw translated(error, root);
    }
  }

  /** Files, dashboard, messages, in this order; then the intent is over. */
  async function carryOut(
    lease: Lease,
    intent: { files: Parameters<typeof applyFiles>[2]; notes: readonly Note[] },
  ): Promise<SentNote[]> {
    await applyFiles(ground, lease, intent.files);
    // Whoever looks at it sees it with the next change: no move fails for a picture.
    await drawDashboard(lease).catch(() => undefined);
    const { sent, unsent } = await sendAll(ground, post, intent.notes, lease);
    await closeIntent(ground, lease, unsent);
    return sent;
  }

  async function drawDashboard(lease: Lease): Promise<void> {
    if (dashboard === undefined) return;
    const path = join(root, at.DASHBOARD);
    const text = dashboard((await loadShelf(library)).sheets);
    if ((await disk.read(path, 1 << 24).catch(() => undefined)) !== text)
      await lease.replace(path, text);
  }

  /** What somebody else decided and did not finish, and messages that are due. */
  async function replay(lease: Lease): Promise<{ finished: number; notes: SentNote[] }> {
    const intent = await readIntent(ground);
    const late = await readUnsent(ground);
    if (intent === undefined && late.length === 0) return { finished: 0, notes: [] };
    const notes = [...late, ...(intent?.notes ?? [])];
    const sent = await carryOut(lease, { files: intent?.files ?? [], notes });
    return { finished: intent === undefined ? 0 : 1, notes: sent };
  }

  /** Out of the way of everybody else, where it is not a matter of who may read it. */
  async function clearAway(lease: Lease, shelf: Shelf): Promise<boolean> {
    const broken = shelf.broken.filter(({ denied }) => denied !== true);
    for (const {
      path,
      reason,
      text = path === at.COMMANDS ? shelf.listText : undefined,
    } of broken) {
      // Put right by a person, between our look and now.
      if (text !== undefined && (await textNow(path)) !== text) continue;
      if (path !== at.COMMANDS) {
        await setAside(ground, path, reason);
        continue;
      }
      await setAside(ground, path, reason, shelf.listText ?? '');
      await lease.replace(join(root, path), listText(shelf.list));
    }
    return broken.length > 0;
  }

  const textNow = (path: string): Promise<string | undefined> =>
    disk.read(join(root, path), 1 << 24).catch(() => undefined);

  /** What may be half of a document that an editor is about to save. */
  const halves = ({ broken, listText: list = '\n' }: Shelf): string[] => [
    ...broken.flatMap(({ path, denied }) => (denied === true ? [] : path)),
    ...(list.endsWith('\n') ? [] : [at.COMMANDS]),
  ];

  async function loadClean(lease: Lease, needs?: Needs): Promise<Shelf> {
    let shelf = await loadShelf(library, needs);
    const half = halves(shelf);
    for (const path of half) await onceSaved(disk, join(root, path));
    if (half.length > 0) shelf = await loadShelf(library, needs);
    return (await clearAway(lease, shelf)) ? loadShelf(library, needs) : shelf;
  }

  async function change<T>(decide: (sheets: Sheets) => Decision<T>, needs?: Needs) {
    // Once an intent is written it happens: by us, or by whoever took the lease from us.
    let decided: { value: T; notes: SentNote[]; filed: string[] } | undefined;
    return leased(async (lease) => {
      if (decided !== undefined) {
        await replay(lease);
        return decided;
      }
      await replay(lease);
      const shelf = await loadClean(lease, needs);
      const { value, edits, notes } = decide(shelf.sheets);
      if (edits.length === 0 && notes.length === 0) return { value, notes: [], filed: [] };
      const { files, filed } = await planOf(documents, shelf, edits, hints);
      const late = await readUnsent(ground);
      await writeIntent(ground, lease, { id: ids.next(), files, notes: [...notes] });
      decided = { value, notes: notes.map((note) => ({ note, id: undefined })), filed };
      try {
        const sent = await carryOut(lease, { files, notes: [...late, ...notes] });
        return { value, notes: sent.slice(late.length), filed };
      } catch (error) {
        // A disk that is full now keeps the next one waiting, not this one: it is decided.
        if (errnoOf(error) === undefined) throw error;
        return decided;
      }
    });
  }

  /** Nobody is kept out: what changed while it was read is read again, and in the end read in turn. */
  async function read(): Promise<Sheets> {
    const mark = async (): Promise<string | undefined> => {
      if (await documents.exists(at.INTENT)) return undefined;
      return (await readNumbers(disk, root))?.text ?? '';
    };
    const whole = async (): Promise<Sheets | undefined> => {
      const before = await mark();
      if (before === undefined) return undefined;
      const { sheets } = await loadShelf(library);
      return (await mark()) === before ? sheets : undefined;
    };
    for (let look = 0; look < LOOKS; look += 1) {
      const sheets = await whole().catch((error: unknown) => {
        throw translated(error, root);
      });
      if (sheets !== undefined) return sheets;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS * (look + 1)));
    }
    return leased(async (lease) => {
      await replay(lease);
      return (await loadShelf(library)).sheets;
    });
  }

  return {
    read,
    change,
    async finish() {
      return leased(async (lease) => {
        const done = await replay(lease);
        await loadClean(lease);
        await drawDashboard(lease).catch(() => undefined);
        return done;
      });
    },
    async archived(taskId) {
      const task = (await archivedTasks(documents, [taskId])).get(taskId)?.value;
      if (task === undefined) return undefined;
      const report = await lastArchivedReport(documents, task);
      return report === undefined ? { task } : { task, report };
    },
    async evaluation(taskId) {
      const found = await readEvaluation(documents, taskId);
      return found === undefined || isBroken(found) ? undefined : found.value.evaluation;
    },
    knowledge: () => allKnowledge(documents),
  };
}
