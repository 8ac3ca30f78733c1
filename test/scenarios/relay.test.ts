import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openRecordingMux } from '../../src/mux/recording.ts';
import { readyRelay } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { messageTypes } from '../../src/message/message.ts';
import { overlordFormation } from '../../src/army/overlord.ts';

/** The scenarios of the relay specification, each as an agent lives it: real processes, real stdio. */
const SIX = ['overlord', 'strategist', 'inferno', 'glacier', 'shadow', 'storm'];
const OTHERS = SIX.filter((role) => role !== 'overlord');

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const inboxOf = (dir: string, role: string): string[] => readdirSync(`${dir}/inbox/${role}`);

/** An army seen in the recording multiplexer: every pane is a file of what was typed there. */
function armyWithPanes(roles: readonly string[], more: object = {}): string {
  const dir = `${tempDir()}/relay`;
  const document = { ...overlordFormation, mux: 'recording', agent: 'mock', ...more };
  mkdirSync(`${dir}/panes`, { recursive: true });
  writeFileSync(`${dir}/formation.json`, JSON.stringify(document));
  for (const role of roles) writeFileSync(`${dir}/panes/${role}.jsonl`, '');
  return dir;
}

const submitted = (dir: string, role: string): boolean =>
  readFileSync(`${dir}/panes/${role}.jsonl`, 'utf8').includes('"press":"Enter"');

describe('send_message', () => {
  // [relay.send-message.1 relay.send-message.2 relay.valid-message.1 relay.message-type.1]
  // [design.d4-pending.2]
  it('stores a JSON file in the inbox of the recipient and wakes its pane', async () => {
    const dir = armyWithPanes(SIX);
    const sender = await readyRelay(dir, 'overlord');
    await readyRelay(dir, 'strategist');
    const { data, isError } = await sender.call('send_message', {
      to: 'strategist',
      subject: 'task done',
      body: '...',
    });
    expect(isError).toBe(false);
    // Which process raised the flag is a race between the sender and the recipient's own relay.
    expect(data).toMatchObject({
      to: 'strategist',
      delivered: true,
      wake: expect.stringMatching(/^(ringing|coalesced)$/),
    });
    expect(inboxOf(dir, 'strategist')).toEqual([`${String(data['id'])}.json`]);
    expect(json(`${dir}/inbox/strategist/${String(data['id'])}.json`)).toEqual({
      id: data['id'],
      from: 'overlord',
      to: 'strategist',
      subject: 'task done',
      body: '...',
      priority: 'normal',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(readdirSync(`${dir}/pending`)).toEqual(['strategist']);
    await waitFor(() => submitted(dir, 'strategist'), 'the nudge in the strategist pane');
    const screen = readFileSync(`${dir}/panes/strategist.jsonl`, 'utf8');
    expect(screen).toContain('[MESSAGE from overlord]');
    expect(submitted(dir, 'overlord')).toBe(false);
  });

  it('tells the sender that the role is unknown [relay.unknown-role.1]', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const reply = await sender.call('send_message', { to: 'dragon', subject: 's', body: 'b' });
    expect(reply).toMatchObject({ isError: true, data: { code: 'unknown_role', role: 'dragon' } });
    expect(reply.text).toContain('dragon');
    expect(reply.text).toContain(SIX.join(', '));
  });

  it('to a role without relay and pane is stored, the sender is told so, and no process fails [relay.send-tool.1 relay.notify-unknown-role.1]', async () => {
    const dir = armyWithPanes(['overlord']);
    const sender = await readyRelay(dir, 'overlord');
    const reply = await sender.call('send_message', { to: 'storm', subject: 's', body: 'b' });
    expect(reply).toMatchObject({
      isError: false,
      data: { delivered: true, wake: 'failed', code: 'no_pane' },
    });
    expect(reply.text).toContain('Stored, not woken');
    expect(inboxOf(dir, 'storm')).toHaveLength(1);
    expect((await sender.call('get_status')).isError).toBe(false);
  });

  it('tells the sender when the recipient lives but cannot be woken', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    await readyRelay(dir, 'storm');
    const { data, text } = await sender.call('send_message', {
      to: 'storm',
      subject: 's',
      body: 'b',
    });
    expect(data).toMatchObject({ delivered: true, wake: 'failed', code: 'no_mux' });
    expect(text).toContain('Stored, not woken');
  });

  it("has the process's role as sender, whatever the arguments say [relay.env.1 design.d2-stdio.3]", async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'glacier');
    const forged = { to: 'storm', subject: 's', body: 'b', from: 'overlord' };
    expect(await sender.call('send_message', forged)).toMatchObject({
      isError: true,
      data: { code: 'arguments_invalid' },
    });
    expect(inboxOf(dir, 'storm')).toEqual([]);
    const { data } = await sender.call('send_message', { to: 'storm', subject: 's', body: 'b' });
    expect(json(`${dir}/inbox/storm/${String(data['id'])}.json`)).toMatchObject({
      from: 'glacier',
    });
  });
});

