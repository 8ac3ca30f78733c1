import { readdirSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { qwenAgent } from '../../src/agent/qwen.ts';
import { tempDir } from '../support/temp.ts';

const TEXT = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';

interface Frame {
  type: string;
  token?: string;
  msgId: string;
  from: string;
  replyToken: string;
}
/** What the inbox writes to the socket that a message names. */
type Answer = (frame: Frame) => readonly unknown[];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const receipt = (frame: Frame, status: string, more: object = {}): unknown[] => [
  { msgV: 1, type: 'auth', token: frame.replyToken },
  {
    msgV: 1,
    msgId: 'r1',
    type: 'control',
    action: 'delivery_status',
    origMsgId: frame.msgId,
    status,
    ...more,
  },
];

/** An inbox that takes the token `secret`, as Qwen Code's does: it says nothing on the same connection. */
async function inbox(answers: readonly Answer[]) {
  const dir = tempDir();
  const at = join(dir, '4711.sock');
  const heard: Frame[][] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let said = '';
    socket.on('data', (more) => (said += String(more)));
    socket.on('end', () => {
      socket.end();
      const frames = said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Frame);
      heard.push(frames);
      const [auth, frame] = frames;
      if (auth?.token !== 'secret' || frame === undefined) return;
      for (const answer of answers) {
        const back = connect(frame.from).on('error', () => undefined);
        back.end(
          answer(frame)
            .map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`)
            .join(''),
        );
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(at, resolve));
  const doorbell = (secret = 'secret') => qwenAgent.doorbells?.({ at, secret }, own)[0];
  return { dir, heard, doorbell };
}

const own = { role: 'storm', conversation: async () => undefined };
const nudge = (signal = AbortSignal.timeout(5_000)) => ({
  to: 'storm',
  mark: 'ab.1',
  text: TEXT,
  signal,
});

describe('the inbox of Qwen Code', () => {
  it('is given the nudge as it is, and has taken it when it says so [X10]', async () => {
    const { dir, heard, doorbell } = await inbox([(frame) => receipt(frame, 'delivered')]);
    expect(doorbell()).toMatchObject({ name: 'socket', queues: true, afterTurn: true });
    expect(await doorbell()?.ring(nudge())).toEqual({ sent: true });
    expect(heard).toEqual([
      [
        { msgV: 1, type: 'auth', token: 'secret' },
        {
          msgV: 1,
          type: 'user',
          msgId: expect.stringMatching(/^[\da-f-]{36}$/),
          replyToken: expect.stringMatching(/^[\da-f]{32}$/),
          from: expect.stringMatching(/\/4711\.[\da-f]{4}$/),
          fromName: 'ovld-relay',
          fromMode: 'prompting',
          message: { role: 'user', content: TEXT },
        },
      ],
    ]);
    expect(readdirSync(dir)).toEqual(['4711.sock']);
  });

  it.each(['dropped', 'misaddressed', 'expired', 'denied', 'something new'])(
    'that answers %s has not taken it, and is asked again',
    async (status) => {
      const { heard, doorbell } = await inbox([(frame) => receipt(frame, status)]);
      const bell = doorbell();
      for (const rings of [1, 2]) {
        expect(await bell?.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
        expect(heard).toHaveLength(rings);
      }
    },
  );

  it.each(['held', 'refused'])(
    'that is %s by a person’s settings is not asked a second time',
    async (status) => {
      const { heard, doorbell } = await inbox([(frame) => receipt(frame, status)]);
      const bell = doorbell();
      expect(await bell?.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
      expect(await bell?.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
      expect(heard).toHaveLength(1);
    },
  );

  it('that is gone has not taken it', async () => {
    const gone = { at: join(tempDir(), 'gone.sock'), secret: 's' };
    const [bell] = qwenAgent.doorbells?.(gone, own) ?? [];
    expect(await bell?.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
  });

  it('that says nothing, for another token say, is given up with the signal', async () => {
    const { dir, doorbell } = await inbox([(frame) => receipt(frame, 'delivered')]);
    const ring = doorbell('another')?.ring(nudge(AbortSignal.timeout(300)));
    expect(await ring).toEqual({ sent: false, code: 'ring_timeout' });
    expect(readdirSync(dir)).toEqual(['4711.sock']);
  });

  it('is not believed by anything but its own receipt', async () => {
    const liars: Answer[] = [
      (frame) => receipt({ ...frame, replyToken: 'x' }, 'delivered'),
      (frame) => receipt({ ...frame, msgId: 'another' }, 'delivered'),
      (frame) => receipt(frame, 'delivered').slice(1),
      (frame) => receipt(frame, 'delivered', { action: 'other' }),
      (frame) => receipt(frame, 'delivered', { status: 7 }),
      () => ['{', 'null', '[]'],
      (frame) => ['x'.repeat(100_000), ...receipt(frame, 'delivered')],
      () => [],
    ];
    const { doorbell } = await inbox(liars);
    const ring = doorbell()?.ring(nudge(AbortSignal.timeout(500)));
    expect(await ring).toEqual({ sent: false, code: 'ring_timeout' });
    const honest = await inbox([...liars, (frame) => receipt(frame, 'delivered')]);
    expect(await honest.doorbell()?.ring(nudge())).toEqual({ sent: true });
  });
});
