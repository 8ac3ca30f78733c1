import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { fileRelay } from '../support/faults-relay.ts';
import { everything } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

const HOUR = 60 * 60_000;
const note = (body: string) => ({ subject: 's', body, priority: 'normal' as const });

describe('a clock that goes back', () => {
  it('[R1 R10] does not change the order in which mail arrives', async () => {
    const clock = fakeClock();
    const { relay } = await fileRelay({ dir: join(tempDir(), 'relay'), role: 'overlord', clock });
    const start = clock.now();
    const ids: string[] = [];
    for (const [body, now] of [
      ['one', start],
      ['two', start - HOUR],
      ['three', start - HOUR],
      ['four', start - 24 * HOUR],
      ['five', start + 1],
    ] as const) {
      clock.setNow(now);
      ids.push((await relay.send('overlord', note(body))).id);
    }
    expect(ids).toEqual(ids.toSorted());
    const { messages } = await relay.check(everything);
    expect(messages.map(({ body }) => body)).toEqual(['one', 'two', 'three', 'four', 'five']);
    // The time on the letter is the clock's, right or wrong; only the order is ours.
    expect(messages[1]?.timestamp).toBe(new Date(start - HOUR).toISOString());
  });

  it('[R6 R10] leaves the relay that came last active, and its mail where it is', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    const alive = new Set([1, 2]);
    const isAlive = ({ pid }: { pid: number }): boolean => alive.has(pid);
    const first = await fileRelay({ dir, role: 'overlord', clock, pid: 1, isAlive });
    clock.setNow(clock.now() - 24 * HOUR);
    const second = await fileRelay({ dir, role: 'overlord', clock, pid: 2, isAlive });
    const seats = await second.store.seats.list('overlord');
    expect(seats.map(({ relay }) => relay.pid)).toEqual([1, 2]);
    await second.relay.send('overlord', note('mail'));
    await waitFor(async () => (await settle(), second.bell.rings.length === 1), 'the ring', 5_000);
    expect(first.bell.rings).toEqual([]);
    await second.relay.check(everything);
    expect(await second.store.mail.putBackDead('overlord')).toBe(0);
  });

  it('[R3] does not keep the ladder from being climbed, or make it hurry', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock();
    const { relay, bell } = await fileRelay({ dir, role: 'overlord', clock });
    await relay.send('overlord', note('mail'));
    await waitFor(async () => (await settle(), bell.rings.length === 1), 'the ring', 5_000);
    clock.setNow(clock.now() - HOUR);
    await pass(clock, 4_900);
    expect(bell.rings).toHaveLength(1);
    clock.setNow(clock.now() + 48 * HOUR);
    await pass(clock, 50);
    expect(bell.rings).toHaveLength(1);
    await pass(clock, 100);
    expect(bell.rings).toHaveLength(2);
  });

  it('[R7] does not make an agent busy for as long as it went back', async () => {
    const dir = join(tempDir(), 'relay');
    // Ages are told by the times of files, which are the machine's.
    const clock = fakeClock(Date.now());
    const { relay, bell, store } = await fileRelay({ dir, role: 'overlord', clock });
    await store.statuses.observe('overlord', { state: 'busy' });
    clock.setNow(clock.now() - 24 * HOUR);
    await relay.send('overlord', note('mail'));
    await pass(clock, 11 * 60_000);
    expect(bell.rings.length).toBeGreaterThan(0);
  });

  it('[relay.status-one.1] makes no age negative', async () => {
    const dir = join(tempDir(), 'relay');
    const clock = fakeClock(Date.now());
    const { relay } = await fileRelay({ dir, role: 'overlord', clock });
    await relay.send('overlord', note('mail'));
    clock.setNow(clock.now() - HOUR);
    const [report] = await relay.report('overlord');
    expect(report?.observed).toMatchObject({
      unread: 1,
      oldest_unread_seconds: 0,
      unreachable: false,
    });
  });
});
