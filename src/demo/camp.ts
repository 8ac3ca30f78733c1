import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { nodeDisk } from '../kit/disk.ts';
import { errnoOf } from '../kit/errno.ts';
import { readJournal } from '../relay/read-journal.ts';
import { openStore } from '../store/open.ts';
import type { JournalRecord } from '../store/store.ts';
import { paneFile } from './panes.ts';

/** A relay directory of the demo's own: never the person's, and gone when it is over. */
export interface Camp {
  dir: string;
  panes: string;
  journal(): Promise<JournalRecord[]>;
  strike(): void;
}

export async function pitchCamp(formation: Formation): Promise<Camp> {
  const dir = makeDir();
  const panes = join(dir, 'panes');
  const strike = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  try {
    // Panes that are files: what a relay types into one can be watched.
    const document = JSON.stringify({ ...formation, mux: 'recording' } satisfies Formation);
    await nodeDisk.writeNew(join(dir, 'formation.json'), `${document}\n`, { sync: false });
    await nodeDisk.mkdir(panes);
    for (const role of rolesOf(formation)) await nodeDisk.append(paneFile(panes, role), '');
  } catch (error) {
    strike();
    throw unusable(dir, error);
  }
  const journal = async (): Promise<JournalRecord[]> => {
    const all: JournalRecord[] = [];
    const store = await openStore({ kind: 'files', dir });
    await readJournal(store.journal, async (records) => void all.push(...records));
    return all;
  };
  return { dir, panes, journal, strike };
}

function makeDir(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'ovld-demo-')); // 0700 by mkdtemp's own promise
  } catch (error) {
    throw unusable(tmpdir(), error);
  }
}

const unusable = (path: string, error: unknown): OvldError =>
  new OvldError(
    'store_unusable',
    { path, reason: errnoOf(error) ?? String(error) },
    { cause: error },
  );
