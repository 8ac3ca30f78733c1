import { describe, expect, it } from 'vitest';
import { OvldError } from '../../../src/errors.ts';
import { boardPicture, fakeLookout, somePicture } from '../../support/fake-lookout.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';
import { waitFor } from '../../support/wait-for.ts';

const [ENTER, ESC, TAB, NEWLINE, CTRL_C] = ['\r', '\u001b', '\t', '\n', '\u0003'];
const [UP, DOWN, END] = ['\u001b[A', '\u001b[B', '\u001b[F'];

process.env['TZ'] = 'UTC';

describe('looking around', () => {
  it('moves by arrows and letters, and between panels by Tab', async () => {
    const shown = shownDashboard();
    await shown.sees('› overlord');
    shown.type(DOWN);
    await shown.sees('› strategist');
    shown.type('jk');
    shown.type(UP);
    await shown.sees('› overlord');
    shown.type(TAB);
    await shown.sees('▸ Messages');
    shown.type('\u001b[Z');
    await shown.sees('▸ Roles');
  });

  it('follows the newest message until the person selects another', async () => {
    const shown = shownDashboard();
    const { lookout } = shown;
    await shown.sees('11:58:55');
    await lookout.send('storm', { subject: 'newest one', body: '', priority: 'normal' });
    await shown.sees('newest one');
    shown.type(`${TAB}${UP}`);
    await shown.sees('› 11:58:55');
    await lookout.send('storm', { subject: 'one more', body: '', priority: 'normal' });
    await shown.sees('one more');
    expect(shown.text()).toContain('› 11:58:55');
  });

  it('opens a message whole: wrapped, scrolled, without control characters', async () => {
    const lookout = fakeLookout();
    const { id, from, to } = lookout.picture().letters.at(-1)!;
    const rest = {
      subject: 'Long',
      priority: 'urgent',
      timestamp: '2026-11-16T11:58:55Z',
    } as const;
    const body = `${'word '.repeat(40)}\n\u001b[2Jcleared?\n${'線'.repeat(100)}\n${'x\n'.repeat(60)}the end`;
    lookout.hand({ id, from, to, ...rest, body, redelivered: 2 });
    const shown = shownDashboard(lookout);
    shown.type(TAB);
    shown.type(ENTER);
    await shown.sees('urgent · handed over 2 times before');
    expect(shown.text()).toContain('overlord → human');
    expect(shown.text()).toContain('␛[2Jcleared?');
    expect(shown.text()).not.toContain('the end');
    shown.type(END);
    await shown.sees('the end');
    shown.type('\u001b[H');
    await shown.sees('cleared?');
    shown.type(ESC);
    await shown.sees('▸ Messages');
  });

  it('says that a message is gone', async () => {
    const shown = shownDashboard();
    shown.type(`${TAB}\u001b[H`);
    shown.type(ENTER);
    await shown.sees('✗ That message is no longer available.');
  });

  it('opens tasks and commands of the board', async () => {
    const shown = shownDashboard(fakeLookout(boardPicture()), { rows: 40 });
    shown.type(`${TAB}${TAB}jj`);
    shown.type(ENTER);
    await shown.sees('Objective');
    expect(shown.text()).toContain('docs/wall.md');
  });

  it('shows its keys', async () => {
    const shown = shownDashboard();
    shown.type('?');
    await shown.sees('acknowledged: the agent continued after it');
    shown.type('q');
    await shown.sees('▸ Roles');
  });
});

