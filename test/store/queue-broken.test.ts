import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { tempDir } from '../support/temp.ts';
import { entries, entry, freshQueue } from '../support/queue.ts';

type Queue = Awaited<ReturnType<typeof freshQueue>>;

const bodies = async ({ collect }: Queue): Promise<string[]> =>
  (await collect()).messages.map(({ body }) => body);

const bad = ({ list, project }: Queue) => {
  const names = list('queue/bad');
  const files = names.filter((name) => !name.endsWith('.reason'));
  const reason = names.find((name) => name.endsWith('.reason'));
  return {
    files,
    bytes: files.map((name) => readFileSync(join(project, 'queue/bad', name))),
    reason: reason === undefined ? '' : readFileSync(join(project, 'queue/bad', reason), 'utf8'),
  };
};

/** What is wrong, the text between two good entries, and the reason that is to be given. */
const mistakes: [string, string, RegExp][] = [
  ['a quote that is not closed', entry(2).replace('2"', '2'), /line \d+/],
  ['lines out of line', entry(2).replace('  from', ' from'), /line \d+/],
  ['tabs', entry(2).replace('  from', '\tfrom'), /line \d+/],
  ['a conflict of a merge', `<<<<<<< HEAD\n${entry(2)}=======\n>>>>>>> theirs\n`, /line \d+/],
  ['no sender', entry(2).replace(/ {2}from.*\n/, ''), /entry 2: from: /],
  ['a sender that is a path', entry(2).replace('overlord', '../../etc'), /entry 2: from: /],
  ['an id that is none', entry(2).replace('msg_002', 'cmd_002'), /entry 2: id: /],
  ['an id no army reaches', entry(2).replace('msg_002', 'msg_12345678901'), /entry 2: id: /],
  ['an unknown status', entry(2, 'read'), /entry 2: status: /],
  ['an unknown type', entry(2).replace('task_assigned', 'gossip'), /entry 2: type: /],
  ['a time that is none', entry(2).replace('2026-02-08T10:00:00', 'noon'), /entry 2: timestamp: /],
  ['a message that is a number', entry(2).replace('"text 2"', '2'), /entry 2: message: /],
  ['a message larger than any', entry(2).replace('text 2', 'x'.repeat(40_000)), /body_too_long/],
  ['an alias', entry(2).replace('"text 2"', '&a "x"\n  other: *a'), /alias/],
  ['a tag', entry(2).replace('"text 2"', '!thing "x"'), /tag/i],
  ['a key twice', entry(2).replace('  from', '  from: storm\n  from'), /line \d+/],
  ['not a mapping', '- just a line\n', /entry 2/],
  ['a second document', '---\n- x\n', /line \d+/],
];

describe('an inbox broken by hand', () => {
  it.each(mistakes)(
    '%s: its good entries are kept, the original is whole in bad/',
    async (what, text, reason) => {
      const queue = await freshQueue();
      const original = `# mine\n${entry(1)}${text}# of three\n${entry(3)}`;
      queue.write(original);
      // A conflict leaves its entry good: only the marks of it are wrong.
      const good = what.startsWith('a conflict') ? [1, 2, 3] : [1, 3];
      expect(await bodies(queue)).toEqual(good.map((n) => `text ${n}`));
      const { files, bytes, reason: said } = bad(queue);
      expect(files).toHaveLength(1);
      expect(files[0]).toMatch(/\.strategist\.yaml$/);
      expect(bytes[0]?.toString()).toBe(original);
      expect(said).toMatch(reason);
      expect(queue.text()).toContain(`# of three\n${entry(3)}`);
      expect(queue.text().startsWith('# mine\n')).toBe(true);
      const journal = readFileSync(join(queue.relay, 'journal.jsonl'), 'utf8');
      expect(journal.match(/"quarantined"/g)).toHaveLength(1);
      // Once: a second look finds nothing wrong, and numbers go on.
      expect(await queue.store.mail.hasUnread('strategist')).toBe(false);
      expect((await queue.send()).id).toBe('msg_004');
      expect(bad(queue).files).toHaveLength(1);
    },
  );

  it.each([
    ['a sender finds it', (queue: Queue) => queue.send({ body: 'new' })],
    ['a look finds it', (queue: Queue) => queue.store.mail.hasUnread('strategist')],
  ])('is repaired by the first that comes: %s', async (_who, come) => {
    const queue = await freshQueue();
    queue.write(`${entry(1)}- broken: [\n`);
    await come(queue);
    expect(bad(queue).files).toHaveLength(1);
    expect((await bodies(queue))[0]).toBe('text 1');
  });

  it.each([
    ['a mapping', 'a: 1\n', /not a list/],
    ['a text', 'hello\n', /not a list/],
    [
      'a bomb of aliases',
      `a: &a [x]\n${[...'bcdefgh'].map((c, i) => `${c}: &${c} [*${'abcdefg'[i]},*${'abcdefg'[i]}]`).join('\n')}\n`,
      /alias/,
    ],
    ['brackets without end', '['.repeat(50_000), /./],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00]), /UTF-8/],
  ])('without a good entry starts anew: %s', async (_what, text, reason) => {
    const queue = await freshQueue();
    queue.write(text);
    expect(await bodies(queue)).toEqual([]);
    expect(bad(queue).bytes[0]).toEqual(Buffer.from(text as string));
    expect(bad(queue).reason).toMatch(reason);
    expect((await queue.send()).id).toBe('msg_001');
  });

  it('with one entry that is not text keeps the others', async () => {
    const queue = await freshQueue();
    const [before, after] = entries(1, 3).split('text 2');
    queue.write(Buffer.concat([Buffer.from(before!), Buffer.from([0xff]), Buffer.from(after!)]));
    expect(await bodies(queue)).toEqual(['text 1', 'text 3']);
    expect(bad(queue).reason).toMatch(/UTF-8/);
  });

  it('with an id twice gives the second entry a new id: nothing is lost', async () => {
    const queue = await freshQueue();
    queue.write(entry(1) + entry(2) + entry(2).replace('text 2', 'other'));
    const { messages } = await queue.collect();
    expect(messages.map(({ id, body }) => [id, body])).toEqual([
      ['msg_001', 'text 1'],
      ['msg_002', 'text 2'],
      ['msg_003', 'other'],
    ]);
    expect(bad(queue).reason).toMatch(/msg_002 appears twice/);
  });

  it('has the number of a removed entry never given again', async () => {
    const queue = await freshQueue();
    queue.write(`${entry(1)}${entry(9, 'nonsense')}`);
    await queue.store.mail.hasUnread('strategist');
    expect(
      (
        await queue.open().mail.deliver({
          from: 'storm',
          to: 'strategist',
          subject: '',
          body: 'b',
          priority: 'normal',
        })
      ).id,
    ).toBe('msg_010');
  });
});

