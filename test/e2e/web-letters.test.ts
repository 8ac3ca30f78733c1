import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import { fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

const sheet = (page: Page) => page.locator('dialog[open]');
const form = async (page: Page): Promise<string[]> => [
  await page.locator('#compose-to').inputValue(),
  await page.locator('#compose-subject').inputValue(),
  await page.locator('#compose-body').inputValue(),
];
async function write(page: Page, role: string): Promise<void> {
  await page.locator(`[data-role=${role}]`).click();
  await sheet(page).getByRole('button', { name: 'Write' }).click();
}
async function answer(page: Page): Promise<void> {
  await page.locator('.letter[data-mine] button').first().click();
  await sheet(page).getByRole('button', { name: 'Answer' }).click();
}

function promised<T>() {
  let [resolve, reject] = [(_value: T): void => undefined, (_error: Error): void => undefined];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

describe('an unsent letter of the page', () => {
  test('is kept for its recipient, and over a reload', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await write(page, 'storm');
    await page.locator('#compose-subject').fill('Sail');
    await page.locator('#compose-body').fill('For storm alone.');
    await page.keyboard.press('Escape');

    await write(page, 'inferno');
    expect(await form(page)).toEqual(['inferno', '', '']);
    await page.keyboard.press('Escape');
    await answer(page);
    expect(await form(page)).toEqual(['overlord', 'Re: 了解。日没に動く', '']);
    await page.keyboard.press('Escape');
    await answer(page);
    await page.locator('#compose-body').fill('An answer.');
    await page.reload();
    await page.locator('.card').first().waitFor();

    await page.keyboard.press('c');
    expect(await form(page)).toEqual(['storm', 'Sail', 'For storm alone.']);
    await page.keyboard.press('Escape');
    await answer(page);
    expect(await form(page)).toEqual(['overlord', 'Re: 了解。日没に動く', 'An answer.']);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Stored for overlord.').waitFor();
    await answer(page);
    expect((await form(page))[2]).toBe('');
    await page.keyboard.press('Escape');
    await write(page, 'storm');
    expect(await form(page)).toEqual(['storm', 'Sail', 'For storm alone.']);
  });

  test('is kept for the roles that did not get it, and is sent to no role twice', async () => {
    const lookout = fakeLookout();
    const error = new OvldError('store_unusable', { path: '/full', reason: 'ENOSPC' });
    const broken = new Set(['shadow', 'storm']);
    const sent: string[] = [];
    const { page } = await openTab(
      browser(),
      (
        await serve({
          ...lookout,
          sendAll: async () =>
            lookout
              .picture()
              .roles.map(({ role: to }) =>
                broken.has(to)
                  ? { to, delivered: false as const, error }
                  : { to, id: 'x', delivered: true as const, wake: 'ringing' as const },
              ),
          async send(to, letter) {
            if (to === 'storm' && broken.has(to)) throw error;
            sent.push(to);
            return await lookout.send(to, letter);
          },
        })
      ).url,
    );
    await page.keyboard.press('c');
    await page.locator('#compose-to').selectOption('all');
    await page.locator('#compose-subject').fill('Rise');
    await page.locator('#compose-body').fill('All of you.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'Stored for 4 of 6.' }).waitFor();
    expect(await form(page)).toEqual(['shadow storm', 'Rise', 'All of you.']);
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(async () => (await form(page))[0] === 'storm', 'one to be left');
    expect(await page.locator('.fault').textContent()).not.toBe('');
    broken.clear();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Stored for storm.').waitFor();
    expect(sent).toEqual(['shadow', 'storm']);
    expect(await sheet(page).count()).toBe(0);
  });

  test('answers one message: the same id for another recipient is another message', async () => {
    const picture = somePicture();
    const letters = picture.letters.slice(0, 2).map((one, i) => ({
      ...one,
      id: 'msg_001',
      from: 'overlord',
      to: ['human', 'storm'][i]!,
      subject: ['To you', 'To storm'][i],
    }));
    const { page } = await openTab(
      browser(),
      (await serve(fakeLookout({ ...picture, letters }))).url,
    );
    const answerTo = async (subject: string): Promise<void> => {
      await page.locator('.letter', { hasText: subject }).getByRole('button').click();
      await sheet(page).getByRole('button', { name: 'Answer' }).click();
    };
    await answerTo('To you');
    await page.locator('#compose-body').fill('For your eyes.');
    await page.keyboard.press('Escape');
    await answerTo('To storm');
    expect(await form(page)).toEqual(['overlord', 'Re: To storm', '']);
    await page.keyboard.press('Escape');
    await answerTo('To you');
    expect(await form(page)).toEqual(['overlord', 'Re: To you', 'For your eyes.']);
  });

  test('is sent to all as it was, and cannot be edited meanwhile', async () => {
    const lookout = fakeLookout();
    const error = new OvldError('store_unusable', { path: '/full', reason: 'ENOSPC' });
    const sent: string[] = [];
    const gate = promised<void>();
    const { url } = await serve({
      ...lookout,
      sendAll: async () =>
        ['shadow', 'storm'].map((to) => ({ to, delivered: false as const, error })),
      async send(to, letter) {
        await gate.promise;
        sent.push(`${to}: ${letter.subject}/${letter.body}`);
        return await lookout.send(to, letter);
      },
    });
    const { page } = await openTab(browser(), url);
    await page.keyboard.press('c');
    await page.locator('#compose-to').selectOption('all');
    await page.locator('#compose-subject').fill('Rise');
    await page.locator('#compose-body').fill('All of you.');
    await page.keyboard.press('Control+Enter');
    await waitFor(async () => (await form(page))[0] === 'shadow storm', 'two to be left');
    await page.locator('#compose-body').press('Control+Enter');
    await page.getByText('Sending …').waitFor();
    await page.locator('#compose-body').focus();
    await page.keyboard.type('And more.');
    await page.locator('#compose-subject').focus();
    await page.keyboard.type('Fall');
    expect(await form(page)).toEqual(['shadow storm', 'Rise', 'All of you.']);
    expect(await page.locator('#compose-to').isDisabled()).toBe(true);
    gate.resolve();
    await page.getByText('Stored for storm.').waitFor();
    expect(sent).toEqual(['shadow: Rise/All of you.', 'storm: Rise/All of you.']);
  });

  test('that fails after its sheet was closed is reported, and still there', async () => {
    const lookout = fakeLookout();
    const gate = promised<never>();
    const { url } = await serve({ ...lookout, send: () => gate.promise });
    const { page } = await openTab(browser(), url);
    await write(page, 'storm');
    await page.locator('#compose-subject').fill('Sail');
    await page.locator('#compose-body').fill('At dawn.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending …').waitFor();
    await page.keyboard.press('Escape');
    gate.reject(new Error('boom'));
    await page.locator('.notice[data-failed]', { hasText: 'boom' }).waitFor();
    await write(page, 'storm');
    expect(await form(page)).toEqual(['storm', 'Sail', 'At dawn.']);
    await page.locator('#compose-body').fill('At noon.');
    expect((await form(page))[2]).toBe('At noon.');
  });

  test('is kept and reported when the server does not answer', async () => {
    const lookout = fakeLookout();
    const { url } = await serve({ ...lookout, send: () => new Promise<never>(() => undefined) });
    const { page } = await openTab(browser(), url);
    await page.clock.install();
    await write(page, 'storm');
    await page.locator('#compose-subject').fill('Sail');
    await page.locator('#compose-body').fill('At dawn.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sending …').waitFor();
    await page.clock.fastForward(15_000);
    await page.locator('.fault', { hasText: 'No answer within 15 seconds' }).waitFor();
    expect(await form(page)).toEqual(['storm', 'Sail', 'At dawn.']);
  });
});

const show = (page: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
     document.dispatchEvent(new Event('visibilitychange'))`,
  );

describe('browser tabs', () => {
  test('in a greater number than a browser has connections still work where they are visible', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const { page: first } = await openTab(browser(), web.url);
    const tabs = [first];
    while (tabs.length < 8) {
      await show(tabs.at(-1)!, 'hidden');
      const next = await first.context().newPage();
      await next.goto(web.url);
      await next.locator('.card').first().waitFor();
      tabs.push(next);
    }
    await lookout.hold('overlord');
    await tabs.at(-1)!.locator('[data-role=overlord]', { hasText: 'held' }).waitFor();
    await write(tabs.at(-1)!, 'storm');
    await tabs.at(-1)!.locator('#compose-subject').fill('Sail');
    await tabs.at(-1)!.locator('#compose-body').fill('At dawn.');
    await tabs.at(-1)!.keyboard.press('Control+Enter');
    await tabs.at(-1)!.getByText('Stored for storm.').waitFor();
    // One hidden tab follows the army for the title of all of them; the others hold no connection.
    const second = tabs[1]!;
    expect(await second.locator('[data-role=overlord]').textContent()).not.toContain('held');
    await show(second, 'visible');
    await second.locator('[data-role=overlord]', { hasText: 'held' }).waitFor();
    expect(await second.locator('.standing').textContent()).toBe('live');
  });

  test('count in their titles the roles that wait for their person, also where they are hidden', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const { page: first } = await openTab(browser(), web.url);
    const second = await first.context().newPage();
    await second.goto(web.url);
    await second.locator('.card').first().waitFor();
    const titles = async (wanted: string): Promise<void> => {
      for (const tab of [first, second]) {
        await waitFor(async () => (await tab.title()) === wanted, `the title ${wanted}`);
      }
    };
    const { roles } = lookout.picture();
    const wait = (...who: string[]): void =>
      lookout.change(['roles'], {
        roles: roles.map((one) =>
          who.includes(one.role)
            ? { ...one, agent: 'waiting', asks: undefined }
            : { ...one, agent: 'idle', asks: undefined },
        ),
      });
    wait('storm', 'shadow');
    await titles('(2) ✉1 overlord · ovld');
    for (const tab of [first, second]) await show(tab, 'hidden');
    wait('storm', 'shadow', 'glacier');
    await titles('(3) ✉1 overlord · ovld');
    // The tab that follows goes: another takes its place.
    await first.close();
    wait();
    await waitFor(async () => (await second.title()) === '✉1 overlord · ovld', 'it to take over');
    lookout.change(['person'], { person: { unread: 0 } });
    await waitFor(async () => (await second.title()) === 'overlord · ovld', 'the mail to be read');
  });

  test('are let in by a ticket once, and by a reload; the next is told how to get in', async () => {
    const web = await serve(fakeLookout());
    const url = web.ticketUrl();
    const { page, complaints } = await openTab(browser(), url);
    expect(page.url()).toBe(`http://127.0.0.1:${web.port}/`);
    expect(complaints).toEqual([]);
    await page.reload();
    await page.locator('.card').first().waitFor();
    const other = await page.context().newPage();
    await other.goto(url);
    await other.getByText('Or run the command again.').waitFor();
    expect(await other.locator('.card').count()).toBe(0);
    // The address that was printed is good for as many as have it.
    await other.goto(web.url);
    await other.locator('.card').first().waitFor();
  });
});
