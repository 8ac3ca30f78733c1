import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import type { LetterSight, Picture } from '../../src/lookout/picture.ts';
import type { Handed } from '../../src/message/message.ts';
import { AT, fakeLookout, somePicture } from '../support/fake-lookout.ts';
import { waitFor } from '../support/wait-for.ts';
import { browserOfFile, openTab } from '../support/web-page.ts';
import { serve } from '../support/web-server.ts';

const browser = browserOfFile();

const after = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString();
const sight = (id: string, more: Partial<LetterSight> = {}): LetterSight => ({
  id,
  from: 'storm',
  to: HUMAN,
  subject: `about ${id}`,
  priority: 'normal',
  stage: 'stored',
  storedAt: AT,
  rung: undefined,
  fetchedAt: undefined,
  acknowledgedAt: undefined,
  redelivered: 0,
  ...more,
});

/** An army whose person has mail that its picture no longer has. */
async function opened(count: number, letters: readonly LetterSight[] = []) {
  const picture: Picture = { ...somePicture(), letters, alerts: [], person: { unread: count } };
  const lookout = fakeLookout(picture);
  const taken: (readonly string[])[] = [];
  let left = Array.from({ length: count }, (_, i): Handed => {
    const { id, from, to } = sight(`old-${String(i).padStart(3, '0')}`);
    const timestamp = after(i - 3600);
    return { id, from, to, subject: id, body: `— ${id}`, priority: 'normal', timestamp };
  });
  for (const message of left) lookout.hand(message);
  const web = await serve({
    ...lookout,
    inbox: async () => left,
    async take(ids) {
      taken.push(ids);
      const before = left.length;
      left = left.filter(({ id }) => !ids.includes(id));
      lookout.change(['person'], { person: { unread: left.length } });
      return before - left.length;
    },
  });
  return { lookout, taken, ...(await openTab(browser(), web.url)) };
}
const rows = (page: Page) => page.locator('.letter');
const show = (page: Page, count: number): Promise<unknown> =>
  waitFor(async () => (await rows(page).count()) === count, `${count} rows`);

describe('unread mail that is no longer in the feed', () => {
  test('is shown to its recipient, and only what was shown is marked as read', async () => {
    const { page, taken, complaints } = await opened(60);
    expect(await rows(page).count()).toBe(0);
    await page.locator('.person').click();
    await show(page, 50);
    await page.getByRole('button', { name: 'Mark these 50 as read' }).click();
    await page.getByText('Marked 50 as read.').waitFor();
    await show(page, 10);
    expect(taken).toHaveLength(1);
    expect([...taken[0]!].sort()).toEqual(
      Array.from({ length: 50 }, (_, i) => `old-${String(i + 10).padStart(3, '0')}`),
    );

    await page.locator('.letter', { hasText: 'old-003' }).getByRole('button').click();
    await page.locator('dialog[open] pre', { hasText: '— old-003' }).waitFor();
    await page.locator('dialog[open]').getByRole('button', { name: 'Mark as read' }).click();
    await show(page, 9);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.locator('.person', { hasText: 'no mail' }).waitFor();
    await show(page, 0);
    expect(taken.map(({ length }) => length)).toEqual([50, 1, 9]);
    expect(complaints).toEqual([]);
  });

  test('that lies behind read mail is not marked unseen, and the page says so', async () => {
    const read = Array.from({ length: 55 }, (_, i) =>
      sight(`read-${i}`, { storedAt: after(i), fetchedAt: after(i), stage: 'acknowledged' }),
    );
    const { page, taken } = await opened(1, read);
    await page.locator('.person').click();
    await show(page, 50);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('none of the messages shown here is unread').waitFor();
    expect(taken).toEqual([]);
    await page.getByRole('button', { name: 'Show older' }).click();
    await show(page, 56);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Marked 1 as read.').waitFor();
    expect(taken).toEqual([['old-000']]);
  });

  test('is reported when the inbox cannot be read', async () => {
    const lookout = fakeLookout({ ...somePicture(), person: { unread: 7 } });
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    lookout.fail('inbox', new Error('boom'));
    await page.locator('.person').click();
    await page.locator('.notice[data-failed]', { hasText: 'boom' }).waitFor();
    expect(lookout.acts).toEqual([{ act: 'inbox', role: HUMAN }]);
  });
});

describe('new mail is announced outside the visible page', () => {
  test.each(['letters', 'person'] as const)('when its %s arrives first', async (first) => {
    const lookout = fakeLookout();
    const { page } = await openTab(browser(), (await serve(lookout)).url);
    const { letters, person } = lookout.picture();
    const letter = sight('new', { from: 'shadow', storedAt: after(5) });
    const parts = { letters: [...letters, letter], person: { unread: person.unread + 1 } };
    const second = first === 'letters' ? 'person' : 'letters';
    const seen = {
      letters: page.locator('.letter', { hasText: 'about new' }),
      person: page.locator('.person', { hasText: `${person.unread + 1} unread` }),
    };
    const told = page.locator('[aria-live]', { hasText: 'New message from shadow' });
    lookout.change([first], { [first]: parts[first] });
    await seen[first].waitFor();
    expect(await told.count()).toBe(0);
    lookout.change([second], { [second]: parts[second] });
    await waitFor(async () => (await told.count()) === 1, 'it to be told');
  });
});
