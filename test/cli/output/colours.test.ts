import { expect, it } from 'vitest';
import { coloured, movable } from '../../../src/cli/output/colours.ts';

const TTY = { isTTY: true };
const PIPE = {};

it.each([
  [{ TERM: 'xterm' }, TTY, false, true],
  [{ TERM: 'xterm' }, PIPE, false, false],
  [{ TERM: 'xterm' }, TTY, true, false],
  [{ TERM: 'dumb' }, TTY, false, false],
  [{ NO_COLOR: '1' }, TTY, false, false],
  [{ NO_COLOR: '0' }, TTY, false, false],
  [{ NO_COLOR: '' }, TTY, false, true],
  [{ FORCE_COLOR: '1' }, PIPE, false, true],
  [{ FORCE_COLOR: '1', TERM: 'dumb' }, TTY, false, true],
  [{ FORCE_COLOR: '0' }, TTY, false, false],
  [{ FORCE_COLOR: 'false' }, TTY, false, false],
  [{ FORCE_COLOR: '' }, PIPE, false, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, TTY, false, false],
  [{ FORCE_COLOR: '1' }, PIPE, true, false],
])('output with %j to %j, json %j, is coloured: %j', (env, output, json, yes) => {
  expect(coloured(env, output, json)).toBe(yes);
});

it('a dumb terminal or a pipe gets no sequence that moves the cursor', () => {
  expect(movable({ TERM: 'dumb' }, TTY)).toBe(false);
  expect(movable({ NO_COLOR: '1' }, TTY)).toBe(true);
  expect(movable({}, PIPE)).toBe(false);
});
