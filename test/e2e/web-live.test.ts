import { createServer, type IncomingMessage } from 'node:http';
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

describe('the connection of the page', () => {
  test('shows a session that is gone, and one that is back', async () => {
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

  test('says in words that the dashboard was stopped, and goes on by itself when it is back', async () => {
    const lookout = fakeLookout();
    const token = async (): Promise<string> => 't'.repeat(32);
    const web = await serve(lookout, { token });
    const { page } = await openTab(browser(), web.url);
    await standing(page, 'live');
    await web.close('stopped');
    await standing(page, 'stopped');
    const again = `ovld dashboard --web --port ${web.port}`;
    await page.getByText(`Start it again with ${again}`).waitFor();

    await page.keyboard.press('c');
    await page.locator('#compose-body').fill('At dawn.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'so nothing was done' }).waitFor();
    expect(await page.locator('.fault').textContent()).toContain(again);
    await standing(page, 'stopped');

    await serve(lookout, { token, port: web.port });
    await standing(page, 'live');
    expect(await page.locator('.link-note').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Stored for overlord.').waitFor();
    expect(await page.content()).not.toContain('Failed to fetch');
  });

  test('says the same of a dashboard that was killed', async () => {
    const web = await serve(fakeLookout());
    const { page } = await openTab(browser(), web.url);
    await standing(page, 'live');
    // No farewell reaches the page: it finds out by an act.
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.keyboard.press('c');
    await page.locator('#compose-body').fill('At dawn.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'The connection to the dashboard broke.' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'so nothing was done' }).waitFor();
  });

  test('sends its token to no other program that took the port', async () => {
    const web = await serve(fakeLookout());
    const { page } = await openTab(browser(), web.url);
    await standing(page, 'live');
    const asked: IncomingMessage[] = [];
    const other = createServer((request, response) => {
      asked.push(request);
      response.setHeader('content-type', 'application/json').end('{"proof":"x"}');
    });
    onTestFinished(() => {
      other.closeAllConnections();
      other.close();
    });
    await web.close('stopped');
    other.listen(web.port, '127.0.0.1');
    await standing(page, 'no token');
    expect(asked.map(({ url }) => url?.replace(/=.*/, ''))).toEqual(['/proof?nonce']);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test('shows a server that sends nothing any more as lost, and asks until it answers', async () => {
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
