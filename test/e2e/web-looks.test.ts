import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LetterSight, Picture, Stage } from '../../src/lookout/picture.ts';
import { AT, fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, longestTaskMs, openTab } from '../support/web-page.ts';
import { largePicture } from '../support/web-pictures.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** What axe-core finds that is serious or worse, as lines. */
async function faults(page: Page): Promise<string[]> {
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const views: [
  name: string,
  picture: () => Picture,
  options: BrowserContextOptions,
  lang: string,
][] = [
  ['six, light', somePicture, { colorScheme: 'light' }, 'en'],
  ['six, dark, Japanese', somePicture, { colorScheme: 'dark' }, 'ja'],
  ['six, phone', somePicture, { ...PHONE, colorScheme: 'light' }, 'en'],
  ['fourteen and a board, light', largePicture, { colorScheme: 'light' }, 'ja'],
  ['fourteen and a board, dark', largePicture, { colorScheme: 'dark' }, 'en'],
  ['fourteen and a board, phone, dark', largePicture, { ...PHONE, colorScheme: 'dark' }, 'ja'],
];

describe('the page is accessible', () => {
  test.each(views)('at %s', async (_name, picture, options, lang) => {
    const web = await serve(fakeLookout(picture()));
    // Only for this: axe-core could not be loaded past the page's own policy.
    const { page } = await openTab(browser(), `${web.url}&lang=${lang}`, {
      ...options,
      bypassCSP: true,
    });
    await page.addScriptTag({ content: axe.source });
    expect(await faults(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  });

  test.each([views[0]!, views[5]!])(
    'with its sheets open: %s',
    async (_name, picture, options, lang) => {
      const web = await serve(fakeLookout(picture()));
      const url = `${web.url}&lang=${lang}`;
      const { page } = await openTab(browser(), url, { ...options, bypassCSP: true });
      await page.addScriptTag({ content: axe.source });
      await page.locator('.card').nth(2).click();
      await page.locator('dialog[open] dd').first().waitFor();
      await settled(page);
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.letter button').first().click();
      await page.locator('dialog[open] pre').waitFor();
      await settled(page);
      expect(await faults(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.top .primary').click();
      await settled(page);
      expect(await faults(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
    },
  );

  /** A sheet that still slides in is half transparent. */
  const settled = (page: Page): Promise<unknown> =>
    page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');

  /** What sticks out of the screen sideways. */
  const overflow = (page: Page): Promise<string[]> =>
    page.evaluate(`
      const wide = document.documentElement.clientWidth;
      document.documentElement.scrollWidth <= wide ? [] :
        [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > wide + 1)
          .map((one) => one.className || one.tagName);
    `);

  test("light and dark follow the system, and the person's choice", async () => {
    const web = await serve(fakeLookout());
    const ground = (page: Page): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await openTab(browser(), web.url, { colorScheme: 'light' });
    const dark = await openTab(browser(), web.url, { colorScheme: 'dark' });
    const [day, night] = [await ground(light.page), await ground(dark.page)];
    expect(day).not.toBe(night);
    await light.page.getByRole('button', { name: 'Colours: Auto' }).click();
    await light.page.getByRole('button', { name: 'Colours: Light' }).click();
    expect(await ground(light.page)).toBe(night);
    await light.page.reload();
    await light.page.locator('.card').first().waitFor();
    expect(await ground(light.page)).toBe(night);
  });

  test('the focus is visible', async () => {
    const { page } = await openTab(browser(), (await serve(fakeLookout())).url);
    const seen: string[] = [];
    for (let i = 0; i < 25; i += 1) {
      await page.keyboard.press('Tab');
      const [name, outline] = await page.evaluate<[string, string]>(
        `[document.activeElement.className || document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]`,
      );
      seen.push(name);
      expect([name, outline]).toEqual([name, 'solid']);
    }
    expect(seen[0]).toBe('skip');
    expect(seen).toContain('person');
    expect(seen).toContain('card');
  });
});

describe('a thousand messages', () => {
  const STAGES: readonly Stage[] = ['stored', 'rung', 'fetched', 'acknowledged'];
  const SENT = 1000;
  const BATCH = 20;

  test(
    'are shown in far less than a minute without a long task or a growing heap',
    { timeout: 90_000 },
    async () => {
      const lookout = fakeLookout(largePicture());
      const web = await serve(lookout);
      const { page, complaints } = await openTab(browser(), web.url);
      await browser().startTracing(page, { categories: ['__metadata', 'toplevel'] });
      const roles = lookout.picture().roles.map(({ role }) => role);
      const path = (i: number): [string, string] => [roles[i % 14]!, roles[(i * 5 + 1) % 14]!];
      for (let sent = 0; sent < SENT; sent += BATCH) {
        for (const stage of STAGES) {
          const { letters, figures } = lookout.picture();
          const batch = Array.from({ length: BATCH }, (_, j): LetterSight => {
            const [from, to] = path(sent + j);
            const storedAt = new Date(Date.parse(AT) + sent + j).toISOString();
            return {
              ...letters[0]!,
              id: `s${sent + j}`,
              from,
              to,
              subject: `message ${sent + j}`,
              stage,
              storedAt,
            };
          });
          const kept = stage === 'stored' ? letters.slice(-480) : letters.slice(0, -BATCH);
          lookout.change(['letters', 'figures', 'roles'], {
            letters: [...kept, ...batch],
            figures: { ...figures, stored: figures.stored + (stage === 'stored' ? BATCH : 0) },
            roles: lookout.picture().roles.map((one) => ({ ...one, unread: (one.unread + 1) % 9 })),
          });
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      }
      await page.locator('.letter', { hasText: `message ${SENT - 1}` }).waitFor();
      expect(await page.locator('.letter').count()).toBe(50);
      await waitFor(async () => (await page.locator('.mover').count()) === 0, 'the last to land');

      const longest = longestTaskMs(await browser().stopTracing());
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Infinity;
      expect(heap).toBeLessThan(60e6);
      expect(longest).toBeLessThan(200);
      expect(complaints).toEqual([]);
    },
  );
});
