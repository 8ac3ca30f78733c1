import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Composer } from '../../src/agent/agent.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import { RECONNECT } from '../../src/agent/relay-config.ts';
import {
  isRunning,
  rawBytes,
  startMockPane,
  submissions,
  type MockPane,
} from '../support/mock-agent.ts';
import { readyRelay } from '../support/relay-process.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const composer = (pane: MockPane): Composer => mockAgent.read(pane.screen());
const shows = (pane: MockPane, text: string): Promise<true> =>
  waitFor(
    () => {
      const seen = composer(pane);
      return seen.state === 'ready' && mockAgent.shows(seen.text, text);
    },
    `${JSON.stringify(text)} in the composer`,
  );
const sees = (pane: MockPane, state: Composer['state']): Promise<true> =>
  waitFor(() => composer(pane).state === state, `a screen that is ${state}`);
const stateIs = (pane: MockPane, state: string): Promise<true> =>
  waitFor(() => pane.state() === state, `the state ${state}`);

beforeEach((context) => requireOrSkip(context, 'tmux', missingProgram('tmux')));

describe('the composer', () => {
  it('shows what is typed, Enter submits it, and every byte is recorded', async () => {
    const pane = await startMockPane();
    pane.type('hello, 世界');
    await shows(pane, 'hello, 世界');
    pane.keys('BSpace', 'C-j');
    pane.type('!');
    await shows(pane, 'hello, 世!');
    pane.keys('Enter');
    await pane.event('submitted');
    expect(submissions(pane.record())).toEqual(['hello, 世\n!']);
    expect(rawBytes(pane.record()).toString()).toBe('hello, 世界\u007f\n!\r');
    await shows(pane, '');
  });

  it.for([
    [
      'several lines',
      'You are storm.\n\n  "quoted" \\ $HOME `x`\nあ🎉\n',
      '[Pasted text #1 +4 lines]',
    ],
    ['a long line', 'x'.repeat(900), '[Pasted text #1]'],
    ['a short line', '[MESSAGE from overlord] (#1)', '[MESSAGE from overlord] (#1)'],
  ] as const)('keeps a paste of %s as it is', async ([, text, sign]) => {
    const pane = await startMockPane();
    pane.paste(text);
    await shows(pane, text);
    expect(composer(pane)).toEqual({ state: 'ready', text: sign });
    pane.keys('Enter');
    await pane.event('submitted');
    expect(submissions(pane.record())).toEqual([text]);
    expect(rawBytes(pane.record()).toString()).toContain('\u001b[200~');
  });

  it.for([
    [80, 24],
    [40, 10],
    [200, 60],
  ] as const)('can be read in %d×%d, and after a resize', async ([columns, rows]) => {
    const pane = await startMockPane({ columns, rows });
    expect(composer(pane)).toEqual({ state: 'ready', text: '' });
    await pane.order({ do: 'say', text: 'a line of the transcript\n'.repeat(rows) });
    await pane.order({ do: 'draft', text: 'a draft 下書き '.repeat(6).trim() });
    await shows(pane, 'a draft 下書き '.repeat(6).trim());
    pane.tmux('resize-window', '-t', 'a', '-x', String(columns - 7), '-y', String(rows + 3));
    const rule = '─'.repeat(columns - 7);
    await waitFor(() => pane.screen().lines.includes(rule), 'a rule of the new width');
    await shows(pane, 'a draft 下書き '.repeat(6).trim());
    expect(pane.tmux('capture-pane', '-p', '-S', '-', '-t', 'a').split(rule).length).toBe(2);
  });

  it('does not exist during the boot; what is typed then is recorded and lost', async () => {
    const pane = await startMockPane({ args: ['--boot-ms', '1500'], ready: false });
    await pane.event('started');
    await waitFor(() => pane.screen().lines.join('').includes('Starting'), 'a first screen');
    expect(composer(pane).state).toBe('unknown');
    pane.type('too early');
    pane.keys('Enter');
    await waitFor(() => rawBytes(pane.record()).toString() === 'too early\r', 'the bytes');
    await pane.event('ready');
    await sees(pane, 'ready');
    expect(submissions(pane.record())).toEqual([]);
    expect(composer(pane)).toEqual({ state: 'ready', text: '' });
  });
});

