import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blockEntry, parseEntry } from '../../src/store/queue/entry.ts';
import { isBroken, readInbox } from '../../src/store/queue/inbox.ts';
import { scan } from '../../src/store/queue/scan.ts';
import { entries, entry, freshQueue } from '../support/queue.ts';
import { fakeClock } from '../support/time.ts';

const seed = readFileSync(
  new URL('../fixtures/bastion/inbox/marshall.yaml', import.meta.url),
  'utf8',
);

describe('the seed’s inbox', () => {
  // [bastion.inbox.1 bastion.inbox.2 bastion.inbox.4 bastion.inbox.5]
  // [bastion.inbox.6 bastion.inbox.7]
  it('is read field by field, and written back byte for byte', async () => {
    const inbox = await readInbox(seed);
    if (isBroken(inbox)) throw new Error(inbox.reason);
    expect(inbox.entries).toEqual([
      {
        id: 'msg_001',
        timestamp: '2026-02-08T10:00:00',
        from: 'envoy',
        type: 'task_assigned',
        subject: '',
        priority: 'normal',
        message: '新規タスクを割り当てた',
        status: 'pending',
      },
    ]);
    expect(inbox.text).toBe(seed);
    // What we write of the same entry differs by the seed's three comments alone.
    const [only] = inbox.entries;
    expect(blockEntry(only!)).toBe(seed.replace(/^#.*\n/, '').replaceAll(/ #.*$/gm, ''));
  });

  // [bastion.flow.2 bastion.flow.4 bastion.persistent.1]
  it('keeps its comments after a message was added, read and acknowledged: one word changes', async () => {
    const clock = fakeClock(Date.parse('2026-02-08T10:30:05'));
    const { write, send, collect, acknowledge, text } = await freshQueue({ clock });
    write(seed);
    const { id } = await send({ subject: '', body: '二つ目', type: 'report_received' });
    expect(id).toBe('msg_002');
    const added = `- id: msg_002
  timestamp: "2026-02-08T10:30:05"
  from: overlord
  type: report_received
  message: "二つ目"
  status: pending
`;
    expect(text()).toBe(seed + added);
    const { messages } = await collect();
    expect(messages.map(({ body }) => body)).toEqual(['新規タスクを割り当てた', '二つ目']);
    expect(text()).toBe(seed + added);
    await acknowledge(['msg_001']);
    expect(text()).toBe(seed.replace('status: pending', 'status: processed') + added);
  });
});

describe('a new queue', () => {
  it('has an empty list for every role and the person, and names what is not to be committed [bastion.layout.2]', async () => {
    const { project, text, list, inbox } = await freshQueue();
    expect(list('queue/inbox')).toHaveLength(7);
    expect(text()).toBe('[]\n');
    expect(readFileSync(join(project, 'queue/.gitignore'), 'utf8')).toBe('*\n');
    expect(readFileSync(join(project, '.gitignore'), 'utf8')).toBe('/queue/\n/dashboard.md\n');
    expect(statSync(inbox).mode & 0o777).toBe(0o600);
  });

  it('has timestamps of its own clock, and extra keys only where they are given [bastion.inbox.5 bastion.inbox.6]', async () => {
    const clock = fakeClock(Date.parse('2026-11-15T01:02:03.999'));
    const { send, text } = await freshQueue({ clock });
    const sent = await send({ subject: 'so: "what"', priority: 'urgent', body: 'a\n- b\t#c' });
    expect(sent.timestamp).toBe(new Date('2026-11-15T01:02:03').toISOString());
    expect(text()).toBe(`- id: msg_001
  timestamp: "2026-11-15T01:02:03"
  from: overlord
  type: wake_up
  subject: "so: \\"what\\""
  priority: urgent
  message: "a\\n- b\\t#c"
  status: pending
`);
  });
});

/** What people write, what a message adds to it, and the same once the first entry was acknowledged. */
const handmade: [string, string, (added: string) => string][] = [
  [
    'comments and keys of their own',
    `# head\n\n# one\n${entry(7, 'pending', '  mood: "fine" # !\n')}# foot\n`,
    (added) => `# head\n\n# one\n${entry(7, 'pending', '  mood: "fine" # !\n')}# foot\n${added}`,
  ],
  [
    'entries in braces',
    '- {id: msg_007, timestamp: "2026-02-08T10:00:00", from: overlord, message: x, status: pending} # y\n',
    (added) =>
      `- {id: msg_007, timestamp: "2026-02-08T10:00:00", from: overlord, message: x, status: pending} # y\n${added}`,
  ],
  [
    'a list in brackets',
    '# a\n[{id: msg_007, timestamp: "2026-02-08T10:00:00", from: overlord, message: x, status: pending}] # y\n',
    (added) =>
      `# a\n[{id: msg_007, timestamp: "2026-02-08T10:00:00", from: overlord, message: x, status: pending}, { ${added.slice(2, -1).replaceAll('\n  ', ', ')} }] # y\n`,
  ],
  [
    'CRLF',
    entry(7).replaceAll('\n', '\r\n'),
    (added) => (entry(7) + added).replaceAll('\n', '\r\n'),
  ],
  ['a byte order mark', `\ufeff${entry(7)}`, (added) => `\ufeff${entry(7)}${added}`],
  [
    'a list further in',
    entry(7).replaceAll(/^/gm, '  ').trimEnd(),
    (added) => (entry(7) + added).replaceAll(/^(?=.)/gm, '  '),
  ],
  ['no line feed at the end', entry(7).trimEnd(), (added) => entry(7) + added],
  ['document marks', `---\n${entry(7)}...\n`, (added) => `---\n${entry(7)}${added}...\n`],
  [
    'a text in a block',
    entry(7).replace('"text 7"', '|\n    - a\n    # b\n    status: pending!'),
    (added) => entry(7).replace('"text 7"', '|\n    - a\n    # b\n    status: pending!') + added,
  ],
  [
    'another order',
    `- status: pending\n  message: 'it''s'\n  from: "overlord"\n  timestamp: 2026-02-08T10:00:00\n  id: msg_007\n`,
    (added) =>
      `- status: pending\n  message: 'it''s'\n  from: "overlord"\n  timestamp: 2026-02-08T10:00:00\n  id: msg_007\n${added}`,
  ],
];

describe('a text that a person wrote', () => {
  it.each(handmade)(
    'stays as it is, to the byte: %s [bastion.inbox.1]',
    async (_what, before, after) => {
      const clock = fakeClock(Date.parse('2026-02-08T11:00:00'));
      const { write, send, text, collect, acknowledge, list } = await freshQueue({ clock });
      write(before);
      const sent = await send({ subject: '', body: 'new' });
      expect(sent.id).toBe('msg_008');
      const added = blockEntry({
        ...parseEntry({ ...sent, message: sent.body, timestamp: '2026-02-08T11:00:00' }),
        status: 'pending',
      });
      expect(text()).toBe(after(added));
      expect((await collect()).messages.map(({ id }) => id)).toEqual(['msg_007', 'msg_008']);
      await acknowledge(['msg_007']);
      const expected = after(added).replace(/status: pending(?!!)/, 'status: processed');
      expect(text()).toBe(expected);
      expect(list('queue/bad')).toEqual([]);
    },
  );

  it('gets a status where it has none, and keeps its place', async () => {
    const { write, collect, acknowledge, text } = await freshQueue();
    const bare =
      '- id: msg_2\n  timestamp: "2026-02-08T10:00:00"\n  from: overlord\n  message: hi # x\n';
    write(bare);
    await collect();
    await acknowledge(['msg_2']);
    expect(text()).toBe(`${bare}  status: processed\n`);
  });
});

describe('the strict reader', () => {
  const word = fc.constantFrom('overlord', 'true', 'null', 'specialist_1', 'no');
  const made = fc.record({
    id: fc.integer({ min: 1, max: 99_999 }).map((n) => `msg_${n}`),
    timestamp: fc.constant('2026-02-08T10:00:00'),
    from: word,
    type: fc.constantFrom('wake_up', 'task_assigned', 'report_received'),
    subject: fc.string({ unit: 'grapheme', maxLength: 30 }),
    priority: fc.constantFrom('normal', 'urgent'),
    message: fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
    status: fc.constantFrom('pending', 'processed'),
  });

  it('reads what ovld writes as the YAML library reads it', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 4 }), (values) => {
        const meant = values.map((value) => parseEntry(value));
        const text = meant.map((one) => blockEntry(one)).join('');
        const placed = scan(text) ?? [];
        expect(placed.map(({ entry: one }) => one)).toEqual(meant);
        const library = (parse(text) ?? []) as unknown[];
        expect(library.map((one) => parseEntry(one))).toEqual(meant);
        expect(placed.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      }),
    );
  });

  it('leaves to the YAML library every text that the library may read otherwise', () => {
    const texts = handmade.map(([, text]) => text).filter((text) => !text.startsWith('- {'));
    const spoilt = [' ', '\t', '"', "'", '#', ':', '-', '\\', '\n', '\r', '&', '*', '!', '|', '{'];
    fc.assert(
      fc.property(
        fc.constantFrom(seed, entries(1, 3), ...texts),
        fc.nat(),
        fc.constantFrom(...spoilt),
        (text, at, character) => {
          const place = at % text.length;
          const changed = text.slice(0, place) + character + text.slice(place);
          const placed = scan(changed);
          if (placed === undefined || placed.length === 0) return;
          const library = parse(changed) as unknown[];
          expect(placed.map(({ entry: one }) => one)).toEqual(
            library.map((one) => parseEntry(one)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
