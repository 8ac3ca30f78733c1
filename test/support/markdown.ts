import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Every page people read, from the root of the repository. */
export function pages(): string[] {
  const below = (dir: string): string[] =>
    readdirSync(join(root, dir), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...top, ...below('docs'), ...below('examples'), ...below('specs')];
}

export const pageText = (path: string): string => readFileSync(join(root, path), 'utf8');

export interface Fence {
  language: string;
  text: string;
  /** What the comment above it says of it: `<!-- try: army -->`. */
  mark: string | undefined;
}

const FENCE = /^(?:<!-- try: (\w+) -->\n\n)?```(\w*)\n([^]*?)^```$/gm;

export const fencesOf = (text: string): Fence[] =>
  [...text.matchAll(FENCE)].map(([, mark, language = '', content = '']) => ({
    language,
    text: content,
    mark,
  }));

const withoutFences = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

/** The code that stands in sentences and tables. */
export const inlineCodeOf = (text: string): string[] =>
  [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

export interface Heading {
  level: number;
  text: string;
}

export const headingsOf = (text: string): Heading[] =>
  [...withoutFences(text).matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', words = '']) => ({
    level: marks.length,
    text: words,
  }));

/** Where a heading is reached, as GitHub names it. */
const anchorOf = ({ text }: Heading): string =>
  text
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

export const anchorsOf = (text: string): Set<string> => new Set(headingsOf(text).map(anchorOf));

export interface Link {
  path: string;
  anchor: string | undefined;
}

/** Links and pictures that stay in the repository, from its root. */
export function linksOf(page: string): Link[] {
  const text = withoutFences(pageText(page)).replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => {
      const [path = '', anchor] = to.split('#');
      return { path: path === '' ? page : join(dirname(page), path), anchor };
    });
}

/** A line of a shell block, without the remark behind it. */
export const commandsIn = ({ text }: Fence): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