describe('[C1] the permission dialog', () => {
  it('takes Enter for Yes, drops a paste, and restores the draft', async () => {
    const pane = await startMockPane();
    pane.type('half a sent');
    await shows(pane, 'half a sent');
    await pane.order({ do: 'dialog', id: 'first' });
    await sees(pane, 'dialog');
    expect(pane.state()).toBe('waiting');
    pane.paste('[MESSAGE from overlord] 2');
    pane.keys('Enter');
    await pane.event('approved');
    expect(pane.events('action')).toMatchObject([{ id: 'first' }]);
    await shows(pane, 'half a sent');
    expect(pane.state()).toBe('idle');
    expect(submissions(pane.record())).toEqual([]);
  });

  it.for([
    ['2', ['2']],
    ['Esc', ['Escape']],
    ['down and Enter', ['Down', 'Enter']],
  ] as const)('is denied by %s', async ([, keys]) => {
    const pane = await startMockPane();
    await pane.order({ do: 'dialog', id: 'x' });
    await sees(pane, 'dialog');
    pane.keys(...keys);
    await pane.event('denied');
    await sees(pane, 'ready');
    expect(pane.events('action')).toEqual([]);
  });
});

describe('a turn', () => {
  it('delays what is submitted until it ends; the state file follows', async () => {
    const pane = await startMockPane();
    await stateIs(pane, 'idle');
    await pane.order({ do: 'busy', ms: 60_000 });
    await waitFor(
      () => pane.screen().lines.some((line) => line.includes('esc to interrupt')),
      'busy',
    );
    expect(composer(pane)).toMatchObject({
      state: 'ready',
      busy: expect.stringContaining('Working'),
    });
    expect(pane.state()).toBe('busy');
    pane.type('later');
    await shows(pane, 'later');
    pane.keys('Enter');
    expect(await pane.event('submitted')).toMatchObject({ text: 'later', queued: true });
    expect(pane.events('turn')).toHaveLength(1);
    const looks = await pane.order({ do: 'look' });
    expect(looks).toEqual({ ok: true, draft: '', busy: true, queued: 1, dialog: null });
    pane.keys('Escape');
    await waitFor(() => pane.events('rest').length === 2, 'both turns to end');
    expect(pane.events('rest')).toMatchObject([
      { how: 'cancelled' },
      { text: 'later', how: 'done' },
    ]);
    await stateIs(pane, 'idle');
  });

  it('[C8] that Esc ends leaves the state busy', async () => {
    const pane = await startMockPane();
    await pane.order({ do: 'busy', ms: 60_000 });
    await stateIs(pane, 'busy');
    pane.keys('Escape');
    await pane.event('rest');
    expect(pane.state()).toBe('busy');
  });

  it('of an agent without hooks writes no state', async () => {
    const pane = await startMockPane({ args: ['--no-state'] });
    await pane.order({ do: 'busy', ms: 1 });
    await pane.event('rest');
    expect(pane.state()).toBeUndefined();
  });
});

