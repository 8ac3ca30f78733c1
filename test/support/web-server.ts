import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildPage } from '../../scripts/page-bundle.mjs';
import { loadAssets } from '../../src/dashboard/web/assets.ts';
import { createToken } from '../../src/dashboard/web/kept-token.ts';
import {
  openWebDashboard,
  type WebDashboard,
  type WebParts,
} from '../../src/dashboard/web/server.ts';
import { systemClock } from '../../src/kit/clock.ts';
import type { Lookout } from '../../src/lookout/lookout.ts';

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
export async function serve(lookout: Lookout, more: Partial<WebParts> = {}): Promise<WebDashboard> {
  const web = await openWebDashboard({
    lookout,
    language: 'en',
    assets: await assets(),
    clock: systemClock,
    port: 0,
    token: async () => createToken(),
    ...more,
  });
  onTestFinished(() => web.close('stopped'));
  return web;
}
