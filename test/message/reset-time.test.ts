import { describe, expect, it } from 'vitest';
import { readResetTime } from '../../src/message/reset-time.ts';

const NOW = Date.parse('2026-11-19T18:00:00Z');

describe('the end of a usage limit is read from what an agent prints', () => {
  it.each([
    ["You've hit your session limit · resets 8:10pm (Europe/Paris)", '2026-11-19T19:10:00Z'],
    ["You've hit your limit · resets 5pm (Europe/Paris)", '2026-11-20T16:00:00Z'],
    ["You've hit your limit · resets 12:50am (America/Los_Angeles)", '2026-11-20T08:50:00Z'],
    ["You've hit your weekly limit · resets Nov 26, 5:59am (Asia/Tokyo)", '2026-11-25T20:59:00Z'],
    ['resets Jul 26, 5:59am (America/Los_Angeles)', '2027-07-26T12:59:00Z'],
    ['limit reached, resets 21:30', '2026-11-19T21:30:00Z'],
    ['try again at Nov 20th, 2026 9:05 AM.', '2026-11-20T09:05:00Z'],
    ["You've hit your usage limit. Try again in 2 hours 5 minutes.", '2026-11-19T20:05:00Z'],
    ['Try again in 3 days 1 hour 2 minutes.', '2026-11-22T19:02:00Z'],
    ['Please retry in 56.2s.', '2026-11-19T18:00:56.200Z'],
    ['Your quota will reset after 1h20m5s.', '2026-11-19T19:20:05Z'],
    ['{"until":"2026-11-19T18:44:00.000Z"}', '2026-11-19T18:44:00Z'],
  ])('%s', (said, at) => {
    expect(new Date(readResetTime(said, NOW, 'UTC') ?? 0).toISOString()).toBe(
      new Date(at).toISOString(),
    );
  });

  it.each([
    '',
    'API Error: 429',
    'This request would exceed your rate limit. Please try again later.',
    'resets 99:99pm (Nowhere/Land)',
    'resets 5pm (Nowhere/Land)',
    'resets Foo 50, 3am (UTC)',
    'x'.repeat(1_000_000),
  ])('nothing is read from %.60s', (said) => {
    expect(readResetTime(said, NOW, 'UTC')).toBeUndefined();
  });

  it('a day on which the clocks change has its own time', () => {
    const at = readResetTime('resets 3am (Europe/Paris)', Date.parse('2026-10-24T20:00:00Z'));
    expect(new Date(at ?? 0).toISOString()).toBe('2026-10-25T02:00:00.000Z');
  });
});
