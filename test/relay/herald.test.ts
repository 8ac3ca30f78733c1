import { describe, expect, it } from 'vitest';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { everything } from '../support/letters.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };

describe('the herald', () => {
  // [R3 design.goal-no-duplicates.1 design.d4-pending.4 design.d3-no-polling.2]
  // [relay.send-message.2]
  it('rings at once, once for a burst, and names the sender', async () => {
    const { join } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('strategist');
    const wakes = [];
    for (let i = 0; i < 5; i += 1)
      wakes.push((await overlord.relay.send('strategist', hello)).wake);
    await settle();
    // Whether the sender or the recipient's relay raised the flag is a race; the rest is not.
    expect(wakes.slice(1)).toEqual(['coalesced', 'coalesced', 'coalesced', 'coalesced']);
    expect(bell.rings).toHaveLength(1);
    expect(bell.rings[0]?.text).toMatch(
      /^\[MESSAGE from overlord\] .*check_inbox.* \(#[0-9a-z.]+\)$/,
    );
    expect(overlord.bell.rings).toHaveLength(0);
  });

  it('leaves its first look until others had their turn, and comes before what they ask for [R10]', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    const before = await join('storm');
    await overlord.relay.send('storm', hello);
    await before.relay.check(everything);
    before.die();
    let goOn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (goOn = resolve));
    const { relay } = await join('storm', {}, { letOthersRun: () => turn });
    const asked = relay.check(everything);
    await settle();
    expect(await outside.mail.hasUnread('storm')).toBe(false);
    goOn();
    expect((await asked).messages).toMatchObject([{ subject: 'hello', redelivered: 1 }]);
  });

  it('never lets a word of a message into the nudge [R3 design.goal-tokens.1]', async () => {
    const { join } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await overlord.relay.send('storm', {
      subject: 'rm -rf',
      body: '\u001b[201~evil\r',
      priority: 'urgent',
    });
    await settle();
    expect(bell.rings[0]?.text).not.toMatch(/rm -rf|evil|\u001b|\r|\n/);
    expect(bell.rings[0]?.text.length).toBeLessThan(120);
  });

  it('rings again after 5 s, backing off to 2 min, each time with a fresh mark [R3]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('strategist');
    await overlord.relay.send('strategist', hello);
    const times: number[] = [];
    let seen = 0;
    for (let second = 0; second <= 520; second += 1) {
      await settle();
      if (bell.rings.length > seen) times.push(second);
      seen = bell.rings.length;
      clock.advance(1000);
    }
    const gaps = times.map((time, i) => time - (times[i - 1] ?? 0));
    expect(gaps).toEqual([0, 5, 10, 20, 40, 80, 120, 120, 120]);
    expect(new Set(bell.rings.map(({ text }) => text)).size).toBe(bell.rings.length);
  });

  it('stops when the inbox was collected, and rings anew for the next message [R3 design.d4-pending.3]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('strategist');
    await overlord.relay.send('strategist', hello);
    await settle();
    await relay.check(everything);
    await pass(clock, 600_000);
    expect(bell.rings).toHaveLength(1);
    await overlord.relay.send('strategist', hello);
    await settle();
    expect(bell.rings).toHaveLength(2);
  });

  it('rings at its start for mail that was waiting [R3]', async () => {
    const { join } = memoryArmy();
    const overlord = await join('overlord');
    expect((await overlord.relay.send('storm', hello)).wake).toEqual({ failed: 'no_mux' });
    const { bell } = await join('storm');
    await settle();
    expect(bell.rings).toHaveLength(1);
  });

  it('finds mail on its tick when no change was heard [R3 N2]', async () => {
    const { join, clock, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    shared.watchers.clear();
    await overlord.relay.send('storm', hello);
    await pass(clock, 29_000);
    expect(bell.rings).toHaveLength(0);
    await pass(clock, 2000);
    expect(bell.rings).toHaveLength(1);
  });

  it('leaves the flag up after a failed ring and climbs to the next doorbell [R2]', async () => {
    const { join, clock, outside, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'ring_failed' });
    await overlord.relay.send('storm', hello);
    await settle();
    const flag = await outside.mail.readFlag('storm');
    expect(flag).toBeDefined();
    await pass(clock, 16_000);
    expect(bell.rings).toHaveLength(3);
    expect(await outside.mail.readFlag('storm')).toEqual(flag);
    expect(shared.journal).toContainEqual(
      expect.objectContaining({
        event: 'ring_failed',
        to: 'storm',
        by: 'native',
        code: 'ring_failed',
      }),
    );
  });

  it('counts a doorbell that throws or hangs as a failed ring, and check_inbox waits 3 s at most [R4]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('storm');
    bell.answer = () => new Promise(() => undefined);
    await overlord.relay.send('storm', hello);
    await settle();
    let handed = 0;
    void relay.check(everything).then(({ messages }) => (handed = messages.length));
    await pass(clock, 2900);
    expect(handed).toBe(0);
    await pass(clock, 200);
    expect(handed).toBe(1);
    bell.answer = () => Promise.reject(new Error('broken'));
    await overlord.relay.send('storm', hello);
    await settle();
    expect(bell.rings).toHaveLength(2);
  });

  it('takes down a flag that stands over an empty inbox [R5]', async () => {
    const { join, outside } = memoryArmy();
    const { bell } = await join('storm');
    await outside.mail.raiseFlag('storm');
    await settle();
    expect(await outside.mail.readFlag('storm')).toBeUndefined();
    expect(bell.rings).toHaveLength(0);
  });

  it('reports after ten minutes that the role does not answer, and names what failed', async () => {
    const { join, clock, shared, logged } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    bell.answer = async () => ({ sent: false, code: 'dialog_open' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 590_000);
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toHaveLength(0);
    expect((await overlord.relay.report('storm'))[0]?.observed.unreachable).toBe(false);
    await pass(clock, 600_000);
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toEqual([
      expect.objectContaining({ to: 'storm', failed: ['dialog_open'] }),
    ]);
    expect(logged.join('\n')).toContain('storm has not answered for 10 minutes (dialog_open)');
    expect((await overlord.relay.report('storm'))[0]?.observed.unreachable).toBe(true);
  });

  it('waits for its tick and nothing else while it is idle [design.d3-no-polling.1]', async () => {
    const { join, clock } = memoryArmy();
    const { bell } = await join('storm');
    await pass(clock, 300_000);
    expect(clock.pending()).toHaveLength(1);
    expect(clock.pending()[0]).toBeGreaterThan(0);
    clock.advance(clock.pending()[0] ?? 0);
    await settle();
    expect(clock.pending()).toEqual([30_000]);
    expect(bell.rings).toHaveLength(0);
  });

  it('stops ringing when the store is taken away, says so once, and comes back with it [R13 N1]', async () => {
    const { join, clock, outside, logged, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('storm');
    await overlord.relay.send('storm', hello);
    await settle();
    await outside.cleanUp('history');
    await pass(clock, 200_000);
    const rings = bell.rings.length;
    await pass(clock, 600_000);
    expect(bell.rings).toHaveLength(rings);
    expect(logged.filter((line) => line.includes('is gone'))).toHaveLength(2);
    await expect(relay.check(everything)).rejects.toMatchObject({ code: 'store_gone' });
    await outside.init(relay.formation);
    await pass(clock, 31_000);
    expect(shared.desks?.get('storm')?.seats.size).toBe(1);
    await overlord.relay.send('storm', hello);
    await settle();
    expect(bell.rings).toHaveLength(rings + 1);
  });
});

