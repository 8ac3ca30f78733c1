import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKnowledgeIndex, type KnowledgeIndex } from '../../src/work/knowledge-search.ts';
import { entries, entry } from '../fixtures/knowledge/load.ts';

let index: KnowledgeIndex;
beforeAll(async () => {
  index = await createKnowledgeIndex([
    ...entries,
    entry('__proto__', { title: '__proto__', tags: ['__proto__', 'constructor'] }),
    entry('odd_1', {
      title: '\u0000\u0007\u001B[31m \uD800 🧟‍♀️',
      tags: ['', ' '],
      files: ['', '*'],
    }),
    entry('odd_2', { title: 'constructor toString hasOwnProperty', content: 'ﷺ'.repeat(3_000) }),
    entry('odd_3', { title: '長'.repeat(5_000), content: 'a'.repeat(50_000) }),
  ]);
});

const long = (text: string): string =>
  text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000);
const distinct = Array.from({ length: 1_500 }, (_, i) => `wxyz${i.toString(36)}`).join(' ');

const queries: [string, string][] = [
  ['nothing', ''],
  ['spaces', ' \t　\n'],
  ['control characters', '\u0000\u0001\u001B[2J\u007F\u0085'],
  ['regular expressions', String.raw`(a+)+$ [^]]*? \k<x> (?<=^)*+ {1,9}`],
  ['emoji', '👩‍👩‍👧‍👦🧟‍♀️🇯🇵❤️‍🔥'],
  ['a lone surrogate', 'cache \uD83D miss \uDC00'],
  ['the prototype', '__proto__ constructor toString hasOwnProperty valueOf'],
  ['wildcards', '* ** ? - -- "quoted" AND OR NOT +a -b ~1'],
  ['one long word', long('a')],
  ['one long identifier', long('aB')],
  ['long punctuation', long('._-/')],
  ['long dots and letters', long('a.')],
  ['long words', long('connection pool exhausted ')],
  ['different words', distinct],
  ['long kanji', long('認証機能追加要求')],
  ['long katakana', long('ミドルウェア')],
  ['long hiragana', long('ことができるようになる')],
  ['characters that grow', long('ﷺ')],
  ['long combining marks', long('e\u0301\u0302')],
];

describe('a hostile query', () => {
  it.each(queries)('of %s is answered', (_, text) => {
    const hits = index.search({ text, limit: 1e9 });
    expect(hits.length).toBeLessThanOrEqual(100);
    for (const { score } of hits) expect(score).toBeGreaterThanOrEqual(0);
    expect(index.search({ text, tags: [text], files: [text] }).length).toBeLessThanOrEqual(100);
    const task = { objective: text, deliverables: [text], context: [text, text], persona: text };
    expect(index.relevantTo(task, 5).length).toBeLessThanOrEqual(5);
  });

  it('costs little more than the longest sensible one, however long it is', () => {
    const time = (text: string): number =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const start = performance.now();
          index.search({ text });
          return performance.now() - start;
        }),
      );
    const sensible = entries
      .slice(0, 10)
      .map(({ content }) => content)
      .join(' ');
    const floor = Math.max(time(sensible), 10);
    for (const [name, text] of queries) expect(time(text), name).toBeLessThan(floor * 50);
  });

  it('finds an entry that really has that name', () => {
    const ids = (query: Parameters<typeof index.search>[0]) =>
      index.search(query).map((hit) => hit.entry.id);
    expect(ids({ tags: ['__proto__'] })).toEqual(['__proto__']);
    expect(ids({ text: '__proto__' })).toEqual(['__proto__']);
    expect(ids({ text: 'toString' })[0]).toBe('odd_2');
    expect(ids({ text: 'constructor' }).sort()).toEqual(['__proto__', 'odd_2']);
  });

  it('of a path or a glob of many stars is answered at once', () => {
    const files = [long('*a'), long('**/'), long('../'), `${'*a'.repeat(400)}b`, 'a/'.repeat(400)];
    const about = entry('deep', { files: ['a'.repeat(900), 'a/'.repeat(450), '**/**/**/x'] });
    index.put(about);
    expect(() => index.search({ files })).not.toThrow();
    index.remove('deep');
  });

  it('of arbitrary text is answered, and arbitrary entries can be put and removed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, (title, tag, asked) => {
        const size = index.size;
        index.put(entry('any', { title, content: asked, tags: [tag], files: [tag] }));
        index.search({ text: asked, tags: [tag], files: [asked] });
        expect(index.search({ tags: [tag], limit: 100 }).length).toBeGreaterThan(0);
        index.remove('any');
        expect(index.size).toBe(size);
      }),
      { numRuns: 100 },
    );
  });
});
