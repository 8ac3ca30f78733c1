import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AT, boardPicture, fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';
import { listen } from '../support/web-request.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

const PHONE = { viewport: { width: 360, height: 740 } };
const sheet = (page: Page) => page.locator('dialog[open]');
const tooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe('the page', () => {
  test('shows the army, and takes the token out of its address', async () => {
    const web = await serve(fakeLookout());
    const { page, complaints } = await openTab(browser(), web.url);
    expect(page.url()).toBe(`http://127.0.0.1:${web.port}/`);
    expect(await page.title()).toBe('(1) ✉1 overlord · ovld');
    expect(await page.locator('.card b').allTextContents()).toEqual([
      'overlord',
      'strategist',
      'inferno',
      'glacier',
      'shadow',
      'storm',
    ]);
    expect(await page.locator('.lines path').count()).toBe(6);
    expect(await page.locator('[data-role=inferno]').textContent()).toMatch(/asks for permission/);
    expect(await page.locator('.letter').count()).toBe(40);
    expect(await page.locator('.histogram').count()).toBe(4);
    expect(await page.locator('.chart').first().getAttribute('aria-label')).toMatch(/half within/);
    expect(await page.locator('#board').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    // A tab remembers its token, the address does not.
    await page.reload();
    await page.locator('.card').first().waitFor();
  });

  test('without the token shows only how to get in', async () => {
    const web = await serve(fakeLookout());
    const page = await browser().newPage();
    try {
      await page.goto(`http://127.0.0.1:${web.port}/`);
      await page.getByText('it holds the token this page needs').waitFor();
      expect(await page.locator('main').isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: 'Write' }).isVisible()).toBe(false);
      expect(await page.locator('.card').count()).toBe(0);
      expect(await page.content()).not.toContain('castle');
    } finally {
      await page.close();
    }
  });

  test('follows changes, reconnects after a break, and says when the army is over', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const { page, complaints } = await openTab(browser(), web.url);
    const { roles } = lookout.picture();
    lookout.change(['roles'], {
      roles: roles.map((one) =>
        one.role === 'storm' ? { ...one, agent: 'busy', task: 'Sails at dawn', unread: 12 } : one,
      ),
    });
    await page.locator('[data-role=storm]', { hasText: 'Sails at dawn' }).waitFor();
    expect(await page.locator('[data-role=storm] .badge').textContent()).toBe('12 unread');

    // One viewer too many: the eldest is let go, and comes back for a whole picture.
    const others = Array.from({ length: 32 }, () => listen(web));
    await Promise.all(others.map((one) => one.next('picture')));
    lookout.change(['person'], { person: { unread: 8 } });
    await page.locator('.person', { hasText: '8 unread' }).waitFor();
    expect(await page.locator('.standing').textContent()).toBe('live');

    await web.close('over');
    await page.getByText('The army was dismissed').waitFor();
    expect(complaints.filter((one) => !one.includes('ERR_'))).toEqual([]);
  });

  test('moves a message along its edge, unless the person wants less motion', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const { page } = await openTab(browser(), web.url);
    const calm = await openTab(browser(), web.url, { reducedMotion: 'reduce' });
    const flown = (one: Page): Promise<number> => one.evaluate('globalThis.flown');
    const watch = `globalThis.flown = 0; new MutationObserver((seen) => {
      for (const { addedNodes } of seen) for (const node of addedNodes)
        if (node.classList?.contains('mover')) globalThis.flown += 1;
    }).observe(document.querySelector('.stage'), { childList: true });`;
    for (const one of [page, calm.page]) await one.evaluate(watch);
    await lookout.send('storm', { subject: 'fly', body: 'b', priority: 'normal' });
    await waitFor(async () => (await flown(page)) === 1, 'a message to fly');
    await calm.page.locator('.letter', { hasText: 'fly' }).waitFor();
    expect(await flown(calm.page)).toBe(0);
    await waitFor(async () => (await page.locator('.mover').count()) === 0, 'it to land');
  });
});

