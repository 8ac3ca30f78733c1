import { describe, expect, it } from 'vitest';
import { FEED_LETTERS } from '../../src/lookout/ledger.ts';
import type { LetterSight } from '../../src/lookout/picture.ts';
import {
  acknowledged,
  at,
  failed,
  fetched,
  putBack,
  rung,
  stored,
  told,
  type Line,
} from '../support/journal-lines.ts';

/** `a stored`, or `a rung by socket`: what a person reads off the feed. */
const inWords = ({ id, stage, rung: ring, redelivered }: LetterSight): string =>
  [id, stage, ...(ring ? [`by ${ring.by}`] : []), ...(redelivered ? [`r${redelivered}`] : [])].join(
    ' ',
  );

describe('the feed', () => {
  const cases: [what: string, lines: Line[], feed: string[]][] = [
    ['is empty at first', [], []],
    ['a letter is stored', [[0, stored('a')]], ['a stored']],
    [
      'a ring is for all that waits',
      [
        [0, stored('a')],
        [1, stored('b')],
        [2, rung()],
      ],
      ['a rung by socket', 'b rung by socket'],
    ],
    [
      'a ring is for one role',
      [
        [0, stored('a')],
        [1, stored('b', 'inferno')],
        [2, rung('inferno')],
      ],
      ['a stored', 'b rung by socket'],
    ],
    [
      'the last ring counts',
      [
        [0, stored('a')],
        [1, rung()],
        [5, rung('storm', 'typed')],
      ],
      ['a rung by typed'],
    ],
    [
      'what comes before the role has looked shares the ring',
      [
        [0, stored('a')],
        [1, rung()],
        [2, stored('b')],
      ],
      ['a rung by socket', 'b rung by socket'],
    ],
    [
      'what comes after it has looked does not',
      [
        [0, stored('a')],
        [1, rung()],
        [2, fetched('a')],
        [3, stored('b')],
      ],
      ['a fetched by socket', 'b stored'],
    ],
    [
      'a ring may be written down before the letter',
      [
        [0, rung()],
        [1, stored('a')],
      ],
      ['a rung by socket'],
    ],
    [
      'whole way',
      [
        [0, stored('a')],
        [1, rung()],
        [2, fetched('a')],
        [3, acknowledged('a')],
      ],
      ['a acknowledged by socket'],
    ],
    [
      'fetched without a ring',
      [
        [0, stored('a')],
        [2, fetched('a')],
      ],
      ['a fetched'],
    ],
    [
      'fetched before its sender wrote it down',
      [
        [0, fetched('a')],
        [1, stored('a')],
      ],
      ['a fetched'],
    ],
    [
      'even acknowledged before',
      [
        [0, fetched('a')],
        [1, acknowledged('a')],
        [2, stored('a')],
      ],
      ['a acknowledged'],
    ],
    [
      'put back it waits again',
      [
        [0, stored('a')],
        [1, rung()],
        [2, fetched('a')],
        [3, putBack('a')],
      ],
      ['a stored r1'],
    ],
    [
      'and is handed over again, marked',
      [
        [0, stored('a')],
        [2, fetched('a')],
        [3, putBack('a')],
        [4, rung()],
        [5, fetched('a', 'storm', 1)],
        [6, acknowledged('a')],
      ],
      ['a acknowledged by socket r1'],
    ],
    [
      'ids count for each role on its own',
      [
        [0, stored('msg_001')],
        [1, stored('msg_001', 'inferno')],
        [2, fetched('msg_001', 'inferno')],
      ],
      ['msg_001 stored', 'msg_001 fetched'],
    ],
    [
      'a ring that failed does not count',
      [
        [0, stored('a')],
        [1, failed('typed')],
      ],
      ['a stored'],
    ],
  ];
  it.for(cases)('is right when %s', ([, lines, feed]) => {
    expect(told(lines).letters().map(inWords)).toEqual(feed);
  });

  it('holds the last letters only, and says when each reached which state', () => {
    const ledger = told(
      Array.from({ length: FEED_LETTERS + 3 }, (_, i): Line => [i, stored(`m${i}`)]),
    );
    const letters = ledger.letters();
    expect(letters).toHaveLength(FEED_LETTERS);
    expect(letters[0]).toMatchObject({ id: 'm3', storedAt: at(3), from: 'overlord', to: 'storm' });
    told(
      [
        [900, rung()],
        [901, fetched('m4')],
        [902, acknowledged('m4')],
      ],
      ledger,
    );
    expect(ledger.letters()[1]).toMatchObject({
      id: 'm4',
      rung: { at: at(900), by: 'socket' },
      fetchedAt: at(901),
      acknowledgedAt: at(902),
    });
  });

  it('gives letters their subjects, newest first; a letter that is gone has none', () => {
    const ledger = told([
      [0, stored('a')],
      [1, stored('b')],
      [2, stored('c')],
    ]);
    const order: string[] = [];
    for (let one = ledger.nextUnnamed(); one !== undefined; one = ledger.nextUnnamed()) {
      order.push(one.id);
      const subject = `about ${one.id}`;
      const message = {
        id: one.id,
        from: 'overlord',
        to: 'storm',
        subject,
        body: '',
        priority: 'normal',
        timestamp: at(0),
      } as const;
      ledger.name(one, one.id === 'b' ? undefined : message);
    }
    expect(order).toEqual(['c', 'b', 'a']);
    expect(ledger.letters().map(({ subject }) => subject)).toEqual([
      'about a',
      undefined,
      'about c',
    ]);
  });

  it('shows mail of an earlier army once its sender is known', () => {
    const ledger = told([
      [0, { event: 'resumed', id: 'old', to: 'storm', redelivered: 1 }],
      [1, rung()],
    ]);
    expect(ledger.letters()).toEqual([]);
    const one = ledger.nextUnnamed();
    if (one === undefined) throw new Error('nothing to be read');
    ledger.name(one, {
      id: 'old',
      from: 'shadow',
      to: 'storm',
      subject: 's',
      body: 'b',
      priority: 'urgent',
      timestamp: at(-90_000),
    });
    expect(ledger.letters()).toMatchObject([
      {
        id: 'old',
        from: 'shadow',
        priority: 'urgent',
        stage: 'rung',
        storedAt: at(-90_000),
        redelivered: 1,
      },
    ]);
    expect(ledger.figures()).toMatchObject({ stored: 1, waiting: 1 });
    // How long it took is not this army's doing.
    expect(
      told([[9, fetched('old', 'storm', 1)]], ledger).figures().rungs[0]?.p50Ms,
    ).toBeUndefined();
  });
});

it('alerts are kept, and each change is reported once', () => {
  const ledger = told([[0, { event: 'alerted', to: 'storm', why: 'wrote', id: 'a' }]]);
  expect([...ledger.changed()]).toEqual(['alerts']);
  expect(ledger.alerts()).toEqual([{ at: at(0), kind: 'wrote', role: 'storm', id: 'a' }]);
  expect(ledger.changed().size).toBe(0);
  told([[1, stored('a')]], ledger);
  expect([...ledger.changed()].sort()).toEqual(['figures', 'letters']);
  told([[2, { event: 'restarted', to: 'storm', resumed: true }]], ledger);
  expect(ledger.changed().size).toBe(0);
});