describe('writing', () => {
  it('answers a message as the person, over several lines', async () => {
    const shown = shownDashboard();
    shown.type(`${TAB}a`);
    await shown.sees('Answer to overlord');
    expect(shown.text()).toContain('Re: 了解。日没に動く');
    shown.type('Well done,');
    shown.type(NEWLINE);
    shown.type('全員に');
    await shown.sees('全員に');
    expect(shown.cursor()).toEqual({ row: 19, column: 11 + 6 });
    shown.type(ENTER);
    await shown.sees('✓ Sent to overlord.');
    const sent = shown.lookout.acts.find(({ act }) => act === 'send');
    const letter = { subject: 'Re: 了解。日没に動く', body: 'Well done,\n全員に' };
    expect(sent).toEqual({
      act: 'send',
      to: 'overlord',
      letter: { ...letter, priority: 'normal' },
    });
    // A person who answers has read it.
    await waitFor(() => shown.lookout.acts.some(({ act }) => act === 'take'), 'read');
  });

  it('writes to the selected role; without a subject its first line is one', async () => {
    const shown = shownDashboard();
    shown.type('js');
    await shown.sees('Message to strategist');
    shown.type(ENTER);
    shown.type('\u001b[200~line one\rq\rthree\u001b[201~');
    await shown.sees('three');
    shown.type('\u0014');
    await shown.sees('! urgent');
    // As in a shell: what stands before the cursor in this line goes.
    shown.type('rubbish');
    shown.type('\u0015');
    shown.type('three');
    shown.type(ENTER);
    await shown.sees('Sent to strategist.');
    expect(shown.lookout.acts.at(-1)).toEqual({
      act: 'send',
      to: 'strategist',
      letter: { subject: 'line one', body: 'line one\nq\nthree', priority: 'urgent' },
    });
  });

  it('keeps what could not be sent', async () => {
    const lookout = fakeLookout();
    lookout.fail('send', new OvldError('store_full', { path: '/relay' }));
    const shown = shownDashboard(lookout);
    shown.type(`s${ENTER}`);
    await shown.sees('Message to overlord');
    shown.type('precious');
    shown.type(ENTER);
    await shown.sees('✗');
    expect(shown.text()).toContain('precious');
    shown.type(ENTER);
    await shown.sees('Sent to overlord.');
  });

  it('keeps a text on Esc and continues it', async () => {
    const shown = shownDashboard();
    shown.type('s');
    await shown.sees('Message to overlord');
    shown.type(`subject${ENTER}`);
    shown.type('half a thought');
    await shown.sees('half a thought');
    shown.type(ESC);
    await shown.misses('half a thought');
    shown.type('s');
    await shown.sees('half a thought');
    expect(shown.text()).toContain('subject');
  });

  it('hands the text to an editor and back', async () => {
    const asked: string[] = [];
    const shown = shownDashboard(fakeLookout(), {
      edit: async (text) => {
        asked.push(text);
        await shown.settled();
        expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
        return { kind: 'edited', text: `${text} edited\n` };
      },
    });
    shown.type(`${TAB}a`);
    await shown.sees('Answer to');
    shown.type('draft');
    await shown.sees('draft');
    shown.type('\u0005');
    await shown.sees('draft edited');
    expect([asked, shown.isRaw(), shown.isAlternate()]).toEqual([['draft'], true, true]);
  });

  it('does not quit over an unsent text at the first Ctrl-C, and prints it at the second', async () => {
    const shown = shownDashboard();
    shown.type(`s${ENTER}`);
    await shown.sees('Message to overlord');
    shown.type('do not lose me');
    await shown.sees('do not lose me');
    shown.type(CTRL_C);
    await shown.sees('Ctrl-C again quits');
    shown.type(CTRL_C);
    expect(await shown.ended).toBe('left');
    await shown.settled();
    expect(shown.text()).toContain('Not sent to overlord:\ndo not lose me');
  });

  it('can address all roles', async () => {
    const shown = shownDashboard();
    shown.type('S');
    await shown.sees('Message to everybody');
    shown.type(`halt${ENTER}`);
    shown.type(ENTER);
    await shown.sees('Sent to overlord, strategist');
  });
});