describe('check_inbox', () => {
  // [relay.check-inbox.1 relay.check-inbox.2 relay.check-inbox.3 design.d4-pending.3]
  it('hands over everything, empties the inbox and lowers the flag', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const storm = await readyRelay(dir, 'storm');
    const bodies = ['one', '二つ目', '👹 three\n'];
    for (const body of bodies)
      await sender.call('send_message', { to: 'storm', subject: 's', body });
    expect(inboxOf(dir, 'storm')).toHaveLength(3);
    const { data, text } = await storm.call('check_inbox');
    const messages = data['messages'] as { body: string }[];
    expect(messages.map(({ body }) => body)).toEqual(bodies);
    expect(data['remaining']).toBe(0);
    for (const body of bodies) expect(text).toContain(body.trim());
    expect(inboxOf(dir, 'storm')).toEqual([]);
    expect(readdirSync(`${dir}/pending`)).not.toContain('storm');
  });

  it.each(['files', 'queue'])(
    'says on both faces of what type a message is, where its sender said it: store %s [bastion.flow.1 bastion.inbox.5]',
    async (store) => {
      const dir = armyWithPanes([], { store, folder: tempDir() });
      const sender = await readyRelay(dir, 'overlord');
      const storm = await readyRelay(dir, 'storm');
      const letter = { to: 'storm', subject: 's', body: 'b' };
      for (const type of messageTypes) await sender.call('send_message', { ...letter, type });
      await sender.call('send_message', letter);
      const { data, text } = await storm.call('check_inbox');
      // A queue has a type for every entry, as the seed writes it.
      const untyped = store === 'queue' ? 'wake_up' : undefined;
      const messages = data['messages'] as { type?: string }[];
      expect(messages.map(({ type }) => type)).toEqual([...messageTypes, untyped]);
      const heads = text.split('\n').filter((line) => line.startsWith('#'));
      expect(heads.map((line) => messageTypes.find((type) => line.includes(`, ${type},`)))).toEqual(
        [...messageTypes, untyped],
      );
      const wrong = await sender.call('send_message', { ...letter, type: 'gossip' });
      expect(wrong).toMatchObject({ isError: true, data: { code: 'arguments_invalid' } });
    },
  );

  it('a message that was put into the inbox by hand wakes its role, and what is no message is set aside and in the journal at once [relay.check-inbox.1]', async () => {
    const dir = armyWithPanes(SIX);
    const strategist = await readyRelay(dir, 'strategist');
    const inbox = `${dir}/inbox/strategist`;
    writeFileSync(`${inbox}/notes.txt`, 'buy milk');
    const journal = `${dir}/journal.jsonl`;
    const isTold = () =>
      existsSync(journal) && readFileSync(journal, 'utf8').includes('quarantined');
    await waitFor(isTold, 'the journal to tell of it');
    expect(inboxOf(dir, 'strategist')).toEqual([]);
    expect(submitted(dir, 'strategist')).toBe(false);
    const letter = { from: 'storm', to: 'strategist', subject: 'by hand', body: 'b' };
    writeFileSync(`${inbox}/note.json`, JSON.stringify(letter));
    await waitFor(() => submitted(dir, 'strategist'), 'the nudge in the strategist pane');
    expect(readFileSync(`${dir}/panes/strategist.jsonl`, 'utf8')).toContain('[MESSAGE from storm]');
    const { data } = await strategist.call('check_inbox');
    expect(data['messages']).toEqual([expect.objectContaining(letter)]);
  });

  it('of an empty inbox gives an empty list [relay.check-empty-inbox.1]', async () => {
    const storm = await readyRelay(tempDir(), 'storm');
    const { data, text } = await storm.call('check_inbox');
    expect(data).toEqual({ messages: [], remaining: 0 });
    expect(text).toBe('No unread messages.');
  });

  it('pages a full inbox below 60 KB a reply, urgent first, and loses nothing on the way [R9]', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const storm = await readyRelay(dir, 'storm');
    const sent: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const priority = i % 3 === 0 ? 'urgent' : 'normal';
      const body = `${i} ${'"\n'.repeat(i * 500)}`;
      const { data } = await sender.call('send_message', {
        to: 'storm',
        subject: 's',
        body,
        priority,
      });
      sent.push(String(data['id']));
    }
    const got: { id: string; priority: string }[] = [];
    for (let page = 0; page < 20; page += 1) {
      const { data, text } = await storm.call('check_inbox');
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(60_000);
      got.push(...(data['messages'] as typeof got));
      if (data['remaining'] === 0) break;
      expect(text).toContain(`${String(data['remaining'])} more: call check_inbox again.`);
      expect(readdirSync(`${dir}/pending`)).toContain('storm');
    }
    expect(got.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    expect(got.slice(0, 4).every(({ priority }) => priority === 'urgent')).toBe(true);
  });

  it('always has room for one message, whatever characters it has [R9]', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const storm = await readyRelay(dir, 'storm');
    const body = '\n'.repeat(22_500);
    const subject = '魔'.repeat(200);
    expect((await sender.call('send_message', { to: 'storm', subject, body })).isError).toBe(false);
    const { data, text } = await storm.call('check_inbox');
    expect(data['messages']).toMatchObject([{ body, subject }]);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  });
});

