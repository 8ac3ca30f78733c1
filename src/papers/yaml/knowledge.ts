import { join } from 'node:path';
import type { Evaluation } from '../../work/evaluation.ts';
import { evaluationSchema } from '../../work/evaluation.ts';
import { knowledgeSchema, type Knowledge } from '../../work/knowledge.ts';
import { clip } from '../../work/notes.ts';
import type { Filed } from '../papers.ts';
import { isBroken, type Documents } from './documents.ts';
import { EVALUATIONS, KNOWLEDGE } from './places.ts';

const NAME_CHARACTERS = 60;
const MOST_NAMES = 1_000;

/** From the title, where that has letters a file name can have everywhere; else the id. */
export function slugOf({ title, id }: Pick<Knowledge, 'title' | 'id'>): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return /^[a-z0-9][a-z0-9-]{2,}$/.test(slug) ? slug : id;
}

/** A name nobody has: what is there is never written over. */
export async function freeName(documents: Documents, knowledge: Knowledge): Promise<string> {
  const dir = KNOWLEDGE[knowledge.type];
  const slug = slugOf(knowledge);
  for (const name of [slug, `${slug}-${knowledge.id}`]) {
    if (!(await documents.exists(join(dir, `${name}.yaml`)))) return join(dir, `${name}.yaml`);
  }
  for (let n = 2; n < MOST_NAMES; n += 1) {
    const path = join(dir, `${slug}-${knowledge.id}-${n}.yaml`);
    if (!(await documents.exists(path))) return path;
  }
  throw new Error('no name left');
}

export async function allKnowledge(documents: Documents): Promise<Filed<Knowledge>[]> {
  const found: Filed<Knowledge>[] = [];
  for (const dir of Object.values(KNOWLEDGE)) {
    for (const name of await documents.names(dir)) {
      const path = join(dir, `${name}.yaml`);
      const read = await documents.read(path, knowledgeSchema());
      if (read !== undefined && !isBroken(read)) found.push({ document: read.value, path });
    }
  }
  for (const name of await documents.names(EVALUATIONS)) {
    const path = join(EVALUATIONS, `${name}.yaml`);
    const read = await documents.read(path, evaluationSchema());
    if (read === undefined || isBroken(read)) continue;
    for (const document of extracts(read.value.evaluation)) found.push({ document, path });
  }
  return found;
}

/** What an evaluation learnt, as knowledge of its own: its first line is its title. */
function extracts({ task_id, timestamp, knowledge_extracted }: Evaluation): Knowledge[] {
  return knowledge_extracted.map(({ type, content }, i) => ({
    id: `${clip(task_id, 58)}_${i + 1}`,
    type,
    source_task: task_id,
    timestamp,
    title: clip(content.split('\n', 1)[0] ?? content, 120),
    content,
    files: [],
    tags: [],
  }));
}
