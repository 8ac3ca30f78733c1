import { describe, expect, it } from 'vitest';
import { createKnowledgeIndex } from '../../src/work/knowledge-search.ts';
import { entries, entry, heldOut, questions, type Question } from '../fixtures/knowledge/load.ts';

const ids = (hits: readonly { entry: { id: string } }[]): string[] =>
  hits.map(({ entry: { id } }) => id);

/** Whether a text, as the title of an entry among others, is found by a query. */
async function finds(text: string, query: string): Promise<boolean> {
  const index = await createKnowledgeIndex([
    entry('this', { title: text }),
    entry('other', { title: 'Unrelated', content: 'まったく別の話' }),
  ]);
  return ids(index.search({ text: query }))[0] === 'this';
}

describe('the expected entry', () => {
  async function places(asked: readonly Question[]): Promise<number[]> {
    const index = await createKnowledgeIndex(entries);
    return asked.map(({ ask, right }) => ids(index.search({ text: ask })).indexOf(right));
  }
  const among = (found: readonly number[], n: number): number =>
    found.filter((place) => place >= 0 && place < n).length;
  const tell = (what: string, asked: readonly Question[], found: readonly number[]): void => {
    for (const lang of ['en', 'ja'] as const) {
      const own = found.filter((_, i) => asked[i]?.lang === lang);
      process.stdout.write(
        `${what}, ${lang}: first ${among(own, 1)}, in three ${among(own, 3)}, of ${own.length}\n`,
      );
    }
  };

  it('exists for every question, half of which are Japanese', () => {
    const known = new Set(entries.map(({ id }) => id));
    expect(known.size).toBe(entries.length);
    for (const { right } of [...questions, ...heldOut]) expect(known).toContain(right);
    expect(questions.filter(({ lang }) => lang === 'ja')).toHaveLength(15);
    expect(questions).toHaveLength(30);
  });

  it('is first for 80 % of the questions, and in the first three for 95 %', async () => {
    const found = await places(questions);
    tell('30 questions', questions, found);
    expect(among(found, 1)).toBeGreaterThanOrEqual(0.8 * questions.length);
    expect(among(found, 3)).toBeGreaterThanOrEqual(0.95 * questions.length);
  });

  it('is measured for the held-out questions, without a threshold', async () => {
    tell('held out', heldOut, await places(heldOut));
  });
});

describe('a search for words', () => {
  it.each([
    ['ミドルウェアの順番', 'ミドルウェア'],
    ['認証ミドルウェアの順番', 'ミドルウェア'],
    ['ミドル ウェア', 'ミドルウェア'],
    ['認証機能を足す', '認証'],
    ['認証', '認証機能'],
    ['不具合の報告', '不具合報告'],
    ['デプロイの自動化', '自動'],
    ['後方互換性', '互換'],
    ['互換を保つ', '後方互換性'],
    ['サーバの再起動', 'サーバー'],
    ['テストが落ちた', '落ちる'],
    ['ｻｰﾊﾞｰ ＡＢＣ', 'サーバー'],
    ['ＡＢＣ分析', 'abc'],
    ['決済APIを待つ', 'api'],
    ['再試行の間隔', 'リトライ'],
    ['Retry with jitter', '再試行'],
    ['データベースの移行', 'migration'],
    ['caches everywhere', 'caching'],
    ['Retries', 'retried'],
    ['planned migrations', 'migrate the plan'],
    ['useEffect hook', 'effect'],
    ['useEffect hook', 'use_effect'],
    ['set MAX_OLD_SPACE', 'maxOldSpace'],
    ['HTTPServer closes', 'http server'],
    ['max.poll.interval.ms', 'interval'],
    ['needs Node v20.19.1', '20.19.1'],
    ['see src/auth/token.ts', 'token'],
    ['kubernetes probes', 'kuberntes'],
    ['kubernetes probes', 'kuber'],
    ['naïve café', 'café'],
  ])('finds «%s» by «%s»', async (text, query) => {
    expect(await finds(text, query)).toBe(true);
  });

  it.each([
    ['version 1.2.3', '1.2.4'],
    ['認証', '証人'],
    ['the cat', 'how is the'],
    ['ログインする', 'するとき'],
    ['cart', 'carp'],
    ['ブロックを積む', 'ロック'],
  ])('does not find «%s» by «%s»', async (text, query) => {
    expect(await finds(text, query)).toBe(false);
  });

  it('allows a misspelling only where no entry has that spelling', async () => {
    const index = await createKnowledgeIndex([
      entry('a', { title: 'the caller waits' }),
      entry('b', { title: 'the called waits' }),
    ]);
    expect(ids(index.search({ text: 'caller' }))).toEqual(['a']);
    expect(ids(index.search({ text: 'callxr' }))).toEqual(['a']);
  });

  it('reports the words as they were asked', async () => {
    const index = await createKnowledgeIndex([entry('a', { title: 'キャッシュ caching 再試行' })]);
    const [hit] = index.search({ text: 'CACHED リトライ nothing' });
    expect(hit?.matched).toEqual(['cached', 'リトライ']);
  });
});

describe('ranking', () => {
  it('puts a word in the title or the tags before the text, and the text before a path', async () => {
    const filler = Array.from({ length: 20 }, (_, i) =>
      entry(`f${i}`, { title: 'x', content: 'y' }),
    );
    const index = await createKnowledgeIndex([
      ...filler,
      entry('path', { title: 'one two', content: 'three four', files: ['src/redis.ts'] }),
      entry('text', { title: 'one two', content: 'three redis' }),
      entry('title', { title: 'one redis', content: 'three four' }),
    ]);
    expect(ids(index.search({ text: 'redis' }))).toEqual(['title', 'text', 'path']);
  });

  it('puts the entry with more of the words first, and equal ones newest first', async () => {
    const index = await createKnowledgeIndex([
      entry('old', { title: 'redis', timestamp: '2026-01-01T00:00:00' }),
      entry('new', { title: 'redis', timestamp: '2026-03-01T00:00:00' }),
      entry('both', { title: 'redis queue', timestamp: '2025-01-01T00:00:00' }),
    ]);
    expect(ids(index.search({ text: 'redis queue' }))).toEqual(['both', 'new', 'old']);
  });

  it('counts two matching words more than one that is repeated', async () => {
    const filler = Array.from({ length: 20 }, (_, i) =>
      entry(`f${i}`, { title: 'x', content: 'y' }),
    );
    const index = await createKnowledgeIndex([
      ...filler,
      entry('loud', { title: 'Redis redis', content: 'redis, always redis' }),
      entry('both', {
        title: 'Notes',
        content: 'On the weekend the queue of redis was full again',
      }),
    ]);
    expect(ids(index.search({ text: 'redis queue' }))).toEqual(['both', 'loud']);
  });

  it('counts pieces of one word as one word', async () => {
    const index = await createKnowledgeIndex([
      entry('one', { content: 'ミドルウェア' }),
      entry('two', { content: '登録 redis weekend' }),
    ]);
    expect(ids(index.search({ text: 'ミドルウェア 登録 redis' }))).toEqual(['two', 'one']);
  });

  it('finds the entry of an id or a source task', async () => {
    const index = await createKnowledgeIndex(entries);
    expect(ids(index.search({ text: 'lesson_042' }))[0]).toBe('lesson_042');
    expect(ids(index.search({ text: 'what did subtask_017 teach us' }))[0]).toBe(
      entries.find(({ source_task }) => source_task === 'subtask_017')?.id,
    );
  });
});
