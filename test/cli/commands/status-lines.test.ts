import { expect, it } from 'vitest';
import { statusLines } from '../../../src/cli/commands/status.ts';
import type { Language } from '../../../src/i18n/texts.ts';
import type { ArmyReport, SeatReport } from '../../../src/summon/army-report.ts';

const since = '2026-11-16T03:41:39.701Z';

function seat(
  observed: Partial<SeatReport['observed']>,
  more: Partial<SeatReport> = {},
): SeatReport {
  return {
    role: 'storm',
    status: 'idle',
    task: '',
    updated_at: since,
    pane: '%1',
    ritual: undefined,
    observed: {
      unread: 0,
      oldest_unread_seconds: null,
      relay: 'alive',
      agent: 'idle',
      unreachable: false,
      ...observed,
    },
    ...more,
  };
}

function lines(language: Language, one: SeatReport, unread = 0): string {
  const report: ArmyReport = {
    session: 'overlord',
    folder: '/p',
    formation: 'overlord',
    mux: 'tmux',
    started_at: since,
    standing: 'live',
    orphans: [],
    roles: [one],
    person: { unread },
  };
  return statusLines(report, language).join('\n');
}

it.each([
  ['waits for permission, by its hooks alone', {}, 'its agent asks for permission'],
  ['waits, and its pane says for what', { asks: 'trust' as const }, 'whether you trust'],
])('a role that %s gets a line that says what to do', (_what, more, said) => {
  const told = lines('en', seat({ agent: 'waiting' }, more));
  expect(told).toMatch(/\n {2}! storm: .*ovld attach/);
  expect(told).toContain(said);
  expect(told.match(/! storm/g)).toHaveLength(1);
});

it.each([
  [0, false, ''],
  [1, true, 'You have 1 unread message: ovld inbox'],
  [2, true, 'You have 2 unread messages: ovld inbox'],
])('%i unread messages of the person are announced correctly', (unread, isTold, said) => {
  const told = lines('en', seat({}), unread);
  expect(told.includes('ovld inbox')).toBe(isTold);
  expect(told).toContain(said);
});

it("times are printed in the reader's time zone", () => {
  const told = lines('en', seat({ held: [{ by: 'person', since }] }));
  expect(told).toMatch(/since 2026-11-1\d \d\d:\d\d\. ovld release storm/);
});

it('the Japanese status has no English word of ovld', () => {
  const wake = { at: since, by: 'typed', round_trip_ms: 12 };
  const told = lines('ja', seat({ last_wake: wake }), 2);
  expect(told).toContain('打鍵 12 ms');
  expect(told).not.toMatch(/typed|idle/);
  expect(told).toContain('未読メッセージが 2 件');
});

it.each(['en', 'ja'] as const)(
  'a ritual that is overdue is told with what gives it: %s',
  (language) => {
    const late = seat({}, { ritual: { state: 'due', at: since }, ritual_overdue: true });
    expect(lines(language, late)).toMatch(/\n {2}! storm: .*ovld inject storm/);
    expect(lines(language, seat({}, { ritual: { state: 'due', at: since } }))).not.toContain(
      'inject',
    );
  },
);
