import { describe, expect, it } from 'vitest';
import { figuresDocument, figuresOf, keyOf } from '../../src/demo/figures.ts';
import { parseRecord } from '../../src/store/journal-record.ts';

const second = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
const stored = (n: number, id: string, to = 'storm') => ({
  at: second(n),
  event: 'stored',
  id,
  from: 'strategist',
  to,
  priority: 'normal',
});
const rung = (n: number, to = 'storm') => ({
  at: second(n),
  event: 'rung',
  to,
  by: 'typed',
  nonce: 'n',
  as: 'own',
});
const parseJournal = (text: string) => text.split('\n').flatMap((line) => parseRecord(line) ?? []);
const of = (event: string, n: number, id: string, more: object = {}) => ({
  at: second(n),
  event,
  id,
  to: 'storm',
  incarnation: 'i',
  ...more,
});
const journal = (...records: object[]) =>
  parseJournal(records.map((record) => `\n${JSON.stringify(record)}`).join(''));
const keys = (...ids: string[]) => new Set(ids.map((id) => keyOf({ to: 'storm', id })));
const both = (...ids: string[]) => ({ sent: keys(...ids), read: keys(...ids) });

describe('figures of the demo', () => {
  const whole = [
    stored(0, 'a'),
    rung(2),
    of('fetched', 3, 'a', { incarnation: 'i' }),
    of('acknowledged', 4, 'a'),
  ];

  it('counts a message that went the whole way', () => {
    expect(figuresOf(journal(...whole), both('a'))).toMatchObject({
      stored: 1,
      handedOver: 1,
      acknowledged: 1,
      lost: [],
      redelivered: 0,
      nudges: 1,
      storedToRung: { p50: 2000, max: 2000 },
      storedToFetched: { p50: 3000, max: 3000 },
    });
  });

  const losses: { why: string; records: object[]; sent?: string[]; read?: string[] }[] = [
    { why: 'never fetched', records: whole.slice(0, 2), sent: ['a'] },
    { why: 'never acknowledged', records: whole.slice(0, 3), sent: ['a'], read: ['a'] },
    { why: 'acknowledged, but its role never read it', records: whole, sent: ['a'] },
    { why: 'sent, but not in the journal', records: [], sent: ['a'], read: ['a'] },
    { why: 'stored, but its sender was never told', records: whole.slice(0, 1) },
  ];
  it.each(losses)('count as lost a message that was $why', ({ records, sent = [], read = [] }) => {
    const ledger = { sent: keys(...sent), read: keys(...read) };
    const figures = figuresOf(journal(...records), ledger);
    expect(figures.lost).toEqual(['storm/a']);
    expect(figuresDocument(figures).messages.lost).toBe(1);
  });

  it('times a redelivered message by its first handing over', () => {
    const again = [
      of('put_back', 5, 'a', { why: 'died' }),
      rung(6),
      of('fetched', 7, 'a', { redelivered: 1 }),
      of('acknowledged', 8, 'a'),
    ];
    const figures = figuresOf(journal(...whole.slice(0, 3), ...again), both('a'));
    expect(figures).toMatchObject({ redelivered: 1, putBack: { died: 1 }, nudges: 2, lost: [] });
    expect(figures.storedToFetched).toEqual({ p50: 3000, max: 3000 });
    expect(figures.journeys).toMatchObject([{ handedOver: 2, redelivered: 1 }]);
  });

  it('have no ring for a message that shared an earlier ring', () => {
    const records = [
      stored(0, 'a'),
      rung(1),
      stored(2, 'b'),
      rung(3, 'glacier'),
      of('fetched', 4, 'a'),
      of('fetched', 4, 'b'),
      rung(9),
    ];
    const { journeys } = figuresOf(journal(...records), both('a', 'b'));
    expect(journeys.map(({ rungMs }) => rungMs)).toEqual([1000, undefined]);
  });

  it('take the lower middle of an even number, and have no spread of nothing', () => {
    const records = [1, 2, 4, 8].flatMap((n) => [stored(0, `m${n}`), of('fetched', n, `m${n}`)]);
    const figures = figuresOf(journal(...records), both());
    expect(figures.storedToFetched).toEqual({ p50: 2000, max: 8000 });
    expect(figures.storedToRung).toBeUndefined();
  });

  it('count a message that was read before its sender recorded it as stored', () => {
    const [first, ring, ...read] = whole;
    const figures = figuresOf(journal(ring ?? {}, ...read, first ?? {}), both('a'));
    expect(figures).toMatchObject({ stored: 1, acknowledged: 1, lost: [] });
    expect(figures.storedToRung).toBeUndefined();
  });

  it('keep messages of one id for two roles apart, as a queue names them', () => {
    const ack = (to: string) => [stored(0, 'msg_001', to), of('fetched', 1, 'msg_001', { to })];
    const records = [...ack('storm'), ...ack('shadow'), of('acknowledged', 2, 'msg_001')];
    const read = ['storm', 'shadow'].map((to) => keyOf({ to, id: 'msg_001' }));
    const figures = figuresOf(journal(...records), { sent: new Set(), read: new Set(read) });
    expect(figures).toMatchObject({ stored: 2, acknowledged: 1, lost: ['shadow/msg_001'] });
  });

  it('skips a torn record and keeps the next [N3]', () => {
    const [first, ...others] = whole.map((record) => JSON.stringify(record));
    const text = `\n${first?.slice(0, 20)}\n${[first, ...others].join('\n')}`;
    expect(parseJournal(text)).toHaveLength(4);
  });
});
