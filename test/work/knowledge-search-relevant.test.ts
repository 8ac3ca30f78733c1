import { describe, expect, it } from 'vitest';
import { createKnowledgeIndex } from '../../src/work/knowledge-search.ts';
import { entries, entry, tasks } from '../fixtures/knowledge/load.ts';

const index = await createKnowledgeIndex(entries);
const related = tasks.filter(({ must }) => must !== undefined);
const unrelated = tasks.filter(({ must }) => must === undefined);
const offered = (task: (typeof tasks)[number], limit = 5) =>
  index.relevantTo(task, limit).map((hit) => hit.entry.id);

describe('the knowledge offered with a task', () => {
  it.each(related)('is about the task: $objective', (task) => {
    const fitting = new Set([...(task.must ?? []), ...(task.may ?? [])]);
    expect(offered(task).filter((id) => !fitting.has(id))).toEqual([]);
    expect(offered(task)).not.toEqual([]);
  });

  it('is nearly all that belongs to it', () => {
    const wanted = related.flatMap((task) => (task.must ?? []).map((id) => ({ task, id })));
    const there = wanted.filter(({ task, id }) => offered(task).includes(id));
    process.stdout.write(`offered: ${there.length} of ${wanted.length} that must be\n`);
    expect(there.length).toBeGreaterThanOrEqual(0.9 * wanted.length);
  });

  it.each(unrelated)('is empty for $objective', (task) => {
    expect(offered(task)).toEqual([]);
  });

  it('is limited to the number asked for', () => {
    for (const task of related) expect(offered(task, 1)).toHaveLength(1);
  });

  it('is as strictly chosen with few entries: two words, or one and the file', async () => {
    const task = (objective: string, deliverables: string[] = []) => ({
      objective,
      deliverables,
      context: [],
    });
    const small = await createKnowledgeIndex([
      entry('a', { title: 'Redis keys expire together', files: ['src/cache/*.ts'] }),
      entry('b', { title: 'Cookies get lost' }),
      entry('c', { title: 'テストの実行順' }),
    ]);
    const ids = (one: ReturnType<typeof task>) =>
      small.relevantTo(one, 5).map((hit) => hit.entry.id);
    expect(ids(task('Let redis keys live longer'))).toEqual(['a']);
    expect(ids(task('Write about redis'))).toEqual([]);
    expect(ids(task('Let rediss keiys exspire'))).toEqual([]);
    expect(small.search({ text: 'rediss keiys exspire' })).toHaveLength(1);
    expect(ids(task('Write about redis', ['src/cache/store.ts']))).toEqual(['a']);
    expect(ids(task('Write about redis', ['src/pages/store.ts']))).toEqual([]);
    expect(ids(task('Write a page', ['src/cache/store.ts']))).toEqual([]);
    expect(ids(task('ミドルウェアのテスト'))).toEqual([]);
    expect((await createKnowledgeIndex()).relevantTo(task('anything'), 5)).toEqual([]);
  });

  it('includes what the task names by its id', () => {
    const task = { objective: 'Say hello', deliverables: [], context: ['lesson_042 を参照'] };
    expect(index.relevantTo(task, 5).map((hit) => hit.entry.id)).toEqual(['lesson_042']);
  });

  it('is not chosen by the persona alone', () => {
    const persona = 'React Frontend Accessibility Kubernetes Postgres Engineer';
    expect(
      index.relevantTo({ objective: 'Say hello', deliverables: [], context: [], persona }, 5),
    ).toEqual([]);
  });
});
