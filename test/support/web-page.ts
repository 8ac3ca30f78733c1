import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buildPage } from '../../scripts/page-bundle.mjs';
import { loadAssets } from '../../src/dashboard/web/assets.ts';
import { openWebDashboard, type WebDashboard, type WebParts } from '../../src/dashboard/web/server.ts';
import { systemClock } from '../../src/kit/clock.ts';
import type { Lookout } from '../../src/lookout/lookout.ts';
import { missingProgram } from './require.ts';

export const missingChromium = (): string | undefined => missingProgram('chromium');

let built: Promise<WebParts['assets']> | undefined;

/** The page of the sources as they are, made once a test file. */
const assets = (): Promise<WebParts['assets']> =>
  (built ??= (async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ovld-page-'));
    try {
      await buildPage(dir);
      return await loadAssets(dir);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  })());

/** A dashboard on a port of its own, gone with the test. */
export async function serve(
  lookout: Lookout,
  more: Partial<WebParts> = {},
): Promise<WebDashboard> {
  const web = await openWebDashboard({
    lookout,
    language: 'en',
    assets: await assets(),
    clock: systemClock,
    port: 0,
    ...more,
  });
  onTestFinished(() => web.close('stopped'));
  return web;
}

/** Debian's Chromium, without anything that would leave this machine. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--js-flags=--expose-gc',
    ],
  });

export interface OpenedPage {
  page: Page;
  /** What the page complained of: none is the rule. */
  complaints: string[];
}

/** A tab that looks at the address, and is closed with the test. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  await page.locator('.card').first().waitFor();
  return { page, complaints };
}
