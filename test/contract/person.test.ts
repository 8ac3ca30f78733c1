import { describe, expect, it } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Store } from '../../src/store/store.ts';
import { backends, seatOf, type Ground } from '../support/backends.ts';
import { deliverAll, everything, letter } from '../support/letters.ts';
import { waitFor } from '../support/wait-for.ts';

/** What a person needs of a store: mail to them, and looking without taking. */
describe.each(backends)('the person, on $name', ({ ground: makeGround, keepsMail }) => {
  async function open(): Promise<{ store: Store; ground: Ground }> {
    const ground = makeGround();
    const store = ground.open();
    await store.init(overlordFormation);
    return { store, ground };
  }
  const toPerson = (words: Parameters<typeof letter>[0] = {}) => letter({ to: HUMAN, ...words });
  const ids = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id);

  it('receives mail like a role, and nothing in the store raises a flag for it', async () => {
    const { store, ground } = await open();
    const sent = await store.mail.deliver(toPerson());
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);
    expect(await store.resumeMail(ground.history)).toBe(1);
    expect(await store.mail.listUnread(HUMAN)).toEqual([sent]);
    expect(await store.mail.countUnread(HUMAN)).toMatchObject({ count: 1 });
    expect(await store.mail.readFlag(HUMAN)).toBeUndefined();
  });

  it('looks in the order of handing over, takes nothing and changes nothing', async () => {
    const { store, ground } = await open();
    const [first, urgent, last] = await deliverAll(store, [
      letter({ to: 'storm' }),
      letter({ to: 'storm', priority: 'urgent' }),
      letter({ to: 'storm' }),
    ]);
    for (const one of [store, ground.open(), store]) {
      expect(await one.mail.listUnread('storm')).toEqual([urgent, first, last]);
    }
    expect(await store.mail.listUnread('shadow')).toEqual([]);
    const by = await store.seats.add('storm', seatOf(1));
    expect((await store.mail.collect('storm', by, everything)).messages).toHaveLength(3);
    expect(await store.mail.listUnread('storm')).toEqual([]);
    await store.mail.putBack('storm', by, 'cancelled', [last!.id]);
    expect(await store.mail.listUnread('storm')).toEqual([{ ...last, redelivered: 1 }]);
  });

  it('is shown no file that is no message, and the look leaves it in place', async () => {
    const { store, ground } = await open();
    const [first, second] = await deliverAll(store, [
      letter({ to: 'storm' }),
      letter({ to: 'storm', priority: 'urgent' }),
    ]);
    ground.spoil('storm');
    const before = ground.traces();
    for (const one of [store, ground.open(), store]) {
      expect(await one.mail.listUnread('storm')).toEqual([second, first]);
      expect(await one.mail.findMessage('storm', first!.id)).toEqual(first);
      expect(await one.mail.findMessage('storm', '0mwipiruo-fcv-i-zwogl9')).toBeUndefined();
    }
    expect(ground.traces()).toEqual(before);
    const by = await store.seats.add('storm', seatOf(1));
    const { messages } = await store.mail.collect('storm', by, everything);
    expect(messages).toEqual([second, first]);
    const { records } = await store.journal.read();
    const aside = records.filter(({ event }) => event === 'quarantined');
    expect(aside.length > 0).toBe(before.length > 0);
  });

  it('can read one message wherever it is, and no file that is no message', async () => {
    const { store } = await open();
    const sent = await store.mail.deliver(letter({ to: 'storm' }));
    expect(await store.mail.findMessage('storm', sent.id)).toEqual(sent);
    const by = await store.seats.add('storm', seatOf(1));
    await store.mail.collect('storm', by, everything);
    expect(await store.mail.findMessage('storm', sent.id)).toEqual(sent);
    await store.mail.putBack('storm', by, 'cancelled');
    expect(await store.mail.findMessage('storm', sent.id)).toEqual({ ...sent, redelivered: 1 });
    await store.mail.collect('storm', by, everything);
    expect(await store.mail.findMessage('storm', sent.id)).toEqual({ ...sent, redelivered: 1 });
    await store.mail.acknowledge('storm', by, [sent.id]);
    expect(await store.mail.findMessage('storm', sent.id)).toMatchObject({ body: sent.body });
    expect(await store.mail.findMessage('shadow', sent.id)).toBeUndefined();
    for (const id of ['', '../storm', 'msg_999', '0mwhwszfx-cbp-a-1xk5g55']) {
      expect(await store.mail.findMessage('storm', id)).toBeUndefined();
    }
  });

  it('has read what is filed: once, out of the inbox, with the evidence of it', async () => {
    const { store, ground } = await open();
    const [one, two, three] = await deliverAll(store, [toPerson(), toPerson(), toPerson()]);
    const { next } = await store.journal.read();
    expect(await store.mail.fileAsRead(HUMAN, [three!.id, one!.id, 'msg_777'])).toEqual([
      one!.id,
      three!.id,
    ]);
    expect(await ground.open().mail.listUnread(HUMAN)).toEqual([two]);
    expect(await store.mail.findMessage(HUMAN, one!.id)).toEqual(one);
    expect(await store.mail.fileAsRead(HUMAN, [one!.id])).toEqual([]);
    const { records } = await store.journal.read(next);
    const about = (id: string) => [
      expect.objectContaining({ event: 'fetched', id, to: HUMAN, incarnation: 'person' }),
      expect.objectContaining({ event: 'acknowledged', id, to: HUMAN }),
    ];
    expect(records).toEqual([...about(one!.id), ...about(three!.id)]);
    expect(await store.cleanUp(ground.history)).toMatchObject({ messages: keepsMail ? 0 : 3 });
  });

  it('cannot file a message that a relay holds', async () => {
    const { store } = await open();
    const sent = await store.mail.deliver(letter({ to: 'storm' }));
    const by = await store.seats.add('storm', seatOf(1));
    await store.mail.collect('storm', by, everything);
    expect(await store.mail.fileAsRead('storm', [sent.id])).toEqual([]);
    await store.mail.putBack('storm', by, 'cancelled');
    expect(ids(await store.mail.listUnread('storm'))).toEqual([sent.id]);
  });

  it('is notified of new mail by a watch of the inbox', async () => {
    const { store, ground } = await open();
    const heard = new Set<string>();
    const watch = store.watch(HUMAN, (what) => heard.add(what));
    await watch.rearm();
    await ground.open().mail.deliver(toPerson());
    await waitFor(() => heard.has('inbox'), 'the inbox');
    watch.close();
  });

  it('has each alert claimed by exactly one of many, as long as the army stands', async () => {
    const { store, ground } = await open();
    const others = Array.from({ length: 6 }, () => ground.open());
    const heard = new Set<string>();
    const watch = store.watch('shadow', (what) => heard.add(what));
    await watch.rearm();
    const claims = (key: string) => Promise.all(others.map((one) => one.alerts.claim(key)));
    expect((await claims('waits.storm.1')).filter(Boolean)).toHaveLength(1);
    expect((await claims('waits.storm.1')).filter(Boolean)).toHaveLength(0);
    expect((await claims('waits.storm.2')).filter(Boolean)).toHaveLength(1);
    expect((await store.alerts.listClaimed('waits.storm.')).toSorted()).toEqual(['1', '2']);
    expect(await store.alerts.listClaimed('died.')).toEqual([]);
    // The deputy shall look.
    await waitFor(() => heard.has('pending-of-others'), 'the claim to be heard of');
    watch.close();
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);
    expect(await store.alerts.claim('waits.storm.1')).toBe(true);
  });
});