describe('the status tools', () => {
  // [relay.status-one.1 relay.status-all.1 relay.store-paths.3]
  it('show one role or all six: the declared and the observed status', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const one = await sender.call('get_status', { role: 'inferno' });
    expect(one.data['statuses']).toEqual([
      {
        ...(json(`${dir}/status/inferno.json`) as object),
        observed: {
          unread: 0,
          oldest_unread_seconds: null,
          relay: 'gone',
          agent: 'gone',
          unreachable: false,
        },
      },
    ]);
    await sender.call('send_message', { to: 'inferno', subject: 's', body: 'b' });
    const all = await sender.call('get_status', { role: 'all' });
    const statuses = all.data['statuses'] as { role: string; observed: { unread: number } }[];
    expect(statuses.map(({ role }) => role)).toEqual(SIX);
    expect(statuses.find(({ role }) => role === 'inferno')?.observed.unread).toBe(1);
    const unknown = await sender.call('get_status', { role: 'dragon' });
    expect(unknown).toMatchObject({ isError: true, data: { code: 'unknown_role' } });
  });

  it('show a sender when its message was read', async () => {
    const dir = tempDir();
    const sender = await readyRelay(dir, 'overlord');
    const storm = await readyRelay(dir, 'storm');
    const observed = async () => {
      const { data } = await sender.call('get_status', { role: 'storm' });
      return (data['statuses'] as { observed: object }[])[0]?.observed;
    };
    await sender.call('send_message', { to: 'storm', subject: 's', body: 'b' });
    expect(await observed()).toMatchObject({ unread: 1, relay: 'alive', oldest_unread_seconds: 0 });
    await storm.call('check_inbox');
    expect(await observed()).toMatchObject({
      unread: 0,
      relay: 'alive',
      oldest_unread_seconds: null,
    });
  });

  it("set the caller's own status and task only [relay.update-status.1]", async () => {
    const dir = tempDir();
    const storm = await readyRelay(dir, 'storm');
    const before = OTHERS.filter((role) => role !== 'storm').map((role) =>
      json(`${dir}/status/${role}.json`),
    );
    await storm.call('update_status', { status: 'working', task: '認証の実装' });
    expect(json(`${dir}/status/storm.json`)).toMatchObject({
      role: 'storm',
      status: 'working',
      task: '認証の実装',
    });
    const after = OTHERS.filter((role) => role !== 'storm').map((role) =>
      json(`${dir}/status/${role}.json`),
    );
    expect(after).toEqual(before);
    const bad = await storm.call('update_status', { status: 'sleeping' });
    expect(bad).toMatchObject({ isError: true, data: { code: 'arguments_invalid' } });
    const long = await storm.call('update_status', { status: 'done', task: 'x'.repeat(501) });
    expect(long).toMatchObject({ isError: true, data: { code: 'task_too_long', limit: 500 } });
  });
});

