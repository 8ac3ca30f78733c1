import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fakeLookout } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

const sheet = (page: Page) => page.locator('dialog[open]');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Nothing lies on the middle of it. */
const uncovered = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`
    (() => {
      const node = document.querySelector('${selector}');
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })()
  `);

/** Whether a screen reader announces it: what is inert is not announced. */
async function spoken(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.some(({ ignored, name }) => !ignored && name?.value === text);
}

describe('the result of an action, while a sheet is open', () => {
  test.each([
    ['beside the page', {}],
    ['on a phone', PHONE],
  ])('is shown and announced above it, and stays when it closes: %s', async (_name, options) => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url, options);
    // However slow this machine is, it does not run out meanwhile.
    await page.evaluate('setTimeout = ((real) => (call, ms) => real(call, ms * 10))(setTimeout)');
    await page.locator('[data-role=overlord]').click();
    const ring = sheet(page).getByRole('button', { name: 'Ring again' });
    const text = 'overlord has no unread mail.';
    await ring.click();
    await page.locator('.notice', { hasText: text }).waitFor();
    expect(await uncovered(page, '.notice')).toBe(true);
    expect(await spoken(page, text)).toBe(true);
    expect(await page.locator('dialog[open] [aria-live] .notice').count()).toBe(1);

    await page.keyboard.press('Escape');
    await waitFor(async () => (await sheet(page).count()) === 0, 'the sheet to close');
    expect(await uncovered(page, '.notice')).toBe(true);
    expect(await spoken(page, text)).toBe(true);
    // The next sheet has them too.
    await page.locator('[data-role=overlord]').click();
    await sheet(page).getByRole('button', { name: 'Hold' }).click();
    await page.locator('dialog[open] .notice', { hasText: 'is held: it is not rung' }).waitFor();
  });
});

describe('a sheet', () => {
  test('closes by a click beside it, and by nothing inside it', async () => {
    const { page } = await openTab(browser(), (await serve(fakeLookout())).url);
    await page.locator('[data-role=overlord]').click();
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
    const box = (await sheet(page).boundingBox())!;
    const middle = box.x + box.width / 2;
    const empty = box.y + box.height - 20;
    // No part of its content: this is the sheet itself, and so is what lies behind it.
    expect(await page.evaluate(`document.elementFromPoint(${middle}, ${empty}).tagName`)).toBe(
      'DIALOG',
    );
    await page.mouse.click(middle, empty);
    expect(await sheet(page).count()).toBe(1);
    await page.mouse.click(box.x - 100, empty);
    await waitFor(async () => (await sheet(page).count()) === 0, 'the sheet to close');

    await page.keyboard.press('c');
    await page.locator('#compose-subject').fill('Rise at dawn');
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
    const field = (await page.locator('#compose-subject').boundingBox())!;
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(from, field.y + 10);
      await page.mouse.down();
      await page.mouse.move((from + to) / 2, field.y + 10);
      await page.mouse.move(to, field.y + 10);
      await page.mouse.up();
    };
    await drag(field.x + 60, box.x - 100);
    expect(await page.evaluate('getSelection().toString()')).not.toBe('');
    expect(await sheet(page).count()).toBe(1);
    await drag(box.x - 100, field.x + 60);
    expect(await sheet(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Send' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.fault', { hasText: 'Write a message first' }).waitFor();
    expect(await sheet(page).count()).toBe(1);
  });
});
