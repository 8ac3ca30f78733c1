import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Store } from '../../src/store/store.ts';
import { backends, seatOf, type Ground } from '../support/backends.ts';
import { deliverAll, everything, letter } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';

/** How mail outlives its army, for every backend: saved in history and taken back, or kept where it is. */
describe.each(backends)('an army that goes, on $name', ({ ground: makeGround, keepsMail }) => {
  async function open(clock = fakeClock()): Promise<{ store: Store; ground: Ground }> {
    const ground = makeGround(clock);
    const store = ground.open();
    await store.init(overlordFormation);
    return { store, ground };
  }
  const ids = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id);

  it('goes away in one step with all its mail saved [R13]', async () => {
    const { store, ground } = await open();
    for (const to of ['strategist', 'storm', 'storm']) await store.mail.deliver(letter({ to }));
    const by = await store.seats.add('storm', seatOf(1));
    let one = 1;
    const { messages } = await store.mail.collect('storm', by, () => one-- > 0);
    await store.mail.acknowledge('storm', by, ids(messages));
    const saved = keepsMail ? { messages: 0, path: undefined } : { messages: 3 };
    expect(await store.cleanUp(ground.history)).toMatchObject(saved);
    expect(await store.isPresent()).toBe(false);
    await expect(store.mail.deliver(letter())).rejects.toMatchObject({ code: 'store_gone' });
    expect(await store.isPresent()).toBe(false);
    await expect(store.mail.collect('storm', by, everything)).rejects.toMatchObject({
      code: 'store_gone',
    });
    expect(await store.cleanUp(ground.history)).toEqual({ messages: 0, path: undefined });
  });

  it('takes back unread mail of the newest dismissed army, in its order, and flags it', async () => {
    const { store, ground } = await open();
    const older = await store.mail.deliver(letter({ to: 'storm' }));
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);
    // Only the newest army's is taken back; what stays in the project is for every later army.
    let first = 1;
    const past = await store.seats.add('storm', seatOf(3));
    const page = await store.mail.collect('storm', past, () => first-- > 0);
    expect(ids(page.messages)).toEqual(keepsMail ? [older.id] : []);
    await store.mail.acknowledge('storm', past, [older.id]);
    const read = await store.mail.deliver(letter({ to: 'storm' }));
    const by = await store.seats.add('storm', seatOf(1));
    await store.mail.collect('storm', by, everything);
    await store.mail.acknowledge('storm', by, [read.id]);
    const held = await store.mail.deliver(letter({ to: 'storm' }));
    await store.mail.collect('storm', by, everything);
    const [waiting, urgent] = await deliverAll(store, [
      letter({ to: 'storm' }),
      letter({ to: 'storm', priority: 'urgent' }),
    ]);
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);

    expect(await store.resumeMail(ground.history)).toBe(3);
    expect(await store.mail.readFlag('storm')).toBeDefined();
    expect(await store.mail.readFlag('strategist')).toBeUndefined();
    const next = await store.seats.add('storm', seatOf(2));
    const { messages } = await store.mail.collect('storm', next, everything);
    expect(messages).toEqual([urgent, { ...held, redelivered: 1 }, waiting]);
    expect(await store.resumeMail(ground.history)).toBe(0);
  });

  it('leaves in history what is for a role it does not have, and takes nothing from nowhere', async () => {
    const { store, ground } = await open();
    expect(await store.resumeMail(ground.history)).toBe(0);
    for (const to of ['storm', 'shadow']) await store.mail.deliver(letter({ to }));
    await store.cleanUp(ground.history);
    await store.init(formationSchema.parse({ name: 'one', roles: [{ role: 'shadow' }] }));
    expect(await store.resumeMail(ground.history)).toBe(1);
    await store.init(overlordFormation);
    expect(await store.mail.hasUnread('storm')).toBe(keepsMail);
    // What stays in the project is found again by the next relay of the role, resumed or not.
    expect(await store.resumeMail(ground.history)).toBe(keepsMail ? 2 : 1);
    expect(await store.mail.countUnread('storm')).toMatchObject({ count: 1 });
  });

  it('is made up for when the next army starts without a clean-up: the mail in hand is put back [R10]', async () => {
    const { store, ground } = await open();
    const held = await store.mail.deliver(letter());
    const by = await store.seats.add('strategist', seatOf(1));
    await store.mail.collect('strategist', by, everything);
    const waiting = await store.mail.deliver(letter());
    ground.kill(1);
    const next = ground.open();
    await next.init(overlordFormation);
    expect(await next.resumeMail(ground.history)).toBe(keepsMail ? 2 : 0);
    const newcomer = await next.seats.add('strategist', seatOf(2));
    await next.mail.putBackDead('strategist');
    const { messages } = await next.mail.collect('strategist', newcomer, everything);
    expect(messages).toEqual([{ ...held, redelivered: 1 }, waiting]);
  });

  it('marks what the army that is gone had handed over, resumed or not [R10 R11]', async () => {
    if (!keepsMail)
      return expect(keepsMail, 'mail in history stays there unless resumed').toBe(false);
    const { store, ground } = await open();
    const [held, twice, waiting] = await deliverAll(store, [letter(), letter(), letter()]);
    const by = await store.seats.add('strategist', seatOf(1));
    await store.mail.collect('strategist', by, ({ id }) => id !== waiting!.id);
    await store.mail.putBack('strategist', by, 'cancelled', [twice!.id]);
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);
    const next = await store.seats.add('strategist', seatOf(2));
    const { messages } = await store.mail.collect('strategist', next, everything);
    const marked = [held, twice].map((message) => ({ ...message, redelivered: 1 }));
    expect(messages).toEqual([...marked, waiting]);
  });
});
