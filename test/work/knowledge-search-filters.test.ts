import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createKnowledgeIndex,
  type KnowledgeEntry,
  type KnowledgeQuery,
} from '../../src/work/knowledge-search.ts';
import { entry } from '../fixtures/knowledge/load.ts';

const shelf: KnowledgeEntry[] = [
  entry('lesson_001', {
    title: 'Tokens expire',
    tags: ['Auth', 'JWT'],
    files: ['src/auth/token.ts'],
    timestamp: '2026-01-01T10:00:00',
  }),
  entry('pattern_001', {
    type: 'pattern',
    title: 'Tokens rotate',
    tags: ['auth', '認証'],
    files: ['./src/auth/refresh.ts', 'Dockerfile'],
    timestamp: '2026-03-01T10:00:00',
  }),
  entry('lesson_002', {
    title: 'Migrate in steps',
    tags: ['ＤＢ', '認証'],
    files: ['migrations/', 'src/**/*.sql'],
    timestamp: '2026-02-01T10:00:00',
  }),
  entry('lesson_003', { title: 'No date, no files', tags: ['ci'] }),
];

async function found(query: KnowledgeQuery): Promise<string[]> {
  const index = await createKnowledgeIndex(shelf);
  return index.search(query).map((hit) => hit.entry.id);
}

describe('a listing of knowledge', () => {
  it.each<[string, KnowledgeQuery, string[]]>([
    ['nothing asked', {}, ['pattern_001', 'lesson_002', 'lesson_001', 'lesson_003']],
    ['an empty text', { text: ' 　\n' }, ['pattern_001', 'lesson_002', 'lesson_001', 'lesson_003']],
    ['a limit', { limit: 2 }, ['pattern_001', 'lesson_002']],
    ['a limit of nothing', { limit: 0 }, ['pattern_001']],
    ['a strange limit', { limit: Number.NaN, type: 'pattern' }, ['pattern_001']],
    ['a type', { type: 'lesson' }, ['lesson_002', 'lesson_001', 'lesson_003']],
    ['a tag', { tags: ['auth'] }, ['pattern_001', 'lesson_001']],
    ['a tag in another case', { tags: ['jwt'] }, ['lesson_001']],
    ['a tag in another width', { tags: ['db'] }, ['lesson_002']],
    ['two tags, both needed', { tags: ['AUTH', '認証 '] }, ['pattern_001']],
    ['no such tag', { tags: ['aut'] }, []],
    ['a tag and a type', { tags: ['認証'], type: 'lesson' }, ['lesson_002']],
    ['a text and a tag', { text: 'tokens', tags: ['jwt'] }, ['lesson_001']],
    ['a text without words, and a tag', { text: '???', tags: ['jwt'] }, ['lesson_001']],
    ['a text without words alone', { text: '???' }, []],
    ['words that are nowhere, and a tag', { text: 'zebra', tags: ['jwt'] }, []],
  ])('is newest first for %s [bastion.knowledge.9]', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});

describe('a search by file', () => {
  it.each<[string, string[]]>([
    ['src/auth/token.ts', ['lesson_001']],
    ['SRC\\auth\\token.ts', ['lesson_001']],
    ['./src//auth/token.ts', ['lesson_001']],
    ['/home/me/project/src/auth/token.ts', ['lesson_001']],
    ['token.ts', ['lesson_001']],
    ['auth/token.ts', ['lesson_001']],
    ['oken.ts', []],
    ['src/auth', ['pattern_001', 'lesson_001']],
    ['src/auth/', ['pattern_001', 'lesson_001']],
    ['src/aut', []],
    ['src/auth/*.ts', ['pattern_001', 'lesson_001']],
    ['src/*/token.*', ['lesson_001']],
    ['src/*.ts', []],
    ['**/refresh.ts', ['pattern_001']],
    ['t?ken.ts', ['lesson_001']],
    ['services/api/Dockerfile', ['pattern_001']],
    ['migrations/0042.sql', ['lesson_002']],
    ['/srv/app/migrations/2026/0042.sql', ['lesson_002']],
    ['src/db/views/all.sql', ['lesson_002']],
    ['', []],
    ['/', []],
  ])('for %s finds its entries [bastion.knowledge.8]', async (file, expected) => {
    expect(await found({ files: [file] })).toEqual(expected);
  });

  it('with several files finds what any of them finds', async () => {
    expect(await found({ files: ['token.ts', 'refresh.ts'] })).toEqual([
      'pattern_001',
      'lesson_001',
    ]);
  });
});

describe('putting and removing entries', () => {
  it('finds an entry that is put again by its new words only', async () => {
    const index = await createKnowledgeIndex(shelf);
    index.put(entry('lesson_001', { title: 'Zebras sleep', tags: ['zoo'] }));
    expect(index.size).toBe(4);
    expect(index.search({ text: 'expire' })).toEqual([]);
    expect(index.search({ text: 'zebra' })).toHaveLength(1);
    index.remove('lesson_001');
    index.remove('lesson_001');
    index.remove('nobody');
    expect(index.size).toBe(3);
    expect(index.search({ text: 'zebra' })).toEqual([]);
  });

  it("is not affected by later changes to the caller's entry", async () => {
    const tags = ['zoo'];
    const own = entry('a', { title: 'Zebras sleep', tags });
    const index = await createKnowledgeIndex([own]);
    own.title = 'Lions hunt';
    tags.push('savanna');
    expect(index.search({ tags: ['savanna'] })).toEqual([]);
    index.remove('a');
    expect(index.search({ text: 'zebra' })).toEqual([]);
  });

  it('leaves the index equal to a fresh one', async () => {
    const word = fc.constantFrom('redis', '認証', 'ミドルウェア', 'useEffect', '落ちる', 'v1.2.3');
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      gone: fc.boolean(),
      title: word,
      content: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const index = await createKnowledgeIndex();
        const model = new Map<string, KnowledgeEntry>();
        for (const { id, gone, title, content } of changes) {
          if (gone) index.remove(id);
          else index.put(entry(id, { title, content }));
          model.delete(id);
          if (!gone) model.set(id, entry(id, { title, content }));
        }
        const fresh = await createKnowledgeIndex(model.values());
        for (const text of ['redis', '認証', 'ミドルウェア', 'effect', '落ちた', '1.2.3', '']) {
          const ids = [index, fresh].map((one) =>
            one
              .search({ text })
              .map((hit) => hit.entry.id)
              .sort(),
          );
          expect(ids[0]).toEqual(ids[1]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
