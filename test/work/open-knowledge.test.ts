import { expect, it } from 'vitest';
import type { Filed } from '../../src/documents/documents.ts';
import type { Knowledge } from '../../src/work/knowledge.ts';
import {
  createKnowledgeIndex,
  type KnowledgeEntry,
  type KnowledgeIndex,
} from '../../src/work/knowledge-search.ts';
import { openKnowledge } from '../../src/work/open-knowledge.ts';

const filed = (id: string, title: string): Filed<Knowledge> => ({
  document: {
    id,
    type: 'pattern',
    timestamp: '2026-02-08T10:00:00',
    title,
    content: 'c',
    files: [],
    tags: [],
  },
  path: `knowledge/patterns/${id}.yaml`,
});

it('knowledge is looked up in the current documents, and only changed ones are read again', async () => {
  const entries = new Map<string, KnowledgeEntry>();
  const told: string[] = [];
  let made = 0;
  const index: Omit<KnowledgeIndex, 'size'> = {
    put: (entry) => (told.push(`put ${entry.id}`), void entries.set(entry.id, entry)),
    remove: (id) => (told.push(`remove ${id}`), void entries.delete(id)),
    search: ({ text = '' }) =>
      [...entries.values()]
        .filter(({ title }) => title.includes(text))
        .map((entry) => ({ entry, score: 1, matched: [] })),
    relevantTo: (_task, limit) => index.search({}).slice(0, limit),
  };
  let documents = [filed('pattern_001', 'iron'), filed('pattern_002', 'wood')];
  const knowledge = openKnowledge(
    { knowledge: async () => documents },
    async () => ((made += 1), index),
  );

  expect(await knowledge.search({ text: 'iron' })).toMatchObject([
    { entry: { id: 'pattern_001' }, path: 'knowledge/patterns/pattern_001.yaml' },
  ]);
  await Promise.all([knowledge.search({}), knowledge.search({})]);
  expect(told.splice(0)).toEqual(['put pattern_001', 'put pattern_002']);

  const [iron = filed('x', 'x')] = documents;
  documents = [iron, filed('pattern_003', 'stone')];
  const task = { objective: 'o', deliverables: [], context: [], persona: 'p' };
  expect(await knowledge.relevantTo(task, 1)).toHaveLength(1);
  expect(told.splice(0)).toEqual(['remove pattern_002', 'put pattern_003']);
  documents = [filed('pattern_001', 'steel'), ...documents.slice(1)];
  expect(await knowledge.search({ text: 'steel' })).toHaveLength(1);
  expect(told).toEqual(['put pattern_001']);
  expect(made).toBe(1);
});

it('two documents with one number, of two clones of a project, are both found', async () => {
  const [ours, theirs] = [filed('pattern_001', 'iron gates'), filed('pattern_001', 'wooden walls')];
  theirs.path = 'knowledge/patterns/wooden-walls.yaml';
  let documents = [ours, theirs];
  const knowledge = openKnowledge({ knowledge: async () => documents }, createKnowledgeIndex);
  for (const { document, path } of documents) {
    const [hit] = await knowledge.search({ text: document.title });
    expect(hit).toMatchObject({ entry: { id: 'pattern_001', title: document.title }, path });
  }
  documents = [theirs];
  expect(await knowledge.search({})).toMatchObject([{ entry: { title: 'wooden walls' } }]);
});
