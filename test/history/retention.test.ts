import { expect, it } from 'vitest';
import { expired } from '../../src/history/retention.ts';

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
  ['nothing is too young', { keepDays: 90 }, [past('new', 1), past('old', 89)], []],
  ['what is older goes', { keepDays: 90 }, [past('new', 1), past('old', 91)], ['old']],
  ['a day is a day', { keepDays: 1 }, [past('new', 0.9), past('old', 1.1)], ['old']],
  ['all stays without a bound', {}, [past('new', 1), past('old', 9999)], []],
  ['more than so many go', { keepArmies: 1 }, [past('new', 1), past('old', 2)], ['old']],
  [
    'the last of a folder stays while it has unread mail',
    { keepDays: 90, keepArmies: 1 },
    [past('here', 1), past('there', 200, { unread: 2, folder: '/b' })],
    [],
  ],
  [
    'so many of each folder',
    { keepArmies: 1 },
    [past('here', 1), past('there', 2, { folder: '/b' }), past('also here', 3)],
    ['also here'],
  ],
  ['without unread mail it goes too', { keepDays: 90 }, [past('only', 200)], ['only']],
  [
    'unread mail that a later army of the folder hides is not resumed either: it goes',
    { keepDays: 90 },
    [past('new', 1), past('old', 200, { unread: 2 })],
    ['old'],
  ],
])('%s', (_what, keep, armies, gone) => {
  const retention = { keepDays: undefined, keepArmies: undefined, ...keep };
  expect(expired(armies, () => retention, NOW).map(({ name }) => name)).toEqual(gone);
});