describe('two relays of one role', () => {
  it('are rung by the newest; the older one waits longer [R6]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const older = await join('storm');
    const newer = await join('storm');
    await overlord.relay.send('storm', hello);
    await pass(clock, 40_000);
    expect(newer.bell.rings.length).toBeGreaterThanOrEqual(3);
    expect(older.bell.rings).toHaveLength(0);
    await pass(clock, 10_000);
    expect(older.bell.rings).toHaveLength(1);
  });

  it('are rung by the older one when the newer one dies [R6]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const older = await join('storm');
    const newer = await join('storm');
    newer.die();
    await overlord.relay.send('storm', hello);
    await pass(clock, 1000);
    expect(older.bell.rings).toHaveLength(1);
    expect(newer.bell.rings).toHaveLength(0);
  });
});

describe('a busy agent', () => {
  it('is not rung while its lease lasts, and at once when it is idle again [R7]', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 240_000);
    expect(bell.rings).toHaveLength(0);
    expect(await outside.mail.readFlag('storm')).toBeDefined();
    await outside.statuses.observe('storm', { state: 'idle' });
    await settle();
    expect(bell.rings).toHaveLength(1);
  });

  it('is rung when its lease runs out: Esc runs no hook at the end of the turn [R7]', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.statuses.observe('storm', { state: 'busy' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 599_000);
    expect(bell.rings).toHaveLength(0);
    await pass(clock, 2000);
    expect(bell.rings).toHaveLength(1);
    expect((await overlord.relay.report('storm'))[0]?.observed.agent).toBe('unknown');
  });

  it('is not called unreachable for the time it was busy', async () => {
    const { join, clock, outside, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await overlord.relay.send('storm', hello);
    for (let minute = 0; minute < 12; minute += 1) {
      await outside.statuses.observe('storm', { state: 'busy' });
      await pass(clock, 60_000);
    }
    expect((await overlord.relay.report('storm'))[0]?.observed).toMatchObject({
      agent: 'busy',
      unreachable: false,
    });
    await outside.statuses.observe('storm', { state: 'idle' });
    await settle();
    expect(bell.rings.length).toBeGreaterThan(0);
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toEqual([]);
  });

  it('has its state read only after the flag is up [R7]', async () => {
    const { join, shared, outside } = memoryArmy();
    await join('storm');
    const order: string[] = [];
    const desk = shared.desks?.get('storm');
    if (desk === undefined) throw new Error('no desk');
    shared.desks?.set(
      'storm',
      new Proxy(desk, {
        get: (target, key) => {
          if (key === 'observed')
            order.push(target.flag === undefined ? 'state' : 'state after flag');
          return Reflect.get(target, key);
        },
      }),
    );
    await outside.mail.deliver({ from: 'overlord', to: 'storm', ...hello });
    await settle();
    expect(order.length).toBeGreaterThan(0);
    expect(new Set(order)).toEqual(new Set(['state after flag']));
  });
});

describe('a message that a relay could not put back', () => {
  it('comes back on the tick [R12]', async () => {
    const { join, clock, outside, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { relay } = await join('storm');
    await overlord.relay.send('storm', hello);
    const handover = await relay.check(everything);
    const desk = shared.desks?.get('storm');
    shared.desks?.delete('storm');
    await expect(handover.putBack()).rejects.toThrow();
    if (desk !== undefined) shared.desks?.set('storm', desk);
    await pass(clock, 31_000);
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
  });
});

describe('mail that a reply left in the inbox', () => {
  it('counts as rung by the reply, and is rung for when no call follows [R9]', async () => {
    const { join, clock, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('storm');
    for (let i = 0; i < 3; i += 1) await overlord.relay.send('storm', hello);
    await settle();
    expect(bell.rings).toHaveLength(1);
    let one = 1;
    const { remaining } = await relay.check(() => one-- > 0);
    expect(remaining).toBe(2);
    expect(await outside.mail.readFlag('storm')).toBeDefined();
    await pass(clock, 4000);
    expect(bell.rings).toHaveLength(1);
    await pass(clock, 2000);
    expect(bell.rings).toHaveLength(2);
  });
});
