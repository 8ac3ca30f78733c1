import type { KnowledgeEntry, KnowledgeHit, TaskText } from './knowledge-search.ts';
import { fileAsked } from './search-files.ts';
import type { Weighed, Weighing } from './search-index.ts';
import { asWritten, joined, LONGEST_TEXT, termsOf, wordsOf } from './search-words.ts';

// One fully rare word that names the subject counts 1. Two fairly rare ones are needed, or one and the file itself;
// docs/decisions/0026 tells what was measured around this value.
const ENOUGH = 1.1;
const IN_CONTENT = 0.4;
const BY_FILE = 0.5;
const BY_ID = 2;
const BY_PERSONA = 0.2;
const CANDIDATES = 40;
const MOST_FILES = 50;
const LONGEST_PATH = 256;

/** What is offered to a specialist with its task: rather nothing than noise. The score is the evidence. */
export function relevantAmong(
  weigh: (text: string) => Weighing,
  size: number,
  task: TaskText,
  limit: number,
): KnowledgeHit[] {
  const texts = [task.objective, ...task.deliverables, ...task.context];
  const own = new Set(wordsOf(texts.join('\n')).map(({ term }) => term));
  const { words, found } = weigh([...texts, task.persona ?? ''].join('\n'));
  const rarity = rarityAmong(found, size);
  const files = [...task.deliverables, ...texts.flatMap(pathsIn)];
  const asked = files.slice(0, MOST_FILES).map(fileAsked);
  const hits = found.slice(0, CANDIDATES).map(({ entry, terms }): KnowledgeHit => {
    const says = placesOf(entry);
    const evidence = new Map<string, number>();
    for (const { term, whole, weight } of terms.flatMap((one) => words.get(one) ?? [])) {
      const more = weight * rarity(term) * says(term) * (own.has(term) ? 1 : BY_PERSONA);
      evidence.set(whole, Math.max(more, evidence.get(whole) ?? 0));
    }
    let score = isAbout(entry, asked) ? BY_FILE : 0;
    for (const one of evidence.values()) score += one;
    return { entry, score, matched: asWritten(terms, words) };
  });
  const best = Math.max(...hits.map(({ score }) => score));
  return hits
    .filter(({ score }) => score >= Math.max(ENOUGH, best / 2))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** How much a term says by where it stands; in a path it says nothing, files are compared as files. */
function placesOf(entry: KnowledgeEntry): (term: string) => number {
  const subject = new Set(termsOf([entry.title, ...entry.tags].join('\n')));
  const content = new Set(termsOf(entry.content));
  const id = joined(entry.id);
  return (term) => {
    if (term === id) return BY_ID;
    if (subject.has(term)) return 1;
    return content.has(term) ? IN_CONTENT : 0;
  };
}

/** From 0 for what stands in every entry to 1 for what stands in one, whatever their number. */
function rarityAmong(found: readonly Weighed[], size: number): (term: string) => number {
  const counts = new Map<string, number>();
  for (const term of found.flatMap(({ terms }) => terms)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term) => 1 - Math.log(counts.get(term) ?? 1) / Math.log(size + 1);
}

const pathsIn = (text: string): string[] =>
  text
    .slice(0, LONGEST_TEXT)
    .split(/[^\w@.\-/\\]+/)
    .filter((part) => part.length <= LONGEST_PATH && /[./].*\w/.test(part));

/** A folder named by an entry says too little about each file in it. */
const isAbout = (
  entry: KnowledgeEntry,
  asked: readonly ((entryFile: string) => boolean)[],
): boolean =>
  entry.files.some((file) => !file.endsWith('/') && asked.some((isThis) => isThis(file)));
