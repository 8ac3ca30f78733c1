import { describe, expect, it } from 'vitest';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const HOUR_MS = 3_600_000;

/** Storm has reached its limit, and says until when, or not. */
async function limited(said: string) {
  const army = memoryArmy();
  const overlord = await army.join('overlord');
  const { bell } = await army.join('storm');
  await army.outside.statuses.noteLimit('storm', said);
  await army.outside.statuses.observe('storm', { state: 'limited' });
  await settle();
  return { ...army, overlord, bell };
}

describe('a role whose account has reached its limit', () => {
  it('is parked: its mail waits, nothing rings, senders and the person are told, each once [X7]', async () => {
    const { overlord, bell, clock, told, outside } = await limited('resets in 1 hour');
    expect(await overlord.relay.send('storm', hello)).toMatchObject({
      delivered: true,
      wake: { failed: 'limited' },
    });
    await pass(clock, HOUR_MS - 1_000);
    expect(bell.rings).toEqual([]);
    expect(told).toEqual([{ kind: 'limited', role: 'storm', event: expect.any(String) }]);
    expect(await overlord.relay.report('storm')).toMatchObject([
      {
        observed: {
          agent: 'limited',
          limited_until: expect.any(String),
          unreachable: false,
          unread: 1,
          last_ring: { outcome: 'limited' },
        },
      },
    ]);
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
  });

  it('is rung when the limit is over, and seen as idle from then on', async () => {
    const { overlord, bell, clock } = await limited('resets in 1 hour');
    await overlord.relay.send('storm', hello);
    await pass(clock, HOUR_MS + 1_000);
    expect(bell.rings).toHaveLength(1);
    expect(await overlord.relay.report('storm')).toMatchObject([{ observed: { agent: 'idle' } }]);
  });

  it('whose end is not known is tried again every half minute, and the person is still told once', async () => {
    const { overlord, bell, clock, told, outside } = await limited('429');
    await overlord.relay.send('storm', hello);
    await pass(clock, 31_000);
    expect(bell.rings).toHaveLength(1);
    await outside.statuses.observe('storm', { state: 'limited' });
    await pass(clock, 31_000);
    expect(bell.rings).toHaveLength(2);
    expect(told).toHaveLength(1);
  });

  it('works on before that where its agent does', async () => {
    const { overlord, bell, outside } = await limited('resets in 1 hour');
    await overlord.relay.send('storm', hello);
    await outside.statuses.observe('storm', { state: 'idle' });
    await settle();
    expect(bell.rings).toHaveLength(1);
  });
});

describe('an agent that asks its model anew after an error', () => {
  it('is in a turn: it is not typed to, and not unreachable [X7]', async () => {
    const { join, outside, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'retrying' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 60_000);
    expect(bell.rings).toEqual([]);
    expect(await overlord.relay.report('storm')).toMatchObject([
      { observed: { agent: 'retrying', unreachable: false } },
    ]);
  });
});
