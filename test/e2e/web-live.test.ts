import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeLookout } from '../support/fake-lookout.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

const standing = (page: Page, word: string): Promise<void> =>
  page.locator('.standing', { hasText: new RegExp(`^${word}$`) }).waitFor();

describe('whether what is shown is still true', () => {
  test('a session that is gone, and there again', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    const { army } = lookout.picture();
    await standing(page, 'live');
    lookout.change(['army'], { army: { ...army, standing: 'gone' } });
    await standing(page, 'session gone');
    lookout.change(['army'], { army });
    await standing(page, 'live');
    expect(await page.locator('.standing').getAttribute('data-link')).toBe('live');
  });

  test('a server that says nothing any more is lost, and is asked again until it answers', async () => {
    const lookout = fakeLookout();
    const clock = fakeClock();
    const { url } = await serve(lookout, { clock });
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.clock.install();
    let asked = 0;
    let deaf = false;
    // One that hangs takes the request, and never answers.
    await page.route('**/events', async (route) => {
      asked += 1;
      if (!deaf) await route.continue();
    });
    await page.goto(url);
    await standing(page, 'live');
    deaf = true;

    // A beat tells nothing, and shows that it is there.
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let heard = 0;
    session.on('Network.dataReceived', () => (heard += 1));
    for (let beats = 1; beats <= 3; beats += 1) {
      await page.clock.fastForward(50_000);
      clock.advance(30_000);
      await waitFor(() => heard >= beats, 'a beat');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await page.clock.fastForward(50_000);
    await standing(page, 'live');
    expect(asked).toBe(1);

    await page.clock.fastForward(30_000);
    await standing(page, 'connection lost');
    await waitFor(() => asked === 2, 'it to be asked again');
    await page.clock.fastForward(80_000);
    await waitFor(() => asked === 3, 'it to be asked once more');
    await standing(page, 'connection lost');
    deaf = false;
    await page.clock.fastForward(80_000);
    await standing(page, 'live');
  });
});
