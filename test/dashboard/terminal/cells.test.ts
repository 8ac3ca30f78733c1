import { describe, expect, it } from 'vitest';
import { AT, boardPicture, fakeLookout, somePicture } from '../../support/fake-lookout.ts';
import { shownDashboard } from '../../support/shown-dashboard.ts';
import { settle } from '../../support/settle.ts';

process.env['TZ'] = 'UTC';

const HOSTILE = [
  '👨‍👩‍👧‍👦👩🏽‍🚀🇯🇵❤️1️⃣🏰'.repeat(20),
  '漢字と仮名'.repeat(60),
  '\u001b[2J\u001b[1;1H\u001b]0;title\u0007\u009b31m\u202e'.repeat(10),
  'Z̸̡̢̛̗͇̺͐͑'.repeat(80),
  'x'.repeat(500),
  '',
  '\u1160\u11ff\u3248\u4dc0🇯'.repeat(30),
];

function hostile() {
  const picture = boardPicture();
  const text = (i: number): string => HOSTILE[i % HOSTILE.length] ?? '';
  return fakeLookout({
    ...picture,
    roles: picture.roles.map((role, i) => ({ ...role, status: 'working', task: text(i) })),
    letters: picture.letters.map((letter, i) => ({ ...letter, subject: text(i) })),
    board: picture.board && {
      ...picture.board,
      commands: picture.board.commands.map((one, i) => ({ ...one, purpose: text(i) })),
      tasks: picture.board.tasks.map((view, i) => ({
        ...view,
        task: { ...view.task, objective: text(i) },
      })),
    },
  });
}

/** As terminals do, and as some do: one column for an emoji. */
describe.each([2, 1] as const)('an emoji of %i columns', (emoji) => {
  it.each([
    [60, 16],
    [80, 24],
    [200, 60],
  ])('shifts no column at %i × %i, and no row overflows', async (columns, rows) => {
    const shown = shownDashboard(hostile(), { columns, rows, widths: { emoji } });
    await shown.settled();
    const seen = shown.rows();
    expect(seen).toHaveLength(rows);
    expect(seen[0]).toContain('bastion');
    expect(seen.at(-1)).toContain('quit');
    const letters = seen.filter((row) => /^. \d\d:\d\d:\d\d /.test(row));
    expect(letters.length).toBeGreaterThan(2);
    for (const row of letters) {
      expect(row.slice(0, 15)).toMatch(/^[· ] \d\d:\d\d:\d\d (?:[●○]{4}|[●○] {3})$/u);
      expect(row.slice(20)).toMatch(/^[a-z]/);
    }
    const roles = seen.filter((row) => row.includes('working'));
    expect(new Set(roles.map((row) => row.indexOf('working'))).size).toBe(1);
    expect(shown.written()).not.toContain('\u001b]0;');
    expect(shown.text()).not.toContain('\u202e');
  });
});

it('a terminal that counts more columns than ovld cuts a row off and wraps none', async () => {
  const shown = shownDashboard(hostile(), { widths: { ambiguous: 2 } });
  await shown.settled();
  const seen = shown.rows();
  expect(seen[0]).toContain('bastion');
  expect(seen.findIndex((row) => row.includes('Messages'))).toBe(8);
  expect(seen.at(-1)).toContain('quit');
  shown.type('j');
  await shown.sees('› marshall');
  const others = (rows: string[]): string[] => rows.toSpliced(3, 2);
  expect(others(shown.rows())).toEqual(others(seen));
});

