import { describe, expect, it } from 'vitest';
import type { Handed } from '../../../src/message/message.ts';
import { alikePicture, fakeLookout } from '../../support/fake-lookout.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';
import { waitFor } from '../../support/wait-for.ts';

const [ENTER, ESC, TAB, UP, DOWN] = ['\r', '\u001b', '\t', '\u001b[A', '\u001b[B'];

process.env['TZ'] = 'UTC';

const withAlike = () => fakeLookout(alikePicture());

describe('messages of the same id in two inboxes', () => {
  it('are selected separately', async () => {
    const shown = shownDashboard(withAlike());
    shown.type(TAB);
    await shown.sees('▸ Messages');
    shown.type(UP);
    await shown.sees('› 11:58:02');
    shown.type(ENTER);
    await shown.sees('— storm');
    expect(shown.text()).toContain('storm → overlord');
    expect(shown.text()).toContain('Report of storm');
    shown.type(ESC);
    await shown.sees('› 11:58:02');
    shown.type(UP);
    await shown.sees('› 11:58:01');
    shown.type(UP);
    shown.type('a');
    await shown.sees('Answer to inferno');
  });

  it("are answered separately: the answer marks only the person's mail read", async () => {
    const lookout = withAlike();
    const shown = shownDashboard(lookout);
    shown.type(TAB);
    await shown.sees('▸ Messages');
    shown.type(UP);
    await shown.sees('› 11:58:02');
    shown.type('a');
    await shown.sees('Answer to storm');
    shown.type('thanks');
    await shown.sees('thanks');
    shown.type(ENTER);
    await shown.sees('✓ Sent to storm.');
    expect(lookout.acts.filter(({ act }) => act === 'take')).toEqual([]);
    shown.type(UP);
    await shown.sees('› 11:58:01');
    shown.type('a');
    await shown.sees('Answer to inferno');
    shown.type('yes');
    await shown.sees('yes');
    shown.type(ENTER);
    await waitFor(() => lookout.acts.some(({ act }) => act === 'take'), 'read');
    expect(lookout.picture().letters.map(({ fetchedAt }) => fetchedAt !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

const mail = (id: string, subject: string, priority: Handed['priority'] = 'normal'): Handed => ({
  id,
  from: 'storm',
  to: 'human',
  subject,
  body: 'b',
  priority,
  timestamp: '2026-11-16T11:58:55Z',
});

describe('the list of unread mail', () => {
  it('keeps its selection when mail arrives before it', async () => {
    const lookout = fakeLookout();
    let unread = [mail('a1', 'first'), mail('a2', 'second'), mail('a3', 'third')];
    lookout.inbox = async () => unread;
    const shown = shownDashboard(lookout);
    shown.type('i');
    await shown.sees('third');
    shown.type(DOWN);
    await shown.sees('› 11:58:55   storm  second');
    unread = [mail('a0', 'urgent news', 'urgent'), ...unread];
    lookout.change(['person']);
    await shown.sees('urgent news');
    expect(shown.text()).toContain('› 11:58:55   storm  second');
    shown.type('m');
    await waitFor(() => lookout.acts.some(({ act }) => act === 'take'), 'read');
    expect(lookout.acts).toContainEqual({ act: 'take', ids: ['a2'] });
    // Its place is taken by the next one.
    unread = unread.filter(({ id }) => id !== 'a2');
    lookout.change(['person']);
    await shown.sees('› 11:58:55   storm  third');
  });

  it('marks exactly those read that were on the screen', async () => {
    const lookout = fakeLookout();
    const unread = Array.from({ length: 60 }, (_, i) => mail(`m${i}`, `number ${i}.`));
    lookout.inbox = async () => unread;
    const shown = shownDashboard(lookout);
    shown.type('i');
    await shown.sees('number 3.');
    const seen = unread.filter(({ subject }) => shown.text().includes(subject));
    expect(seen.length).toBeLessThan(60);
    shown.type('M');
    await waitFor(() => lookout.acts.some(({ act }) => act === 'take'), 'read');
    expect(lookout.acts).toContainEqual({ act: 'take', ids: seen.map(({ id }) => id) });
  });
});

it('a page that arrives late does not cover a text that is being written', async () => {
  const lookout = fakeLookout();
  const letter = lookout.letter.bind(lookout);
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  let came = false;
  lookout.letter = async (to, id) => {
    await late;
    queueMicrotask(() => setImmediate(() => (came = true)));
    return letter(to, id);
  };
  const shown = shownDashboard(lookout);
  shown.type(TAB);
  await shown.sees('▸ Messages');
  shown.type(ENTER);
  shown.type('s');
  await shown.sees('Message to overlord');
  shown.type(TAB);
  shown.type('please');
  await shown.sees('please');
  come();
  await waitFor(() => came, 'the page');
  shown.type(' merge');
  await shown.sees('please merge');
});
