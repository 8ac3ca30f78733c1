import { expect, it } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import { findSession, parsePanes, parseSessions } from '../../src/mux/tmux/listing.ts';
import { parseScreen, repeatAttributes } from '../../src/mux/tmux/screen.ts';

const line = (...fields: string[]): string => `${fields.join('\t')}\n`;
const numbers = ['0', '1', '69', '49'];
const box = { x: 0, y: 1, columns: 69, rows: 49 };

it('a living pane of the army is read', () => {
  expect(
    parsePanes(line('%1', '0', '0', '42', ...numbers, 'storm', 'support', 'a; title')),
  ).toEqual([
    {
      id: '%1',
      title: 'a; title',
      role: 'storm',
      tab: 'support',
      alive: true,
      hidden: false,
      box,
      pid: 42,
    },
  ]);
});

it("a dead pane has no pid, and a pane without ovld's mark has no role", () => {
  const [dead, foreign] = parsePanes(
    line('%1', '1', '0', '42', ...numbers, 'storm', 't', '') +
      line('%2', '0', '1', '43', ...numbers, 'No Role!', 't', 'storm'),
  );
  expect(dead).toEqual({
    id: '%1',
    title: '',
    role: 'storm',
    tab: 't',
    alive: false,
    hidden: false,
    box,
  });
  expect(foreign).toMatchObject({ title: 'storm', hidden: true });
  expect(foreign).not.toHaveProperty('role');
});

it.for(['nonsense\n', line('%1', '0', '0'), line('1', '0', '0', '4', ...numbers, '', '', '')])(
  'a line that is not a pane is an error: %j',
  (text) => {
    expect(() => parsePanes(text)).toThrow(OvldError);
  },
);

it('sessions are read with their lives', () => {
  const text =
    line('7', '$0', '99', '', '', 'army', '/tmp/tmux-0/default') +
    line('7', '$1', '99', 'army', 'abc', 'b', '/s');
  const sessions = parseSessions(text);
  expect(sessions).toEqual([
    { id: '$0', army: '', mark: '', name: 'army', life: '7.$0.99', socket: '/tmp/tmux-0/default' },
    { id: '$1', army: 'army', mark: 'abc', name: 'b', life: '7.$1.99', socket: '/s' },
  ]);
  expect(parseSessions('')).toEqual([]);
  // [session.renamed.1] our mark comes before a name that is another's
  expect(findSession(sessions, 'army')?.id).toBe('$1');
  expect(findSession(sessions.slice(0, 1), 'army')?.id).toBe('$0');
  expect(findSession(sessions, 'b')?.id).toBe('$1');
});

it('a screen is read as plain lines, styled lines and the cursor', () => {
  const link = '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\';
  const rows = `\u001b[1;31mred\u001b[0m 日本  \n\u000eqq\u000f ${link}\n\n`;
  expect(parseScreen(`%3\t5\t1\n${rows}`, '%3')).toEqual({
    lines: ['red 日本', 'qq text', ''],
    styled: ['\u001b[1;31mred\u001b[0m 日本  ', `\u000eqq\u000f ${link}`, ''],
    cursor: { row: 1, column: 5 },
    copyMode: false,
  });
});

it.for(['%4\t0\t0\nx\n', '%33\t0\t0\nx\n', '\t\t\nx\n', ''])(
  'an answer about another pane is refused: %j',
  (text) => {
    expect(parseScreen(text, '%3')).toBeUndefined();
  },
);

it.for([
  [
    ['\u001b[2ma', 'b'],
    ['\u001b[2ma', '\u001b[2mb'],
  ],
  [
    ['\u001b[2ma\u001b[0m', 'b'],
    ['\u001b[2ma\u001b[0m', 'b'],
  ],
  [
    ['\u001b[2ma\u001b[31m', 'b\u001b[0;1mc', 'd'],
    ['\u001b[2ma\u001b[31m', '\u001b[2m\u001b[31mb\u001b[0;1mc', '\u001b[0;1md'],
  ],
  [
    ['\u001b[2ma\u001b[m', 'b'],
    ['\u001b[2ma\u001b[m', 'b'],
  ],
])('a row repeats the attributes that the row above left on: %j', ([rows = [], wanted]) => {
  expect(repeatAttributes(rows)).toEqual(wanted);
});
