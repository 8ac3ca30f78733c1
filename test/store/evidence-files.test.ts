import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseHeldName } from '../../src/army/pair.ts';
import type { JournalPosition, JournalRecord } from '../../src/store/store.ts';
import { readJournal } from '../../src/relay/read-journal.ts';
import { fresh } from '../support/fresh-store.ts';

const record = (id: string): string =>
  JSON.stringify({ at: '2026-11-15T12:00:00.000Z', event: 'acknowledged', id, to: 'storm' });
const ids = (records: readonly JournalRecord[]): string[] =>
  records.map((one) => ('id' in one ? one.id : one.event));

describe('reading journal.jsonl', () => {
  it.each<[string, string[], string[]]>([
    ['whole lines', [`\n${record('a')}\n${record('b')}`], ['a', 'b']],
    [
      'a record that comes in two pieces',
      [`\n${record('a').slice(0, 30)}`, record('a').slice(30)],
      ['a'],
    ],
    ['one torn by SIGKILL', [`\n${record('a').slice(0, 30)}`, `\n${record('b')}`], ['b']],
    ['a piece of a character', ['\n{"at":"\u65e5', `\n${record('b')}`], ['b']],
    ['no JSON, no object, no event', [`\nhello\n7\nnull\n[]\n{}\n${record('a')}`], ['a']],
    [
      'an unknown event',
      [`\n{"at":"2026-11-15T12:00:00.000Z","event":"toString"}\n${record('a')}`],
      ['a'],
    ],
    ['no time', [`\n{"event":"acknowledged","id":"x","to":"storm"}\n${record('a')}`], ['a']],
    ['a role that is none', [`\n${record('x').replace('storm', '../x')}\n${record('a')}`], ['a']],
    ['an empty file', [''], []],
  ])('skips what is not a record: %s [N3]', async (_what, pieces, expected) => {
    const { dir, store } = await fresh();
    const told: string[] = [];
    let place: JournalPosition | undefined;
    for (const piece of pieces) {
      appendFileSync(`${dir}/journal.jsonl`, piece);
      place = await readJournal(store.journal, async (all) => void told.push(...ids(all)), place);
    }
    expect(told).toEqual(expected);
  });

  it('starts anew when the file shrank', async () => {
    const { dir, store } = await fresh();
    appendFileSync(`${dir}/journal.jsonl`, `\n${record('a')}\n${record('b')}`);
    const { next } = await store.journal.read();
    truncateSync(`${dir}/journal.jsonl`);
    appendFileSync(`${dir}/journal.jsonl`, `\n${record('c')}`);
    expect(ids((await store.journal.read(next)).records)).toEqual(['c']);
  });

  it('starts anew when the file was replaced by a longer one', async () => {
    const { dir, store } = await fresh();
    appendFileSync(`${dir}/journal.jsonl`, `\n${record('a')}`);
    const { next } = await store.journal.read();
    writeFileSync(`${dir}/other`, `\n${record('c')}\n${record('d')}`);
    renameSync(`${dir}/other`, `${dir}/journal.jsonl`);
    expect(ids((await store.journal.read(next)).records)).toEqual(['c', 'd']);
  });

  it('works in pieces, and a line without an end blocks nothing', async () => {
    const { dir, store } = await fresh();
    const many = Array.from({ length: 20_000 }, (_, i) => `\n${record(`m${i}`)}`);
    appendFileSync(`${dir}/journal.jsonl`, `${'x'.repeat(3_000_000)}${many.join('')}`);
    const told: string[] = [];
    await readJournal(store.journal, async (all) => void told.push(...ids(all)));
    expect([told.length, told[0], told.at(-1)]).toEqual([20_000, 'm0', 'm19999']);
  });

  it('gives nothing without a file, and follows no link', async () => {
    const { dir, store } = await fresh();
    expect(await store.journal.read(7 as JournalPosition)).toEqual({ records: [], next: 0 });
    symlinkSync('/etc/passwd', `${dir}/journal.jsonl`);
    await expect(store.journal.read()).rejects.toMatchObject({ code: 'store_unusable' });
  });
});

describe('hold/', () => {
  // Hooks are shell lines that test these names: they are a contract.
  it('has a file for each role, and one for two roles in the order of their names', async () => {
    const { dir, store } = await fresh();
    await store.holds.set('storm', 'person');
    await store.holds.set(['inferno', 'storm'], 'guard');
    expect(readdirSync(`${dir}/hold`).sort()).toEqual(['inferno+storm', 'storm']);
    expect(JSON.parse(readFileSync(`${dir}/hold/storm`, 'utf8'))).toEqual({
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      by: 'person',
    });
    expect(statSync(`${dir}/hold/storm`).mode & 0o777).toBe(0o600);
  });

  it('counts a file made by hand, whatever is in it', async () => {
    const { dir, store } = await fresh();
    for (const [name, text] of [
      ['storm', ''],
      ['inferno+storm', '{"since":1}'],
      ['shadow', '\u0000'],
    ] as const) {
      writeFileSync(`${dir}/hold/${name}`, text);
    }
    expect(await store.holds.list()).toMatchObject([
      { held: ['inferno', 'storm'], by: 'guard' },
      { held: 'shadow', by: 'person' },
      { held: 'storm', by: 'person' },
    ]);
    expect(await store.holds.lift('storm')).toBe(true);
  });

  it.each(['Storm', '.storm.swp', 'storm+inferno', 'storm+storm', 'a+b+c', '+a', 'a+', ''])(
    'ignores %j',
    (name) => {
      expect(parseHeldName(name)).toBeUndefined();
    },
  );

  it('may be missing', async () => {
    const { dir, store } = await fresh();
    rmSync(`${dir}/hold`, { recursive: true });
    expect(await store.holds.list()).toEqual([]);
  });
});

describe('traffic/', () => {
  const pair = ['inferno', 'storm'] as const;

  it('is bounded', async () => {
    const { dir, store } = await fresh();
    for (let i = 0; i < 900; i += 1) await store.traffic.note(pair);
    const lines = readFileSync(`${dir}/traffic/inferno+storm`, 'utf8').split('\n').length;
    expect(lines).toBeLessThan(502);
    // The greatest measure there is, and a pause after each.
    expect((await store.traffic.note(pair)).messages.length).toBeGreaterThan(200);
    expect(readdirSync(`${dir}/tmp`)).toEqual([]);
  });

  it("starts anew when the file is not ovld's", async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/traffic/inferno+storm`, 'x'.repeat(100_000));
    await store.traffic.note(pair);
    expect((await store.traffic.note(pair)).messages).toHaveLength(1);
    appendFileSync(
      `${dir}/traffic/inferno+storm`,
      '17\n-1\n99999999999999\nx\n1763000000000 -5\n1763000000000 x\n',
    );
    const { messages, pauses } = await store.traffic.note(pair);
    expect([messages.length, pauses]).toEqual([2, []]);
  });
});
