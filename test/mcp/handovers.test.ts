import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createHandovers } from '../../src/mcp/handovers.ts';
import { serveWire } from '../../src/mcp/wire.ts';
import type { Handover } from '../../src/relay/inbox.ts';
import { settle } from '../support/settle.ts';

type Event = 'check' | 'collected' | 'replied' | 'request' | 'cancelled';

/** What becomes of one handover after these events, in this order. */
async function fate(
  events: readonly Event[],
  { cancelsLate = false, isCounted = false } = {},
): Promise<string[]> {
  const done: string[] = [];
  const handover: Handover = {
    messages: [],
    remaining: 0,
    isCounted,
    spoke: async () => {
      done.push('acknowledged');
      return true;
    },
    putBack: async () => void done.push('put back'),
  };
  const handovers = createHandovers(() => undefined, cancelsLate);
  const { events: wire } = handovers;
  let collected: (value: Handover) => void = () => undefined;
  for (const event of events) {
    if (event === 'check')
      void handovers.during(7, () => new Promise((resolve) => (collected = resolve)));
    if (event === 'collected') collected(handover);
    if (event === 'replied') wire.replied(7);
    if (event === 'request') wire.request(8);
    if (event === 'cancelled') wire.cancelled(7);
    await settle();
  }
  return done;
}

describe('messages handed over to a client that cancels what it has the reply of [X21]', () => {
  it.each<[Event[], boolean, string[]]>([
    [['check', 'cancelled', 'collected'], true, ['put back']],
    [['check', 'collected', 'cancelled'], true, ['put back']],
    [['check', 'collected', 'cancelled', 'replied'], true, ['put back']],
    [['check', 'collected', 'replied', 'cancelled'], true, []],
    [['check', 'collected', 'replied', 'cancelled', 'request'], true, ['acknowledged']],
    [['check', 'collected', 'replied', 'cancelled'], false, ['put back']],
  ])('%j, counted by turns: %s: %j', async (events, isCounted, expected) => {
    expect(await fate(events, { cancelsLate: true, isCounted })).toEqual(expected);
  });
});

describe('messages handed over by check_inbox', () => {
  // [R12 N5 N6]
  it.each<[Event[], string[]]>([
    [['check', 'collected', 'replied'], []],
    [['check', 'collected', 'replied', 'request'], ['acknowledged']],
    [['check', 'collected', 'replied', 'request', 'request'], ['acknowledged']],
    [['check', 'collected', 'request', 'replied'], []],
    [['check', 'request', 'collected', 'replied'], []],
    [['check', 'request', 'collected', 'replied', 'request'], ['acknowledged']],
    [['check', 'cancelled', 'collected'], ['put back']],
    [['check', 'collected', 'cancelled'], ['put back']],
    [['check', 'collected', 'replied', 'cancelled'], ['put back']],
    [['check', 'collected', 'replied', 'cancelled', 'request'], ['put back']],
    [['check', 'collected', 'replied', 'request', 'cancelled'], ['acknowledged']],
  ])('after %j have the state %j', async (events, done) => {
    expect(await fate(events)).toEqual(done);
  });
});

it('one that waits for the end of the turn is put back by a cancellation, whatever else was asked [R12]', async () => {
  const done: string[] = [];
  const handovers = createHandovers(() => undefined);
  const { events: wire } = handovers;
  const handover: Handover = {
    messages: [],
    remaining: 0,
    isCounted: true,
    spoke: async () => false,
    putBack: async () => void done.push('put back'),
  };
  await handovers.during(7, async () => handover);
  wire.replied(7);
  wire.request(8);
  await settle();
  wire.cancelled(7);
  expect(done).toEqual(['put back']);
});

it('a call and its cancellation in one chunk put the messages back too [R12 N6]', async () => {
  const done: string[] = [];
  const handovers = createHandovers(() => undefined);
  const handover: Handover = {
    messages: [],
    remaining: 0,
    isCounted: false,
    spoke: async () => {
      done.push('acknowledged');
      return true;
    },
    putBack: async () => void done.push('put back'),
  };
  const input = new PassThrough();
  const output = new PassThrough();
  const serving = serveWire({
    input,
    output,
    signal: new AbortController().signal,
    events: handovers.events,
    serve: async ({ id }) => {
      await handovers.during(id, async () => handover);
      return { result: {} };
    },
    complain: () => undefined,
  });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  input.end(`${JSON.stringify(call)}\n${JSON.stringify(cancel)}\n`);
  await serving;
  expect(done).toEqual(['put back']);
  expect(output.read()).toBeNull();
});
