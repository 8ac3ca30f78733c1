import fs from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../../kit/disk.ts';
import { namesIn } from '../../kit/survey.ts';
import { openDocumentReader } from './document-reader.ts';
import { readAllKnowledge } from './knowledge.ts';
import { loadBoard } from './load.ts';
import { ARCHIVE, INTENT } from './places.ts';

/** How much stands in a project's `.ovld/`. It only looks: a change that is not finished stays so. */
export async function countDocuments(root: string) {
  const disk = nodeDisk;
  const reader = openDocumentReader(disk, root);
  const { state } = await loadBoard({ disk, root, reader });
  const unfinished = fs.existsSync(join(root, INTENT)) ? 1 : 0;
  return {
    commands: state.commands.length + namesIn(join(root, ARCHIVE)).length,
    knowledge: (await readAllKnowledge(reader)).length,
    unread: state.faults.length + unfinished,
  };
}
