import { describe, expect, it } from 'vitest';
import { createKnowledgeIndex, relevantTo } from '../../src/work/knowledge-search.ts';
import { entries, entry, tasks } from '../fixtures/knowledge/load.ts';

const index = await createKnowledgeIndex(entries);
const related = tasks.filter(({ must }) => must !== undefined);
const unrelated = tasks.filter(({ must }) => must === undefined);
const offered = (task: (typeof tasks)[number], limit?: number) =>
  relevantTo(index, task, limit).map((hit) => hit.entry.id);

describe('what is offered with a task', () => {
  it.each(related)('$objective: nothing that is not about it', (task) => {
    const fitting = new Set([...(task.must ?? []), ...(task.may ?? [])]);
    expect(offered(task).filter((id) => !fitting.has(id))).toEqual([]);
    expect(offered(task)).not.toEqual([]);
  });

  it('is nearly all that should be', () => {
    const wanted = related.flatMap((task) => (task.must ?? []).map((id) => ({ task, id })));
    const there = wanted.filter(({ task, id }) => offered(task).includes(id));
    process.stdout.write(`offered: ${there.length} of ${wanted.length} that must be\n`);
    expect(there.length).toBeGreaterThanOrEqual(0.9 * wanted.length);
  });

  it.each(unrelated)('$objective: nothing at all', (task) => {
    expect(offered(task)).toEqual([]);
  });

  it('is no more than asked for', () => {
    for (const task of related) expect(offered(task, 1)).toHaveLength(1);
  });

  it('is as strict on a small shelf: two words, or one and the file', async () => {
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
    const ids = (one: ReturnType<typeof task>) => relevantTo(small, one).map((hit) => hit.entry.id);
    expect(ids(task('Let redis keys live longer'))).toEqual(['a']);
    expect(ids(task('Write about redis'))).toEqual([]);
    expect(ids(task('Let rediss keiys exspire'))).toEqual([]);
    expect(small.search({ text: 'rediss keiys exspire' })).toHaveLength(1);
    expect(ids(task('Write about redis', ['src/cache/store.ts']))).toEqual(['a']);
    expect(ids(task('Write about redis', ['src/pages/store.ts']))).toEqual([]);
    expect(ids(task('Write a page', ['src/cache/store.ts']))).toEqual([]);
    expect(ids(task('ミドルウェアのテスト'))).toEqual([]);
    expect(relevantTo(await createKnowledgeIndex(), task('anything'))).toEqual([]);
  });

  it('is what the task names by its id', () => {
    const task = { objective: 'Say hello', deliverables: [], context: ['lesson_042 を参照'] };
    expect(relevantTo(index, task).map((hit) => hit.entry.id)).toEqual(['lesson_042']);
  });

  it('is not the persona alone', () => {
    const persona = 'React Frontend Accessibility Kubernetes Postgres Engineer';
    expect(
      relevantTo(index, { objective: 'Say hello', deliverables: [], context: [], persona }),
    ).toEqual([]);
  });
});
