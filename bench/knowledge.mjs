// Knowledge search: how fast over 5,000 entries, and how often the right entry is found (test/fixtures/knowledge).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { quantile, remove, tempDir, timed } from './lib.mjs';

const SIZE = 5_000;
const fixture = (name) =>
  parse(readFileSync(new URL(`../test/fixtures/knowledge/${name}.yaml`, import.meta.url), 'utf8'));

/** The search is no part of the library: it is bundled here as it is for a relay. */
async function withSearch(work) {
  const dir = tempDir();
  const outfile = join(dir, 'search.mjs');
  const entry = fileURLToPath(new URL('../src/work/knowledge-search.ts', import.meta.url));
  try {
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node' });
    return await work(await import(pathToFileURL(outfile).href));
  } finally {
    remove(dir);
  }
}

/** Always the same numbers. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Entries with sentences, tags and files of the fixture's, mixed anew: the same words, as long, as rare. */
function grown(entries, size) {
  const roll = dice(6);
  const one = (list) => list[roll(list.length)];
  const pools = byLanguage(entries).map((own) => ({
    titles: own.map(({ title }) => title),
    sentences: own.flatMap(({ content }) => content.split(/(?<=[.。])\s*/)).filter(Boolean),
    tags: own.flatMap(({ tags }) => tags),
    files: own.flatMap(({ files }) => files),
  }));
  const more = Array.from({ length: size - entries.length }, (_, i) => {
    const { titles, sentences, tags, files } = pools[i % pools.length];
    return {
      id: `lesson_${1_000 + i}`,
      type: 'lesson',
      timestamp: '2026-02-01T10:00:00',
      title: `${one(titles)} (${one(titles)})`,
      content: [one(sentences), one(sentences), one(sentences)].join('\n'),
      tags: [one(tags), one(tags)],
      files: [one(files)],
    };
  });
  return [...entries, ...more];
}

const byLanguage = (entries) =>
  [true, false].map((japanese) =>
    entries.filter(({ content }) => /[ぁ-ん]/.test(content) === japanese),
  );

export const knowledgeSearch = () =>
  withSearch(async ({ createKnowledgeIndex }) => {
    const entries = fixture('entries');
    const questions = fixture('questions');
    const index = await createKnowledgeIndex(entries);
    const places = questions.map(({ ask, right }) =>
      index.search({ text: ask, limit: 3 }).findIndex(({ entry }) => entry.id === right),
    );
    const all = grown(entries, SIZE);
    let large;
    const making = await timed(async () => {
      large = await createKnowledgeIndex(all);
    });
    const times = [];
    for (let round = 0; round < 12; round += 1) {
      for (const { ask } of questions) {
        const took = await timed(() => large.search({ text: ask }));
        if (round > 1) times.push(took);
      }
    }
    const searching = `search over ${SIZE.toLocaleString('en')} knowledge entries`;
    return [
      { name: `${searching}, p50 (ms)`, ours: quantile(times, 0.5) },
      { name: `${searching}, p95 (ms)`, ours: quantile(times, 0.95), below: 20 },
      { name: `indexing ${SIZE.toLocaleString('en')} knowledge entries, once (ms)`, ours: making },
      {
        name: 'of 30 questions, half Japanese: the right entry is not first (of 126)',
        ours: places.filter((place) => place !== 0).length,
        below: 6,
      },
      {
        name: 'the same: not among the first three',
        ours: places.filter((place) => place < 0).length,
        below: 1,
      },
    ];
  });
