import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, linksOf, pages, pageText, root } from '../support/markdown.ts';

describe('the pages', () => {
  it.each(pages())('%s links only to what exists', (page) => {
    const lost = linksOf(page).filter(({ path, anchor }) => {
      const place = join(root, path);
      if (!existsSync(place)) return true;
      if (anchor === undefined || !path.endsWith('.md')) return false;
      return !anchorsOf(pageText(path)).has(anchor);
    });
    expect(lost).toEqual([]);
  });

  it('are found from the index of docs/', () => {
    const told = new Set(linksOf('docs/README.md').map(({ path }) => path));
    const own = pages().filter((page) => /^docs\/[^/]+\.md$/.test(page));
    expect(own.filter((page) => page !== 'docs/README.md' && !told.has(page))).toEqual([]);
  });
});

describe('the pictures', () => {
  const shown = ['README.md', 'README.ja.md'].flatMap((page) =>
    [...pageText(page).matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, words, path]) => ({
      words,
      path: join(root, path ?? ''),
    })),
  );

  it('are small, complete, and described in words', () => {
    expect(shown.length).toBeGreaterThanOrEqual(2);
    for (const { path, words } of shown) {
      expect(words?.length).toBeGreaterThan(20);
      expect(statSync(path).size).toBeLessThan(150_000);
      if (path.endsWith('.png')) {
        expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
        continue;
      }
      const drawn = readFileSync(path, 'utf8');
      expect(drawn).toMatch(/^<svg [^]*<\/svg>\n$/);
      // Nothing of the machine it was drawn on, and nothing that a reader would have to fetch.
      expect(drawn).not.toMatch(/\/(?:tmp|home|root|work)\/|href=|<script|<image/);
    }
  });
});

describe('the two READMEs', () => {
  const shape = (page: string): number[] => headingsOf(pageText(page)).map(({ level }) => level);
  const targets = (page: string): string[] =>
    linksOf(page)
      .map(({ path }) => path.replace('.ja.', '.'))
      .filter((path) => path !== 'README.md')
      .toSorted();
  const marks = (page: string): string[] => pageText(page).match(/<!-- [^>]+ -->/g) ?? [];

  it('have the same sections', () => {
    expect(shape('README.ja.md')).toEqual(shape('README.md'));
    expect(marks('README.ja.md')).toEqual(marks('README.md'));
  });

  it('lead to the same pages', () => {
    expect(targets('README.ja.md')).toEqual(targets('README.md'));
  });
});
