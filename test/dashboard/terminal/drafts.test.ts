import { describe, expect, it } from 'vitest';
import { OvldError } from '../../../src/errors.ts';
import { fakeLookout, somePicture } from '../../support/fake-lookout.ts';
import { shownDashboard, type Shown } from '../../support/shown-dashboard.ts';
import { waitFor } from '../../support/wait-for.ts';
import { settle } from '../../support/settle.ts';

const [ENTER, ESC, TAB, CTRL_C, CTRL_E] = ['\r', '\u001b', '\t', '\u0003', '\u0005'];

process.env['TZ'] = 'UTC';

/** A message to the selected role, with that text. */
async function write(shown: Shown, text: string): Promise<void> {
  shown.type('s');
  await shown.sees('Subject');
  shown.type(TAB);
  shown.type(text);
  await shown.sees(text);
}

describe('an unsent text', () => {
  it('is kept while the same role is answered', async () => {
    const shown = shownDashboard();
    await write(shown, 'a long order');
    shown.type(ESC);
    await shown.sees('✓ Draft kept');
    shown.type(TAB);
    await shown.sees('▸ Messages');
    shown.type('a');
    await shown.sees('Answer to overlord');
    expect(shown.text()).not.toContain('a long order');
    shown.type('ok');
    await shown.sees('ok');
    shown.type(ENTER);
    await shown.sees('✓ Sent to overlord.');
    shown.type('s');
    await shown.sees('a long order');
  });

  it('is an answer again when the same message is answered', async () => {
    const shown = shownDashboard();
    shown.type(TAB);
    shown.type('a');
    await shown.sees('Answer to overlord');
    shown.type('half an answer');
    await shown.sees('half an answer');
    shown.type(ESC);
    await shown.sees('✓ Draft kept');
    shown.type('a');
    await shown.sees('half an answer');
    // Nothing but the subject it began with is no draft.
    shown.type('\u0017\u0017\u0017');
    await shown.misses('half an answer');
    shown.type(ESC);
    await shown.misses('Answer to');
    expect(shown.text()).not.toContain('Draft kept');
  });

  it('may be a subject alone', async () => {
    const shown = shownDashboard();
    shown.type('s');
    await shown.sees('Subject');
    shown.type('The eastern gate');
    await shown.sees('The eastern gate');
    shown.type(ESC);
    await shown.sees('✓ Draft kept');
    shown.type('s');
    await shown.sees('The eastern gate');
    shown.type(CTRL_C);
    await shown.sees('Ctrl-C again quits');
    shown.type(CTRL_C);
    expect(await shown.ended).toBe('left');
    await shown.settled();
    expect(shown.text()).toContain('Not sent to overlord:\nThe eastern gate');
  });

  it.each([
    ['Alt-Enter', '\u001b\r', 'hold the gate\n!'],
    ['Shift-Enter, where the terminal tells', '\u001b[13;2u', 'hold the gate\n!'],
    ['Alt and a letter', '\u001bh', 'hold the gate!'],
    ['Delete, at the end', '\u001b[3~', 'hold the gate!'],
    ['Delete, twice at its beginning', '\u0001\u001b[3~\u001b[3~', '!ld the gate'],
  ])('is not sent, closed or cut short by %s', async (_, keys, text) => {
    const lookout = fakeLookout();
    const shown = shownDashboard(lookout);
    await write(shown, 'hold the gate');
    shown.type(keys);
    await shown.settled();
    shown.type('!');
    await shown.sees('!');
    expect(lookout.acts).toEqual([]);
    shown.type(ENTER);
    await shown.sees('✓ Sent');
    expect(lookout.acts).toMatchObject([{ act: 'send', letter: { body: text } }]);
  });

  it.each([
    ['goes on typing, which is no command', 60_000, 1],
    ['does something else, no longer typing', 0, 2],
  ])('that was sent is followed by keys: the person %s', async (_, pauseMs, acts) => {
    const lookout = fakeLookout();
    const shown = shownDashboard(lookout, { pauseMs });
    await write(shown, 'hold the gate');
    shown.type(ENTER);
    await shown.sees('✓ Sent');
    shown.type('h');
    shown.type(TAB);
    await shown.sees('▸ Messages');
    await shown.settled();
    expect(lookout.acts).toHaveLength(acts);
  });

  it('of an answer has no control character of the message it answers', async () => {
    const picture = somePicture();
    const subject = 'gate\u001b]52;c;aGk=\u0007\nnext';
    const letters = picture.letters.map((one) => ({ ...one, subject }));
    const shown = shownDashboard(fakeLookout({ ...picture, letters }));
    shown.type(TAB);
    await shown.sees('▸ Messages');
    shown.type('a');
    await shown.sees('Re: ');
    shown.type('mine');
    shown.type(CTRL_C);
    await shown.sees('Ctrl-C again quits');
    shown.type(CTRL_C);
    await shown.ended;
    await shown.settled();
    expect(shown.text()).toContain('mine');
    expect(shown.written()).not.toContain('\u001b]52');
  });

  it('is kept for the roles that it did not reach', async () => {
    const lookout = fakeLookout();
    lookout.sendAll = async () => [
      { to: 'overlord', id: 'x1', delivered: true, wake: 'ringing' },
      { to: 'storm', delivered: false, error: new OvldError('store_full', { path: '/relay' }) },
    ];
    const shown = shownDashboard(lookout);
    shown.type('S');
    await shown.sees('Message to everybody');
    shown.type(TAB);
    shown.type('halt, all of you');
    await shown.sees('halt, all');
    shown.type(ENTER);
    await shown.sees('✗ storm: ');
    expect(shown.text()).toContain('halt, all of you');
    // The others have it: sent again, it goes to those alone.
    expect(shown.text()).toContain('Message to storm');
    shown.type('!');
    await shown.sees('halt, all of you!');
    shown.type(ESC);
    await shown.sees('✓ Draft kept');
    shown.type('S');
    await shown.sees('Message to storm');
    shown.type(ENTER);
    await shown.sees('✓ Sent to storm');
    const sent = lookout.acts.filter(({ act }) => act === 'send' || act === 'sendAll');
    expect(sent).toMatchObject([
      { act: 'send', to: 'storm', letter: { body: 'halt, all of you!' } },
    ]);
    shown.type('S');
    await shown.sees('Message to everybody');
  });

  it('is written to a file when the terminal goes away', async () => {
    const kept: string[] = [];
    const keep = (text: string): string => {
      kept.push(text);
      return '/tmp/kept.md';
    };
    const shown = shownDashboard(fakeLookout(), { keep });
    shown.type('s');
    await shown.sees('Subject');
    shown.type(`Gate${TAB}`);
    shown.type('my only copy');
    await shown.sees('my only copy');
    shown.hangUp();
    expect(await shown.ended).toBe('signalled');
    expect(kept).toEqual(['Not sent to overlord:\nGate\n\nmy only copy\n']);
    await shown.settled();
    expect(shown.text()).toContain('is kept in /tmp/kept.md');
  });

  it('can be sent to a role of any name, such as constructor', async () => {
    const { roles, ...rest } = somePicture();
    const [first, ...others] = roles;
    const lookout = fakeLookout({
      ...rest,
      roles: [{ ...first!, role: 'constructor' }, ...others],
    });
    const shown = shownDashboard(lookout);
    await shown.sees('› constructor');
    await write(shown, 'well met');
    shown.type(ENTER);
    await shown.sees('✓ Sent to constructor.');
  });
});