describe('acting on a role', () => {
  it.each([
    ['r', 'jj', { act: 'ring', role: 'inferno' }, 'Ringing inferno again.'],
    ['r', '', { act: 'ring', role: 'overlord' }, 'overlord has nothing unread.'],
    ['h', '', { act: 'hold', role: 'overlord' }, 'overlord is held'],
    ['h', 'jjjj', { act: 'release', role: 'shadow' }, 'shadow is no longer held.'],
    ['g', 'j', { act: 'show', role: 'strategist' }, 'shows the pane of strategist'],
  ])('%s after %j does what its key says', async (key, moves, act, said) => {
    const shown = shownDashboard();
    shown.type(`${moves}${key}`);
    await shown.sees(said);
    expect(shown.lookout.acts).toContainEqual(act);
  });

  it.each([
    ['en', 'Pause the army', 'The army is paused', 'Let the army go on?', 'The army goes on'],
    ['ja', '一時停止し', '軍を一時停止しました', '軍を再開しますか', '軍を再開しました'],
  ] as const)('pauses the army and goes on, each after a question: %s', async (...row) => {
    const [language, asksFirst, paused, asksAgain, goesOn] = row;
    const shown = shownDashboard(fakeLookout(), { language });
    const did = () => shown.lookout.acts.map(({ act }) => act);
    shown.type('p');
    await shown.sees(asksFirst);
    shown.type(ESC);
    await shown.misses(asksFirst);
    shown.type('p');
    await shown.sees(asksFirst);
    expect(did()).toEqual([]);
    shown.type('p');
    await shown.sees(paused);
    shown.type('p');
    await shown.sees(asksAgain);
    shown.type('p');
    await shown.sees(goesOn);
    expect(did()).toEqual(['pause', 'unpause']);
  });

  it('says in words what failed', async () => {
    const lookout = fakeLookout();
    lookout.fail('show', new OvldError('pane_hidden', { role: 'overlord' }));
    const shown = shownDashboard(lookout);
    shown.type('g');
    await shown.sees('✗ ');
    shown.type('j');
    await shown.misses('✗ ');
  });

  it("shows a role's unread mail, which only its agent takes", async () => {
    const shown = shownDashboard();
    shown.type(`j${ENTER}`);
    await shown.sees('Unread mail of strategist');
    shown.type('m');
    await shown.sees('✗ This is mail of a role');
    expect(shown.lookout.acts.some(({ act }) => act === 'take')).toBe(false);
  });

  it("marks the person's own mail read", async () => {
    const shown = shownDashboard();
    await shown.sees('✉ 1 for you');
    shown.type('i');
    await shown.sees('Your inbox');
    shown.type('m');
    await shown.sees('✓ Read.');
    await shown.sees('Nothing unread.');
    await shown.misses('✉ 1 for you');
  });
});

it('an open list of unread mail is updated, and a letter in it can be marked read', async () => {
  const lookout = fakeLookout();
  const shown = shownDashboard(lookout);
  shown.type('i');
  await shown.sees('Your inbox');
  const [newest] = lookout.picture().letters.slice(-1);
  const letters = [
    ...lookout.picture().letters,
    { ...newest!, id: 'fresh', from: 'storm', subject: 'Fresh news', priority: 'urgent' as const },
  ];
  lookout.change(['person', 'letters'], { letters, person: { unread: 2 } });
  await shown.sees('Fresh news');
  shown.type(`j${ENTER}`);
  await shown.sees('storm → human');
  shown.type('m');
  await shown.sees('✓ Read.');
  expect(lookout.acts).toContainEqual({ act: 'take', ids: ['fresh'] });
  shown.type(ESC);
  await shown.sees('Your inbox');
  expect(shown.text()).not.toContain('Fresh news');
});

it('an army without messages says how to write one', async () => {
  const shown = shownDashboard(fakeLookout({ ...somePicture(), letters: [] }));
  await shown.sees('No messages yet.');
  shown.type('a');
  await shown.sees('✗ No messages yet.');
});