describe("the terminal's size", () => {
  it('may be too small for all roles: the heading says which are visible', async () => {
    const picture = somePicture();
    const [some] = picture.roles;
    if (some === undefined) throw new Error('nobody');
    const roles = Array.from({ length: 20 }, (_, i) => ({ ...some, role: `specialist_${i + 1}` }));
    const shown = shownDashboard(fakeLookout({ ...picture, roles }));
    await shown.sees('› specialist_1 ');
    const [, last = ''] = /▸ Roles 1-(\d+)\/20 +agent/.exec(shown.text()) ?? [];
    expect(Number(last)).toBeGreaterThan(2);
    expect(shown.text()).toContain(`specialist_${last} `);
    expect(shown.text()).not.toContain(`specialist_${Number(last) + 1} `);
    for (let i = 0; i < 19; i++) shown.type('j');
    await shown.sees('› specialist_20');
    expect(shown.text()).toMatch(new RegExp(`Roles ${21 - Number(last)}-20/20 `));
    expect(shown.text()).toMatch(/Messages ─+ 1234 in all/);
    shown.type('\t');
    await shown.sees('▸ Messages');
    for (let i = 0; i < picture.letters.length; i++) shown.type('k');
    await shown.sees('Messages ─');
    await shown.settled();
    expect(shown.text()).toMatch(
      new RegExp(`Messages ─+ 1-\\d+/${picture.letters.length} · 1234 in all`),
    );
  });

  it('may change while the dashboard runs', async () => {
    const shown = shownDashboard();
    await shown.sees('Messages');
    shown.resize(120, 40);
    await shown.settled();
    expect(shown.rows()).toHaveLength(40);
    expect(shown.rows().at(-1)).toContain('h hold');
    shown.resize(70, 20);
    await shown.settled();
    expect(shown.rows().at(-1)).toContain('q quit');
    expect(shown.rows().filter((row) => row.includes('q quit'))).toHaveLength(1);
  });

  it('may be too small, which a sentence says', async () => {
    const shown = shownDashboard(fakeLookout(), { columns: 40, rows: 10 });
    await shown.sees('needs 60 × 16');
    shown.resize(12, 3);
    await shown.sees('This');
    shown.resize(80, 24);
    await shown.sees('▸ Roles');
    shown.type('q');
    expect(await shown.ended).toBe('left');
  });
});

describe('colours', () => {
  it('repeat what the words say', async () => {
    const shown = shownDashboard();
    await shown.sees('waiting');
    expect(shown.cellOf('waiting').getFgColor()).toBe(3);
    expect(shown.cellOf('[asks you]').getFgColor()).toBe(3);
  });

  it('are left out when they are not wanted', async () => {
    const shown = shownDashboard(fakeLookout(), { colour: false });
    await shown.sees('waiting');
    expect(shown.cellOf('waiting').isFgDefault()).toBe(true);
    expect(shown.written()).not.toMatch(/\u001b\[3\dm/);
    expect(shown.cellOf('▸ Roles').isBold()).toBeTruthy();
  });
});

describe('the dashboard draws', () => {
  it('nothing while nothing changes', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    const before = shown.written();
    shown.lookout.change(['figures']);
    await settle();
    expect(shown.written()).toBe(before);
  });

  it('only the rows that changed', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    const before = shown.written().length;
    const roles = somePicture().roles.map((role) =>
      role.role === 'storm' ? { ...role, task: 'back again' } : role,
    );
    shown.lookout.change(['roles'], { roles });
    await shown.sees('back again');
    const drawn = shown.written().slice(before);
    expect(drawn.match(/\u001b\[\d+;1H/g)).toEqual(['\u001b[9;1H']);
  });

  it('an age that has become another', async () => {
    let now = Date.parse(AT);
    const lookout = fakeLookout();
    const picture = somePicture();
    const [first, ...others] = picture.roles;
    const oldestUnreadAt = new Date(now - 59_900).toISOString();
    lookout.change(['roles'], { roles: [{ ...first!, unread: 1, oldestUnreadAt }, ...others] });
    const shown = shownDashboard(lookout, { now: () => now });
    await shown.sees('1    now');
    now += 200;
    await shown.misses('1    now socket 61 ms');
  });
});

describe('the end of the dashboard', () => {
  it.each([
    ['q', 'left'],
    ['\u0003', 'left'],
  ])('by %j restores the terminal', async (key, how) => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([true, true]);
    shown.type(key);
    expect(await shown.ended).toBe(how);
    await shown.settled();
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
    expect(shown.written().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(shown.lookout.watchers).toBe(0);
  });

  it('follows the end of the terminal', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    shown.hangUp();
    expect(await shown.ended).toBe('signalled');
    expect(shown.isRaw()).toBe(false);
  });

  it('by a fault of its own restores the terminal, and then reports the fault', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    shown.lookout.picture = () => {
      throw new Error('no picture');
    };
    const ended = expect(shown.ended).rejects.toThrow('no picture');
    shown.lookout.change(['roles']);
    await ended;
    await shown.settled();
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
  });

  it('by an uncaught exception restores the terminal before Node reports it', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    (process as NodeJS.EventEmitter).emit('uncaughtExceptionMonitor', new Error('elsewhere'));
    await shown.settled();
    expect([shown.isRaw(), shown.isAlternate()]).toEqual([false, false]);
  });

  it('at the end of the army leaves the last screen', async () => {
    const shown = shownDashboard();
    await shown.sees('▸ Roles');
    const { army } = shown.lookout.picture();
    shown.lookout.change(['army'], { army: { ...army, standing: 'over' } });
    await shown.sees('dismissed: this is its last known state');
    expect(shown.text()).toContain('strategist');
    shown.type('q');
    expect(await shown.ended).toBe('left');
  });
});
