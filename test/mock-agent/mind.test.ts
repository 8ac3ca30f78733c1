import { describe, expect, it } from 'vitest';
import type { ToolReply } from '../../src/demo/client.ts';
import { parseOrder } from '../../src/mock-agent/control.ts';
import { openDialogs } from '../../src/mock-agent/dialogs.ts';
import { think, type Hands } from '../../src/mock-agent/mind.ts';
import { directivesIn, noScript, parseScript } from '../../src/mock-agent/script.ts';
import { openTurns } from '../../src/mock-agent/turns.ts';

const mail = (id: string, body: string) => ({ id, from: 'overlord', subject: 'order', body });

function handsWith(replies: Partial<ToolReply>[]) {
  const did: unknown[] = [];
  const said: string[] = [];
  const hands: Hands = {
    async call(tool, args) {
      did.push([tool, args]);
      const reply = tool === 'check_inbox' ? replies.shift() : {};
      return { isError: false, text: '', data: {}, ...reply };
    },
    say: (line) => void said.push(line),
    work: async (ms) => void did.push(['work', ms]),
    guarded: async (id) => void did.push(['guarded', id]),
    loseRelay: async () => void did.push(['loseRelay']),
    cancelled: false,
  };
  return { hands, did, said };
}

const nudge = '[MESSAGE from overlord] You have mail (#ab.1)';

describe('a turn', () => {
  it('begun by a nudge empties the inbox and follows what it finds', async () => {
    const body = 'hello\nreply: done\nsend shadow: look\nwork 5\nguarded g1\nstatus done: all';
    const { hands, did, said } = handsWith([
      { data: { messages: [mail('1', body)], remaining: 1 } },
      { data: { messages: [mail('2', 'broadcast: news')], remaining: 0 } },
    ]);
    await think(nudge, noScript, hands);
    expect(did).toEqual([
      ['check_inbox', {}],
      ['send_message', { to: 'overlord', subject: 're: order', body: 'done' }],
      ['send_message', { to: 'shadow', subject: 'look', body: 'look' }],
      ['work', 5],
      ['guarded', 'g1'],
      ['update_status', { status: 'done', task: 'all' }],
      ['check_inbox', {}],
      ['broadcast', { subject: 'news', body: 'news' }],
    ]);
    expect(said).toContain('⏺ ← overlord: order');
  });

  it.each(['You are storm.\nreply: x', `When you see ${nudge}, call check_inbox.`])(
    'begun by anything else looks into no inbox: %s',
    async (text) => {
      const { hands, did, said } = handsWith([]);
      await think(text, noScript, hands);
      expect(did).toEqual([]);
      expect(said).toHaveLength(1);
    },
  );

  it('says so when its relay is gone, and stops', async () => {
    const { hands, did, said } = handsWith([{ isError: true, text: 'No such tool available' }]);
    await think(nudge, noScript, hands);
    expect(did).toEqual([['check_inbox', {}]]);
    expect(said).toEqual(['⏺ No such tool available']);
  });

  it('follows the rules of its script besides', async () => {
    const script = parseScript('{"rules":[{"when":"order","do":["reply: as scripted"]}]}');
    const { hands, did } = handsWith([{ data: { messages: [mail('1', '')], remaining: 0 } }]);
    await think(nudge, script, hands);
    expect(did[1]).toMatchObject(['send_message', { body: 'as scripted' }]);
  });
});

it('only whole directives are followed', () => {
  expect(
    directivesIn('reply\nwork soon\nsend Bad Name: x\nstatus lazy: x\nguarded\nprose'),
  ).toEqual([]);
});

it.each(['{', '[]', '{"start":["dance"]}', '{"rules":[{"when":1,"do":[]}]}'])(
  'refuses the script %s',
  (text) => {
    expect(() => parseScript(text)).toThrow();
  },
);

it.each(['{', '{}', '{"do":"dance"}', '{"do":"busy","ms":"1"}', '{"do":"dialog"}'])(
  'refuses the order %s',
  (line) => {
    expect(() => parseOrder(line)).toThrow();
  },
);

describe('turns', () => {
  it('run one after the other; a cancelled one lets the next begin', async () => {
    const seen: string[] = [];
    let over = (): void => undefined;
    const allOver = new Promise<void>((resolve) => (over = resolve));
    const turns = openTurns({
      began: (what) => void seen.push(`began ${what}`),
      ended: (what, how) => {
        seen.push(`${how} ${what}`);
        if (what === 'c') over();
      },
    });
    turns.begin(
      'a',
      (signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
    );
    turns.begin('b', () => Promise.reject(new Error('no')));
    turns.begin('c', async () => undefined);
    expect([turns.busy, turns.queued]).toEqual([true, 2]);
    turns.cancel();
    await allOver;
    expect(seen).toEqual(['began a', 'cancelled a', 'began b', 'failed b', 'began c', 'done c']);
    expect(turns.cancel()).toBe(false);
  });
});

describe('[C1] a permission dialog', () => {
  it.each([
    ['Enter approves', [{ kind: 'enter' }], 'approved'],
    ['1 approves', [{ kind: 'text', text: '1' }], 'approved'],
    ['2 denies', [{ kind: 'text', text: '2' }], 'denied'],
    ['Esc denies', [{ kind: 'escape' }], 'denied'],
    ['down and Enter deny', [{ kind: 'down' }, { kind: 'enter' }], 'denied'],
    [
      'up again and Enter approve',
      [{ kind: 'down' }, { kind: 'up' }, { kind: 'enter' }],
      'approved',
    ],
    [
      'text is dropped, digits in it too, and the next Enter approves',
      [{ kind: 'text', text: 'say 2' }, { kind: 'paste', text: '2' }, { kind: 'enter' }],
      'approved',
    ],
  ] as const)('%s', async (_what, keys, expected) => {
    const dialogs = openDialogs(() => undefined);
    const answer = dialogs.ask('x');
    for (const key of keys) dialogs.press(key);
    expect(await answer).toBe(expected);
    expect(dialogs.open).toBeUndefined();
  });
});