describe("the mock agent's relay", () => {
  const nudge = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';

  it('is called after a nudge: the agent reads its mail and does what it says', async () => {
    const pane = await startMockPane();
    const overlord = await readyRelay(pane.relayDir, 'overlord');
    const body = 'reply: walls stand\nstatus working: walls\nguarded gate';
    const sent = await overlord.call('send_message', { to: 'storm', subject: 'walls', body });
    pane.paste(nudge);
    await shows(pane, nudge);
    pane.keys('Enter');
    await sees(pane, 'dialog');
    pane.keys('Enter');
    await pane.event('rest');
    const tools = pane.events('tool').map(({ name }) => name);
    expect(tools).toEqual(['check_inbox', 'send_message', 'update_status']);
    expect(pane.events('tool')[0]).toMatchObject({ ids: [sent.data['id']] });
    expect(pane.events('action')).toMatchObject([{ id: 'gate' }]);
    const { data } = await overlord.call('check_inbox');
    expect(data).toMatchObject({ messages: [{ from: 'storm', body: 'walls stand' }] });
    const status = await overlord.call('get_status', { role: 'storm' });
    expect(JSON.stringify(status.data)).toContain('"task":"walls"');
  });

  it('acknowledges what the agent reads at the end of the turn, without another call [R12]', async () => {
    const pane = await startMockPane();
    const overlord = await readyRelay(pane.relayDir, 'overlord');
    await overlord.call('send_message', { to: 'storm', subject: 'walls', body: 'work 60000' });
    pane.paste(nudge);
    await shows(pane, nudge);
    pane.keys('Enter');
    await pane.event('tool');
    const events = (): string => readFileSync(join(pane.relayDir, 'journal.jsonl'), 'utf8');
    expect(events()).not.toContain('"acknowledged"');
    // Esc ends a turn and counts for nothing; the next one that ends by itself counts for both.
    pane.keys('Escape');
    await pane.event('rest');
    await pane.order({ do: 'busy', ms: 1 });
    await waitFor(() => events().includes('"acknowledged"'), 'the acknowledgement');
    expect(pane.events('tool')).toHaveLength(1);
  });

  it('is called by a script, at the start and for each message', async () => {
    const script = join(tempDir(), 'script.json');
    const rules = [{ when: 'to arms', do: ['status working: arms'] }];
    writeFileSync(script, JSON.stringify({ start: ['status idle: waiting'], rules }));
    const pane = await startMockPane({ args: ['--script', script] });
    await pane.event('rest');
    pane.type('to arms!');
    await shows(pane, 'to arms!');
    pane.keys('Enter');
    await pane.event('rest', 2);
    expect(pane.events('tool').map(({ name }) => name)).toEqual(['update_status', 'update_status']);
  });

  it('[C12] stays dead once it died, until /mcp reconnect is typed', async () => {
    const pane = await startMockPane();
    const first = Number((await pane.event('ready'))['pid']);
    process.kill(first, 'SIGKILL');
    await waitFor(() => !isRunning(first), 'the relay to be gone');
    pane.type('[MESSAGE from x]');
    await shows(pane, '[MESSAGE from x]');
    pane.keys('Enter');
    expect((await pane.event('tool'))['error']).toMatch(/^No such tool available/);
    pane.paste(RECONNECT);
    await shows(pane, RECONNECT);
    pane.keys('Enter');
    expect((await pane.event('reconnected'))['pid']).not.toBe(first);
    const reply = await pane.order({ do: 'call', tool: 'check_inbox', arguments: {} });
    expect(reply).toMatchObject({ ok: true, isError: false, data: { messages: [] } });
    await pane.order({ do: 'kill-relay' });
    const lost = await pane.order({ do: 'call', tool: 'check_inbox' });
    expect(lost).toMatchObject({ ok: true, isError: true });
  });
});

describe('the end of a mock agent', () => {
  const gone = async (pane: MockPane): Promise<void> => {
    const pids = ['started', 'ready'].map((name) => Number(pane.events(name)[0]?.['pid']));
    expect(pids.every((pid) => pid > 0)).toBe(true);
    await waitFor(() => !pids.some(isRunning), 'the agent and its relay to end');
  };
  // Not `pane_dead_status`: tmux 3.3a now and then never learns it.
  const isDead = (pane: MockPane): Promise<true> =>
    waitFor(
      () => pane.tmux('display', '-p', '-t', 'a', '#{pane_dead}').trim() === '1',
      'the pane to be dead',
    );

  it.for([
    ['/exit', ['/exit', 'Enter']],
    ['Ctrl-C twice', ['C-c', 'C-c']],
    ['Ctrl-D', ['C-d']],
    ['an order', []],
  ] as const)('by %s ends its relay too, busy or not', async ([, keys]) => {
    const pane = await startMockPane();
    await pane.order({ do: 'busy', ms: 60_000 });
    if (keys.length > 0) pane.keys(...keys);
    else await pane.order({ do: 'exit', code: 7 });
    await isDead(pane);
    await gone(pane);
  });

  it('comes with the end of its terminal', async () => {
    const pane = await startMockPane();
    pane.tmux('kill-server');
    await gone(pane);
  });
});