describe('a failing act', () => {
  it('does not make a message that is on its way a draft again', async () => {
    const lookout = fakeLookout();
    let [sent, fail] = [0, (): void => undefined];
    lookout.send = () => {
      sent += 1;
      return new Promise(() => undefined);
    };
    lookout.ring = () =>
      new Promise((_, reject) => (fail = () => reject(new Error('late trouble'))));
    const shown = shownDashboard(lookout);
    shown.type('r');
    await write(shown, 'once');
    shown.type(ENTER);
    await shown.sees('Sending');
    fail();
    await shown.sees('✗ ');
    shown.type(ENTER);
    shown.type('x');
    await settle();
    expect(sent).toBe(1);
  });
});

describe('an editor', () => {
  it.each([
    [{ kind: 'missing' } as const, 'No editor: set $EDITOR.'],
    [{ kind: 'aborted', file: '/tmp/ovld-1/message.md' } as const, '/tmp/ovld-1/message.md'],
    [{ kind: 'aborted' } as const, 'the text is unchanged'],
  ])('that ends with %j leaves the draft as it was', async (edited, said) => {
    const shown = shownDashboard(fakeLookout(), { edit: async () => edited });
    await write(shown, 'as before');
    shown.type(CTRL_E);
    await shown.sees(said);
    expect(shown.text()).toContain('as before');
  });

  it('is ended with the dashboard, which does not reappear after it', async () => {
    const endings: AbortSignal[] = [];
    const shown = shownDashboard(fakeLookout(), {
      edit: (_, ending) => {
        endings.push(ending);
        return new Promise((resolve) => {
          const left = { kind: 'aborted', file: '/tmp/left.md' } as const;
          ending.addEventListener('abort', () => setImmediate(() => resolve(left)));
        });
      },
    });
    await write(shown, 'draft');
    shown.type(CTRL_E);
    await waitFor(() => endings.length === 1, 'the editor');
    shown.hangUp();
    expect(await shown.ended).toBe('signalled');
    await settle();
    await shown.settled();
    expect(endings[0]?.aborted).toBe(true);
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
    expect(shown.text()).toContain('/tmp/left.md');
  });
});

describe('Ctrl-Z', () => {
  it('restores the terminal until the program is continued', async () => {
    const shown = shownDashboard();
    await write(shown, 'half');
    shown.type('\u001a');
    await waitFor(() => shown.isStopped(), 'it to stop');
    await shown.settled();
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
    shown.resume();
    await waitFor(() => shown.isRaw(), 'the terminal');
    await shown.sees('half');
    expect(shown.isAlternate()).toBe(true);
    shown.type(' a thought');
    await shown.sees('half a thought');
  });
});
