import { describe, expect, it } from 'vitest';
import { OPEN_LETTERS } from '../../src/lookout/ledger.ts';
import type { Figures } from '../../src/lookout/picture.ts';
import {
  acknowledged,
  failed,
  fetched,
  putBack,
  rung,
  stored,
  told,
  type Line,
} from '../support/journal-lines.ts';

describe('the figures', () => {
  type Counts = Omit<Figures, 'rungs'>;
  const counts = (
    stored_: number,
    fetched_: number,
    acknowledged_: number,
    waiting: number,
    redelivered = 0,
  ): Counts => ({
    stored: stored_,
    fetched: fetched_,
    acknowledged: acknowledged_,
    waiting,
    redelivered,
  });
  const cases: [what: string, lines: Line[], counts: Counts][] = [
    ['nothing', [], counts(0, 0, 0, 0)],
    [
      'owed',
      [
        [0, stored('a')],
        [1, stored('b')],
        [2, fetched('a')],
      ],
      counts(2, 1, 0, 1),
    ],
    [
      'a put back one is owed again',
      [
        [0, stored('a')],
        [1, fetched('a')],
        [2, putBack('a')],
      ],
      counts(1, 1, 0, 1),
    ],
    [
      'handed over twice is one letter',
      [
        [0, stored('a')],
        [1, fetched('a')],
        [2, putBack('a')],
        [3, fetched('a', 'storm', 1)],
        [4, putBack('a')],
        [5, fetched('a', 'storm', 2)],
        [6, acknowledged('a')],
      ],
      counts(1, 1, 1, 0, 1),
    ],
    [
      'out of order',
      [
        [0, fetched('a')],
        [1, acknowledged('a')],
        [2, stored('a')],
      ],
      counts(1, 1, 1, 0),
    ],
    [
      'of mail that was not stored here: nothing',
      [
        [0, fetched('x')],
        [1, acknowledged('x')],
      ],
      counts(0, 0, 0, 0),
    ],
  ];
  it.for(cases)('are right: %s', ([, lines, wanted]) => {
    const { rungs: _, ...rest } = told(lines).figures();
    expect(rest).toEqual(wanted);
  });

  it('give delivery times by the doorbell that rang last, and by none where none rang', () => {
    const { rungs } = told([
      [0, stored('a')],
      [5, rung('storm', 'socket')],
      [5_000, failed('socket')],
      [5_000, rung('storm', 'typed')],
      [5_400, fetched('a')],
      [6_000, stored('b')],
      [6_010, rung('storm', 'socket')],
      [6_090, fetched('b')],
      [7_000, stored('c')],
      [7_008, fetched('c')],
    ]).figures();
    expect(
      rungs.map(({ by, rung: rang, failed: failures, p50Ms, buckets }) => [
        by,
        rang,
        failures,
        p50Ms,
        buckets.findIndex((n) => n > 0),
      ]),
    ).toEqual([
      ['socket', 2, 1, 90, 3],
      ['typed', 1, 0, 5_400, 9],
      ['none', 0, 0, 8, 0],
    ]);
  });

  it('are of all letters, however few are remembered', () => {
    const many = OPEN_LETTERS + 1_000;
    const ledger = told(Array.from({ length: many }, (_, i): Line => [i, stored(`m${i}`)]));
    expect(ledger.figures()).toMatchObject({ stored: many, waiting: many });
    told(
      Array.from({ length: many }, (_, i): Line[] => [
        [many, fetched(`m${i}`)],
        [many, acknowledged(`m${i}`)],
      ]).flat(),
      ledger,
    );
    expect(ledger.figures()).toMatchObject({
      stored: many,
      fetched: many,
      acknowledged: many,
      waiting: 0,
    });
  });
});
