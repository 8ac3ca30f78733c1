import { describe, expect, it, onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import { ritualDelayMs } from '../../src/relay/ring-delay.ts';
import { watchInboxes } from '../../src/relay/watch.ts';
import type { Store } from '../../src/store/store.ts';
import { memoryArmy, pass, recordingDoorbell } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { seatOf } from '../support/backends.ts';
import { letter } from '../support/letters.ts';

/** A relay takes that many messages out of storm's inbox. */
async function read({ seats, mail }: Store, count: number): Promise<void> {
  const by = await seats.add('storm', seatOf(1));
  let room = count;
  const { messages } = await mail.collect('storm', by, () => room-- > 0);
  expect(messages).toHaveLength(count);
  await mail.acknowledge(
    'storm',
    by,
    messages.map(({ id }) => id),
  );
  await seats.remove('storm', by);
}

const ROLES = overlordFormation.roles.map(({ role }) => role);

/** An army whose agents have no relay, and an `ovld watch` of its inboxes. */
async function watched({ deaf } = { deaf: false }) {
  const army = memoryArmy();
  const { outside, clock } = army;
  await outside.init(overlordFormation);
  const silence = { rearm: async () => undefined, hearing: false, close: () => undefined };
  const store = deaf ? { ...outside, watch: () => silence } : outside;
  const bells = new Map(ROLES.map((role) => [role, recordingDoorbell('typed')]));
  const ending = new AbortController();
  const bell = (role: string) => bells.get(role) ?? recordingDoorbell();
  const begin = () => {
    const over = watchInboxes({
      store,
      clock,
      roles: ROLES,
      nudgeText: en.nudge,
      doorbellsFor: async (role) => [bell(role)],
      ringDelayMs: (role) => ritualDelayMs({ store, clock, formation: overlordFormation }, role),
      isScreenIdle: async () => true,
      log: (line) => army.logged.push(line),
      signal: ending.signal,
    });
    onTestFinished(() => ending.abort());
    return over;
  };
  const rings = (role: string): number => bell(role).rings.length;
  const send = (to: string) => outside.mail.deliver(letter({ to }));
  return { ...army, begin, bell, rings, send, ending };
}

describe('watched inboxes', () => {
  it('of a role whose ritual is on its way are not rung for before it', async () => {
    const { begin, send, rings, clock, outside } = await watched();
    const at = new Date(clock.now()).toISOString();
    await outside.statuses.noteRitual('storm', { state: 'due', at });
    await send('storm');
    void begin();
    await pass(clock, 10_000);
    expect(rings('storm')).toBe(0);
    await outside.statuses.noteRitual('storm', { state: 'given', at });
    await pass(clock, 2_000);
    expect(rings('storm')).toBe(1);
  });

  it('are rung for after the ritual also when a relay was lost: `watch` cannot restore it', async () => {
    const { begin, send, rings, clock, outside, join } = await watched();
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    (await join('storm', { agent })).die();
    const at = new Date(clock.now()).toISOString();
    await outside.statuses.noteRitual('storm', { state: 'due', at });
    await send('storm');
    void begin();
    await pass(clock, 10_000);
    expect(rings('storm')).toBe(0);
  });

  it('are scanned at the start, and every role with mail gets a nudge [bastion.flow.3]', async () => {
    const { begin, send, rings, clock } = await watched();
    for (const role of ROLES) await send(role);
    void begin();
    await pass(clock, 10);
    expect(ROLES.map(rings)).toEqual(ROLES.map(() => 1));
  });

  it('get one nudge for a burst, and another for what comes later [bastion.zero-polling.1]', async () => {
    const { begin, send, rings, clock } = await watched();
    void begin();
    await pass(clock, 10);
    for (let i = 0; i < 5; i += 1) await send('storm');
    await pass(clock, 1000);
    expect(rings('storm')).toBe(1);
    // The ladder has a long pause by now: what comes does not wait for it.
    await pass(clock, 60_000);
    await pass(clock, 10_000);
    const before = rings('storm');
    await send('storm');
    await pass(clock, 1000);
    expect(rings('storm')).toBe(before + 1);
    expect(rings('shadow')).toBe(0);
  });

  it('are looked at more often where changes cannot be watched [N2]', async () => {
    const { begin, send, rings, clock } = await watched({ deaf: true });
    void begin();
    await pass(clock, 10);
    await send('storm');
    await pass(clock, 6_000);
    expect(rings('storm')).toBe(1);
  });

  it('cause no ring when an entry is only marked as read', async () => {
    const { begin, send, rings, clock, outside } = await watched();
    await send('storm');
    await send('storm');
    void begin();
    await pass(clock, 10);
    await read(outside, 1);
    await pass(clock, 1000);
    await read(outside, 1);
    await pass(clock, 1000);
    expect(rings('storm')).toBe(1);
  });

  it('are rung for up the ladder until the mail is read', async () => {
    const { begin, send, rings, clock, outside } = await watched();
    void begin();
    await pass(clock, 10);
    await send('storm');
    await pass(clock, 20_000);
    expect(rings('storm')).toBe(3);
    await read(outside, 1);
    await pass(clock, 300_000);
    expect(rings('storm')).toBe(3);
    expect(await outside.mail.readFlag('storm')).toBeUndefined();
  });

  it('are left to the role’s own relay where that lives', async () => {
    const { begin, send, rings, clock, join } = await watched();
    const { bell: own } = await join('shadow');
    void begin();
    await pass(clock, 10);
    await send('storm');
    await send('shadow');
    await pass(clock, 1000);
    expect([rings('storm'), rings('shadow'), own.rings.length]).toEqual([1, 0, 1]);
  });

  it('are watched until it is stopped, or the army is gone', async () => {
    const one = await watched();
    const stopped = one.begin();
    await settle();
    one.ending.abort();
    expect(await stopped).toBe('stopped');
    const two = await watched();
    const dismissed = two.begin();
    await settle();
    await two.outside.cleanUp('history');
    await pass(two.clock, 31_000);
    expect(await dismissed).toBe('dismissed');
  });
});