describe('a foreign file in place of an inbox', () => {
  it.each([
    ['a link to a secret', (path: string, secret: string) => symlinkSync(secret, path), /link/],
    ['a link to nothing', (path: string) => symlinkSync('/nowhere/at/all', path), /link/],
    ['a directory', (path: string) => mkdirSync(path), /regular/],
    [
      'a file of five gigabytes',
      (path: string) => (writeFileSync(path, ''), truncateSync(path, 5 * 1024 ** 3)),
      /larger/,
    ],
  ])('%s goes to bad/, unread and untouched', async (_what, plant, reason) => {
    const queue = await freshQueue();
    const secret = join(tempDir(), 'secret.yaml');
    writeFileSync(secret, entry(1));
    rmSync(queue.inbox);
    plant(queue.inbox, secret);
    expect((await queue.send({ body: 'mail' })).id).toBe('msg_001');
    expect(await bodies(queue)).toEqual(['mail']);
    expect(readFileSync(secret, 'utf8')).toBe(entry(1));
    expect(queue.list('queue/bad')).toHaveLength(2);
    const said = queue.list('queue/bad').find((name) => name.endsWith('.reason'));
    expect(readFileSync(join(queue.project, 'queue/bad', said!), 'utf8')).toMatch(reason);
  });

  it('a hard link in place of an inbox is not written through', async () => {
    const queue = await freshQueue();
    const other = join(tempDir(), 'other.yaml');
    writeFileSync(other, entry(1));
    rmSync(queue.inbox);
    linkSync(other, queue.inbox);
    await queue.send();
    expect(readFileSync(other, 'utf8')).toBe(entry(1));
  });

  it.each(['queue', 'queue/inbox', 'queue/.lock'])(
    'a link in place of %s is refused',
    async (path) => {
      const { project, open } = await freshQueue();
      const elsewhere = tempDir();
      rmSync(join(project, path), { recursive: true });
      symlinkSync(elsewhere, join(project, path));
      await expect(open().init(overlordFormation)).rejects.toMatchObject({
        code: 'store_symlink',
        data: { path: join(project, path) },
      });
    },
  );

  it('a missing inbox is made again for a role of the army, and for no other', async () => {
    const queue = await freshQueue();
    await queue.send();
    rmSync(queue.inbox);
    expect(await queue.store.mail.hasUnread('strategist')).toBe(false);
    await queue.send({ body: 'again' });
    expect(await bodies(queue)).toEqual(['again']);
    for (const to of ['nobody', '../strategist', 'a/b', '']) {
      await expect(queue.send({ to })).rejects.toMatchObject({
        code: expect.stringMatching(/store_gone|unknown_role/),
      });
    }
    expect(queue.list('queue/inbox')).toHaveLength(7);
  });
});
