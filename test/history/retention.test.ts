import { expect, it } from 'vitest';
import { findExpired } from '../../src/history/retention.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

const past = (name: string, daysAgo: number, more: { unread?: number; folder?: string } = {}) => ({
  name,
  session: 'overlord',
  dismissedAt: NOW - daysAgo * DAY,
  unread: more.unread ?? 0,
  formation: { name: 'overlord', store: 'files' as const, folder: more.folder ?? '/a' },
});

it.each([
  ['an army younger than the limit stays', { keepDays: 90 }, [past('new', 1), past('old', 89)], []],
  [
    'an army older than the limit goes',
    { keepDays: 90 },
    [past('new', 1), past('old', 91)],
    ['old'],
  ],
  [
    'a limit of one day is 24 hours',
    { keepDays: 1 },
    [past('new', 0.9), past('old', 1.1)],
    ['old'],
  ],
  ['every army stays without a limit', {}, [past('new', 1), past('old', 9999)], []],
  [
    'armies beyond the configured number go',
    { keepArmies: 1 },
    [past('new', 1), past('old', 2)],
    ['old'],
  ],
  [
    'the last army of a folder stays while it has unread mail',
    { keepDays: 90, keepArmies: 1 },
    [past('here', 1), past('there', 200, { unread: 2, folder: '/b' })],
    [],
  ],
  [
    'the configured number counts for each folder',
    { keepArmies: 1 },
    [past('here', 1), past('there', 2, { folder: '/b' }), past('also here', 3)],
    ['also here'],
  ],
  [
    'the last army of a folder goes when it has no unread mail',
    { keepDays: 90 },
    [past('only', 200)],
    ['only'],
  ],
  [
    'an army with unread mail goes when a later army of its folder hides that mail',
    { keepDays: 90 },
    [past('new', 1), past('old', 200, { unread: 2 })],
    ['old'],
  ],
])('%s', (_what, keep, armies, gone) => {
  const retention = { keepDays: undefined, keepArmies: undefined, ...keep };
  expect(findExpired(armies, () => retention, NOW).map(({ name }) => name)).toEqual(gone);
});
