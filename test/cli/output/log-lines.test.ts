import { describe, expect, it } from 'vitest';
import { logLines } from '../../../src/cli/output/log-lines.ts';
import { readSince } from '../../../src/cli/parse/since.ts';
import { paints } from '../../../src/kit/paint.ts';
import type { JournalEvent } from '../../../src/store/store.ts';

const to = 'storm';
const EVENTS: [JournalEvent, string][] = [
  [
    { event: 'ring_failed', to, by: 'typed', nonce: 'n', code: 'no_pane' },
    'typed, no pane of that role was found',
  ],
  [{ event: 'ring_failed', to, by: 'typed', nonce: 'n', code: 'toString' }, 'typed, toString'],
  [{ event: 'rung', to, by: 'hook:stop', nonce: 'n', as: 'hook' }, 'hook:stop, its hook'],
  [
    { event: 'fetched', id: 'm', to, incarnation: 'x', redelivered: 2 },
    'm, handed over 2 times before',
  ],
  [{ event: 'put_back', id: 'm', to, why: 'died' }, 'm, its relay ended unexpectedly'],
  [
    { event: 'unreachable', to, nonce: 'n', failed: ['no_pane', 'x'] },
    'no pane of that role was found, x',
  ],
  [{ event: 'confirmed', to, by: 'socket', nonce: 'n', ms: 63.7 }, 'socket, 64 ms'],
  [{ event: 'held', to, by: 'person' }, 'by a person'],
  [{ event: 'restarted', to, resumed: true }, 'same conversation'],
];

describe('a line of the log', () => {
  const line = logLines('en', ['storm'], paints(false));
  it.each(EVENTS)('%j ends with %j', (event, end) => {
    expect(line({ at: '2026-11-15T12:00:00.000Z', ...event })).toMatch(
      new RegExp(`^\\d\\d-\\d\\d \\d\\d:00:00\\.000 .* storm .* ${end}$`),
    );
  });

  it('stands below the others where the person has the longest name', () => {
    const short = logLines('en', ['me'], paints(false));
    const at = '2026-11-15T12:00:00.000Z';
    const rows = [
      short({ at, event: 'stored', id: 'm', from: 'human', to: 'me', priority: 'normal' }),
      short({ at, event: 'acknowledged', id: 'm', to: 'me' }),
    ];
    expect(rows[1]?.lastIndexOf(' m')).toBe(rows[0]?.lastIndexOf(' m'));
  });

  it('names both roles of an exchange', () => {
    const between = ['inferno', 'storm'] as const;
    const told = line({ at: '2026-11-15T12:00:00.000Z', event: 'released', to, between });
    expect(told).toMatch(/released +inferno ↔ storm$/);
  });

  it('names the end of a pause, and the two the person was told of', () => {
    const between = ['inferno', 'storm'] as const;
    const until = new Date(2026, 10, 15, 12, 0, 30).toISOString();
    const at = '2026-11-15T12:00:00.000Z';
    expect(line({ at, event: 'held', to, between, by: 'guard', until })).toMatch(
      /held +inferno ↔ storm +by the guard, until 12:00:30$/,
    );
    expect(line({ at, event: 'alerted', to, why: 'loops', between })).toMatch(
      /alerted +inferno ↔ storm +exchange too many messages$/,
    );
  });

  it('calls mail to the person unread and read', () => {
    const at = '2026-11-15T12:00:00.000Z';
    const stored = { event: 'stored', id: '1', from: 'storm', to: 'human' } as const;
    expect(line({ at, ...stored, priority: 'normal' })).toMatch(/ unread +storm → human/);
    expect(line({ at, event: 'fetched', id: '1', to: 'human', incarnation: 'person' })).toMatch(
      / read +human/,
    );
    expect(line({ at, event: 'acknowledged', id: '1', to: 'human' })).toMatch(/ filed +human/);
    expect(line({ at, ...stored, to, priority: 'normal' })).toMatch(/ stored +storm → storm/);
  });

  it('is coloured only for a terminal', () => {
    const event = { at: '2026-11-15T12:00:00.000Z', event: 'held', to, by: 'guard' } as const;
    const coloured = logLines('ja', ['storm'], paints(true))(event);
    expect(coloured).toContain('\u001b[33m');
    expect(line(event)).not.toContain('\u001b');
  });
});

describe('--since', () => {
  const now = new Date(2026, 10, 15, 14, 30).getTime();
  it.each<[string, number | undefined]>([
    ['90s', now - 90_000],
    ['10m', now - 600_000],
    ['2h', now - 7_200_000],
    ['1d', now - 86_400_000],
    ['14:00', new Date(2026, 10, 15, 14, 0).getTime()],
    ['9:05:30', new Date(2026, 10, 15, 9, 5, 30).getTime()],
    ['23:00', new Date(2026, 10, 14, 23, 0).getTime()],
    ['2026-11-15T12:00:00Z', Date.UTC(2026, 10, 15, 12)],
    ['2026-11-15T12:00:00.5+09:00', Date.UTC(2026, 10, 15, 3, 0, 0, 500)],
    ['2026-11-15', undefined],
    ['24:00', undefined],
    ['1w', undefined],
    ['', undefined],
  ])('%j is read as a time, or refused', (given, expected) => {
    expect(readSince(given, now)).toBe(expected);
  });
});