describe('a person on the page', () => {
  test('writes a message with the keyboard alone', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await page.keyboard.press('c');
    await page.keyboard.type('Sail');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('storm');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('At dawn.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Stored for storm.').waitFor();
    expect(lookout.acts).toEqual([
      {
        act: 'send',
        to: 'storm',
        letter: { subject: 'Sail', body: 'At dawn.', priority: 'normal' },
      },
    ]);
    await page.locator('.letter', { hasText: 'Sail' }).waitFor();
    expect(await sheet(page).count()).toBe(0);
  });

  test('leaves the subject out, and its first line becomes it', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'Write a message first.' }).waitFor();
    await page.locator('#compose-body').fill('At dawn.\nQuietly.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Stored for overlord.').waitFor();
    expect(lookout.acts).toMatchObject([
      { act: 'send', letter: { subject: 'At dawn.', body: 'At dawn.\nQuietly.' } },
    ]);
  });

  test.each([
    ['no board', somePicture(), ['c', '1 … 3', '?']],
    ['a board', boardPicture(), ['c', '/', '1 … 5', '?']],
  ])('is shown only keys that do something, with %s', async (_what, picture, single) => {
    const { page } = await openTab(browser(), (await serve(fakeLookout(picture))).url);
    const listed = (): Promise<string[]> => sheet(page).locator('.keys kbd').allTextContents();
    await page.keyboard.press('?');
    expect(await listed()).toEqual([...single, '← ↑ → ↓', 'Enter', 'Esc']);
    await page.keyboard.press('Escape');
    const last = Number(single.find((key) => key.startsWith('1'))?.at(-1));
    const focused = new Set<unknown>();
    for (let section = 1; section <= last; section += 1) {
      await page.keyboard.press(String(section));
      focused.add(await page.evaluate('document.activeElement.id'));
    }
    expect(focused.size).toBe(last);
    // A key that is not listed does nothing.
    const before = await page.evaluate('document.activeElement.id');
    if (last === 3) for (const key of ['4', '5', '/']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.id')).toBe(before);

    await page.keyboard.press('?');
    await sheet(page).getByText('Single keys are on').click();
    expect(await listed()).toEqual(['← ↑ → ↓', 'Enter', 'Esc']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    expect(await sheet(page).count()).toBe(0);
  });

  test('moves from role to role, opens one, holds and releases it', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await page.locator('.person').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
      await page.keyboard.press(key);
    }
    const focused = (await page.evaluate('document.activeElement.dataset.role')) as string;
    expect(['glacier', 'shadow', 'storm']).toContain(focused);
    await page.locator('[data-role=overlord]').focus();
    await page.keyboard.press('Enter');
    await sheet(page).getByRole('button', { name: 'Hold' }).press('Enter');
    await sheet(page).getByRole('button', { name: 'Release' }).press('Enter');
    await sheet(page).getByRole('button', { name: 'Hold' }).waitFor();
    await sheet(page).getByRole('button', { name: 'Ring again' }).press('Enter');
    await page.getByText('overlord has no unread mail.').waitFor();
    await sheet(page).getByRole('button', { name: 'Show its pane' }).press('Enter');
    await page.getByText('The pane of overlord is in front.').waitFor();
    await page.keyboard.press('Escape');
    expect(await sheet(page).count()).toBe(0);
    expect(await page.evaluate('document.activeElement.dataset.role')).toBe('overlord');
    const did = lookout.acts.map(({ act }) => act);
    expect(did).toEqual(['hold', 'release', 'ring', 'show']);
  });

  test('pauses the army after a question, and lets it go on', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    const button = (name: string) => page.getByRole('banner').getByRole('button', { name });
    page.once('dialog', (asked) => void asked.dismiss());
    await button('Pause').press('Enter');
    page.once('dialog', (asked) => void asked.accept());
    await button('Pause').press('Enter');
    await page.getByText('The army is paused: mail is stored and waits.').waitFor();
    await button('Go on').press('Enter');
    await page.getByText('The army goes on: roles with unread mail are rung.').waitFor();
    await button('Pause').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pause');
    expect(lookout.acts.map(({ act }) => act)).toEqual(['pause', 'unpause']);
  });

  test('reads a message, answers it, marks it as read', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await page.locator('.person').click();
    await page.locator('.letter[data-mine] button').first().click();
    await sheet(page).getByText('— overlord').waitFor();
    await sheet(page).getByRole('button', { name: 'Answer' }).click();
    expect(await page.locator('#compose-to').inputValue()).toBe('overlord');
    expect(await page.locator('#compose-subject').inputValue()).toBe('Re: 了解。日没に動く');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Marked 1 as read.').waitFor();
    await page.locator('.person', { hasText: 'no mail' }).waitFor();
  });

  test('sees a refusal, and keeps what was written', async () => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    lookout.fail('send', new Error('boom'));
    await page.keyboard.press('c');
    await page.keyboard.type('Sail');
    await page.locator('#compose-body').fill('At dawn.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.fault', { hasText: 'boom' }).waitFor();
    expect(await page.locator('#compose-body').inputValue()).toBe('At dawn.');
  });

  test('searches the knowledge and opens a task', async () => {
    const lookout = fakeLookout(boardPicture());
    const entry = {
      id: 'lesson_001',
      type: 'lesson' as const,
      title: '<b>石壁</b>',
      content: 'Dry stone.',
      tags: ['wall'],
      files: [],
    };
    lookout.knowledge.push({ entry, score: 1, matched: [] });
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    await page.keyboard.press('/');
    await page.keyboard.type('wall');
    await page.keyboard.press('Enter');
    await page.locator('.knowledge-list summary', { hasText: '<b>石壁</b>' }).click();
    await page.locator('#knowledge-query').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#knowledge-query:focus').count()).toBe(0);
    await page.getByText('Dry stone.').waitFor();
    expect(await page.locator('.column').allTextContents()).toMatchObject({ length: 4 });
    const waiting = page.locator('[data-column=waits] [data-task=subtask_003]');
    expect(await waiting.textContent()).toContain('waits for subtask_002');
    // What lies under a resting mouse after a scroll would be lit instead.
    await page.mouse.move(0, 0);
    await waiting.focus();
    await page.locator('[data-task=subtask_002][data-lit]').waitFor();
    const line = page.locator('.depend-lines [data-from=subtask_002][data-to=subtask_003]');
    await waitFor(async () => (await line.getAttribute('data-lit')) === '', 'its line to be lit');
    const tied = async (): Promise<boolean> => {
      const point = await line.locator('path').last().boundingBox();
      const box = await waiting.boundingBox();
      if (point === null || box === null) return false;
      const inside = point.y > box.y && point.y < box.y + box.height;
      const ends = [point.x - box.x - box.width, point.x + point.width - box.x];
      return inside && ends.some((gap) => Math.abs(gap) < 2);
    };
    await waitFor(tied, 'the line to end at the card');
    await page.setViewportSize({ width: 700, height: 900 });
    await waitFor(tied, 'the line to follow its card');
    expect(await page.locator('.depend-lines').getAttribute('aria-hidden')).toBe('true');
    await waiting.press('Enter');
    await sheet(page).getByText('docs/wall.md').waitFor();
  });

  test('switches to Japanese and back', async () => {
    const { page } = await openTab(browser(), (await serve(fakeLookout(), { language: 'ja' })).url);
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    expect(await page.locator('[data-role=overlord]').textContent()).toContain('魔王');
    const axis = page.locator('.chart').first().locator('text');
    expect(await axis.allTextContents()).toEqual(['20 ms', '100 ms', '1 秒', '10 秒', '60 秒']);
    await page.getByRole('button', { name: 'Show in English' }).click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    expect(await axis.allTextContents()).toEqual(['20 ms', '100 ms', '1 s', '10 s', '60 s']);
    expect(await page.locator('.card').count()).toBe(6);
  });
});

