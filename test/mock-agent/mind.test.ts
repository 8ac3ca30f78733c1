import { describe, expect, it } from 'vitest';
import type { ToolReply } from '../../src/mock-agent/mcp-client.ts';
import { parseOrder } from '../../src/mock-agent/control.ts';
import { aboutCall } from '../../src/mock-agent/record-call.ts';
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
    'begun by anything else does not call check_inbox: %s',
    async (text) => {
      const { hands, did, said } = handsWith([]);
      await think(text, noScript, hands);
      expect(did).toEqual([]);
      expect(said).toHaveLength(1);
    },
  );

  it.each([
    `${nudge}Ship it`,
    `${nudge} ${nudge}\nShip it`,
    `Ship it${nudge}`,
    `Ship it ${nudge}\n`,
  ])('hears what a person sent along with a nudge: %j', async (text) => {
    const { hands, did, said } = handsWith([{ data: { messages: [], remaining: 0 } }]);
    const heard: string[] = [];
    await think(text, noScript, hands, {
      hear: async (words) => void heard.push(words),
      receive: async () => undefined,
      noMail: 'none',
      isRitual: () => false,
      ritualTaken: '',
    });
    expect(did).toEqual([['check_inbox', {}]]);
    expect(said).toEqual(['⏺ none']);
    expect(heard).toEqual(['Ship it']);
  });

  it('reports that its relay is gone, and stops', async () => {
    const { hands, did, said } = handsWith([{ isError: true, text: 'No such tool available' }]);
    await think(nudge, noScript, hands);
    expect(did).toEqual([['check_inbox', {}]]);
    expect(said).toEqual(['⏺ No such tool available']);
  });

  it('also follows the rules of its script', async () => {
    const script = parseScript('{"rules":[{"when":"order","do":["reply: as scripted"]}]}');
    const { hands, did } = handsWith([{ data: { messages: [mail('1', '')], remaining: 0 } }]);
    await think(nudge, script, hands);
    expect(did[1]).toMatchObject(['send_message', { body: 'as scripted' }]);
  });
});

describe('a rule of a script', () => {
  const turns = async (rule: object, ...mails: object[]): Promise<unknown[]> => {
    const script = parseScript(JSON.stringify({ rules: [{ when: 'order', ...rule }] }));
    const replies = mails.map((one) => ({
      data: { messages: [{ ...mail('1', ''), ...one }], remaining: 0 },
    }));
    const { hands, did } = handsWith(replies);
    for (const _ of mails) await think(nudge, script, hands);
    return did.filter((one) => JSON.stringify(one) !== '["check_inbox",{}]');
  };
  const again = { redelivered: 1 };
  const cases: [string, object, object[], unknown[]][] = [
    ['nth counts messages', { nth: 2, do: ['work 1'] }, [{}, { id: '2' }], [['work', 1]]],
    ['nth counts each once', { nth: 2, do: ['work 1'] }, [{}, again], []],
    ['again: only then', { again: true, do: ['work 1'] }, [{}, again], [['work', 1]]],
    ['again: not then', { again: false, do: ['work 1'] }, [{}, again], [['work', 1]]],
    ['several parts', { when: ['x', 'order'], do: ['work 1'] }, [{}], [['work', 1]]],
    ['lose_relay', { do: [{ lose_relay: true }] }, [{}], [['loseRelay']]],
    [
      'an urgent letter',
      { do: [{ letter: { to: 'storm', subject: 's', body: 'b', urgent: true } }] },
      [{}],
      [['send_message', { to: 'storm', subject: 's', body: 'b', priority: 'urgent' }]],
    ],
    [
      'a letter without a recipient',
      { do: [{ letter: { subject: 's', body: 'b' } }] },
      [{}],
      [['broadcast', { subject: 's', body: 'b' }]],
    ],
  ];
  it.each(cases)('works with %s', async (_, rule, mails, done) => {
    expect(await turns(rule, ...mails)).toEqual(done);
  });

  it('is told whether a message comes again', async () => {
    const messages = [{ ...mail('1', ''), ...again }];
    const { hands, said } = handsWith([{ data: { messages, remaining: 0 } }]);
    await think(nudge, noScript, hands);
    expect(said).toEqual(['⏺ ← overlord: order (redelivered: 1)']);
  });
});

it.each([
  [{ to: 'storm', subject: 's', body: 'b' }, { id: '1' }, { sent: [{ to: 'storm', id: '1' }] }],
  [
    { subject: 's', body: 'b' },
    { results: [{ to: 'storm', id: '1', delivered: true }] },
    { ids: ['1'], sent: [{ to: 'storm', id: '1' }] },
  ],
  [
    {},
    { messages: [{ id: '1', from: 'storm', subject: 's', body: 'b' }] },
    { ids: ['1'], read: [{ id: '1', from: 'storm', subject: 's' }] },
  ],
  [{ task_id: 't', status: 'done' }, {}, { task: 't', status: 'done' }],
  [
    {},
    { command: { id: 'c', status: 'done', purpose: 'p', more: 1 } },
    { command: { id: 'c', status: 'done', purpose: 'p' } },
  ],
])('the record of a call %j names its subject, and no body', (args, data, about) => {
  const said = aboutCall(args, { isError: false, text: '', data });
  expect(said).toMatchObject(about);
  expect(JSON.stringify(said)).not.toContain('"body"');
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
    ['Enter approves', [{ name: 'enter' }], 'approved'],
    ['1 approves', [{ name: 'text', text: '1' }], 'approved'],
    ['2 denies', [{ name: 'text', text: '2' }], 'denied'],
    ['Esc denies', [{ name: 'escape' }], 'denied'],
    ['down and Enter deny', [{ name: 'down' }, { name: 'enter' }], 'denied'],
    [
      'up again and Enter approve',
      [{ name: 'down' }, { name: 'up' }, { name: 'enter' }],
      'approved',
    ],
    [
      'text is dropped, digits in it too, and the next Enter approves',
      [{ name: 'text', text: 'say 2' }, { name: 'pasted', text: '2' }, { name: 'enter' }],
      'approved',
    ],
  ] as const)('works as in Claude Code: %s', async (_what, keys, expected) => {
    const dialogs = openDialogs(() => undefined);
    const answer = dialogs.ask('x');
    for (const key of keys) dialogs.press(key);
    expect(await answer).toBe(expected);
    expect(dialogs.open).toBeUndefined();
  });
});
