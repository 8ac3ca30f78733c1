import { join } from 'node:path';
import { evaluationSchema, type Evaluation } from '../../work/evaluation.ts';
import { knowledgeSchema, type Knowledge } from '../../work/knowledge.ts';
import { clip } from '../../work/notes.ts';
import type { Filed } from '../documents.ts';
import type { DocumentReader } from './document-reader.ts';
import { EVALUATIONS, KNOWLEDGE } from './places.ts';

const NAME_CHARACTERS = 60;
const MOST_NAMES = 1_000;

/** The title in letters that every file system takes; the id where it has none. */
export function makeSlug({ title, id }: Pick<Knowledge, 'title' | 'id'>): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return /^[a-z0-9][a-z0-9-]{2,}$/.test(slug) ? slug : id;
}

/** A name that is not taken: a file is never written over. */
export async function findFreeName(reader: DocumentReader, knowledge: Knowledge): Promise<string> {
  const dir = KNOWLEDGE[knowledge.type];
  const slug = makeSlug(knowledge);
  for (const name of [slug, `${slug}-${knowledge.id}`]) {
    if (!(await reader.exists(join(dir, `${name}.yaml`)))) return join(dir, `${name}.yaml`);
  }
  for (let n = 2; n < MOST_NAMES; n += 1) {
    const path = join(dir, `${slug}-${knowledge.id}-${n}.yaml`);
    if (!(await reader.exists(path))) return path;
  }
  throw new Error('no name left');
}

export async function readAllKnowledge(reader: DocumentReader): Promise<Filed<Knowledge>[]> {
  const found: Filed<Knowledge>[] = [];
  for (const dir of Object.values(KNOWLEDGE)) {
    for (const { value: document, path } of await reader.readAll(dir, knowledgeSchema()))
      found.push({ document, path });
  }
  for (const { value, path } of await reader.readAll(EVALUATIONS, evaluationSchema())) {
    for (const document of extractKnowledge(value.evaluation)) found.push({ document, path });
  }
  return found;
}

/** The knowledge in an evaluation; its first line is its title. */
function extractKnowledge({ task_id, timestamp, knowledge_extracted }: Evaluation): Knowledge[] {
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