describe('broadcast', () => {
  // [relay.broadcast.1 relay.broadcast.2 relay.broadcast-tool.1]
  it('stores the message for the five others and wakes each of them', async () => {
    const dir = armyWithPanes(SIX);
    const sender = await readyRelay(dir, 'overlord');
    await Promise.all(OTHERS.map((role) => readyRelay(dir, role)));
    const { data, text } = await sender.call('broadcast', { subject: 'sync', body: 'all of you' });
    expect(text).toContain('Stored for 5 of 5.');
    expect((data['results'] as { to: string }[]).map(({ to }) => to)).toEqual(OTHERS);
    for (const role of OTHERS) {
      const [name] = inboxOf(dir, role);
      expect(json(`${dir}/inbox/${role}/${name}`)).toMatchObject({
        subject: 'sync',
        body: 'all of you',
      });
      await waitFor(() => submitted(dir, role), `the nudge of ${role}`);
    }
    expect(inboxOf(dir, 'overlord')).toEqual([]);
    expect(submitted(dir, 'overlord')).toBe(false);
  });
});

describe('the server', () => {
  // [relay.server-start.1 relay.env.2 relay.env.3 design.d2-stdio.1 design.d1-files.2]
  // [design.d1-files.3]
  it('offers exactly five tools over stdio, and knows its store and role from the environment', async () => {
    const dir = tempDir();
    const relay = await readyRelay(dir, 'shadow');
    const { result } = await relay.request('tools/list');
    const tools = result?.['tools'] as { name: string }[];
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      ['send_message', 'check_inbox', 'get_status', 'update_status', 'broadcast'].toSorted(),
    );
    await waitFor(() => {
      const [seat] = readdirSync(`${dir}/agents/shadow`);
      return (json(`${dir}/agents/shadow/${seat}`) as { ready_at?: string }).ready_at !== undefined;
    }, 'the relay to be marked ready');
  });

  it('answers in Japanese to an army that uses Japanese', async () => {
    const dir = tempDir();
    writeFileSync(
      `${dir}/formation.json`,
      JSON.stringify({ ...overlordFormation, agent: 'mock', language: 'ja' }),
    );
    const relay = await readyRelay(dir, 'shadow');
    expect((await relay.call('check_inbox')).text).toBe('未読のメッセージはありません。');
    expect((await relay.call('send_message', { to: 'x', subject: 's', body: 'b' })).text).toContain(
      'という役はありません',
    );
  });

  it('the recording multiplexer lists the panes it has', async () => {
    const dir = armyWithPanes(['storm']);
    expect(await openRecordingMux(`${dir}/panes`).panes()).toMatchObject([
      { id: 'storm', alive: true },
    ]);
  });
});