describe('a text of another author', () => {
  const word = 'x'.repeat(32 * 1024);
  const hostile: [subject: string, body: string, shown: string][] = [
    ['<img src=x onerror="globalThis.hit=1">', '<script>globalThis.hit=1</script>', '<script>'],
    ['\u202egnp.exe', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
    ['\u001b[31m\u0007bell', 'x\u0000\u001by', 'x\u2400\u241by'],
    [word.slice(0, 200), word, word],
    ['lines', 'line\n'.repeat(1000), 'line\nline'],
    ['javascript:globalThis.hit=1', '${globalThis.hit=1}{{hit}}', '{{hit}}'],
  ];

  test('is shown as text, and fits', async () => {
    const picture = somePicture();
    const letters = hostile.map(([subject], i) => ({
      ...picture.letters[35]!,
      id: `h${i}`,
      subject,
    }));
    const roles = picture.roles.map((one) => ({ ...one, task: hostile[0]![0] + word }));
    const lookout = fakeLookout({ ...picture, roles, letters });
    hostile.forEach(([subject, body], i) => {
      const { from, to } = letters[i]!;
      lookout.hand({ id: `h${i}`, from, to, subject, body, priority: 'normal', timestamp: AT });
    });
    const web = await serve(lookout);
    for (const size of [undefined, PHONE]) {
      const { page, complaints } = await openTab(browser(), web.url, size);
      expect(await page.locator('.letter').count()).toBe(hostile.length);
      for (const [i, [, , shown]] of hostile.entries()) {
        // Newest first.
        await page
          .locator('.letter button')
          .nth(hostile.length - 1 - i)
          .click();
        await sheet(page)
          .locator('pre', { hasText: shown.slice(0, 50) })
          .waitFor();
        expect(await sheet(page).locator('pre').textContent()).toContain(shown);
        expect(await tooWide(page)).toBe(false);
        await page.keyboard.press('Escape');
      }
      expect(await page.locator('img, main script, main a').count()).toBe(0);
      expect(await page.evaluate('globalThis.hit')).toBeUndefined();
      expect(await tooWide(page)).toBe(false);
      expect(complaints).toEqual([]);
    }
  });

  test('cannot become markup even by a fault of the page', async () => {
    const { page } = await openTab(browser(), (await serve(fakeLookout())).url);
    const tried = page.evaluate(`document.body.innerHTML = '<b>x</b>'`);
    await expect(tried).rejects.toThrow(/TrustedHTML/);
  });
});
