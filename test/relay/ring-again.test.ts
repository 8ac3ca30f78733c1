import { describe, expect, it } from 'vitest';
import { ringAgain } from '../../src/relay/ring-again.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { everything } from '../support/letters.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };

describe('ringing again', () => {
  it('rings at once for unread mail with a new flag, wherever the ladder was [R3]', async () => {
    const { join, outside, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { bell, relay } = await join('storm');
    await overlord.relay.send('storm', hello);
    await settle();
    expect(bell.rings).toHaveLength(1);
    expect(await ringAgain(outside.mail, 'storm')).toBe(true);
    await settle();
    expect(bell.rings).toHaveLength(2);
    expect(new Set(bell.rings.map(({ mark }) => mark)).size).toBe(2);
    // The ladder begins anew: nothing comes before its first pause.
    await settle();
    expect(bell.rings).toHaveLength(2);
    const { messages } = await relay.check(everything);
    expect(messages).toHaveLength(1);
    await pass(clock, 60_000);
    expect(bell.rings).toHaveLength(2);
  });

  it('does nothing when no mail is unread', async () => {
    const { join, outside, shared } = memoryArmy();
    const { bell } = await join('storm');
    expect(await ringAgain(outside.mail, 'storm')).toBe(false);
    await settle();
    expect([bell.rings, await outside.mail.readFlag('storm'), shared.journal]).toEqual([
      [],
      undefined,
      [],
    ]);
  });

  it.for(['cut off between the two', 'the inbox is emptied between the two'] as const)(
    'that is %s loses no wake and leaves none over [R2 R5]',
    async (what) => {
      const { join, outside } = memoryArmy();
      const overlord = await join('overlord');
      const { bell, relay } = await join('storm');
      await overlord.relay.send('storm', hello);
      await settle();
      const between = {
        ...outside.mail,
        async clearFlag(role: string) {
          await outside.mail.clearFlag(role);
          if (what === 'cut off between the two') throw new Error('killed');
          expect((await relay.check(everything)).messages).toHaveLength(1);
        },
      };
      await ringAgain(between, 'storm').catch(() => undefined);
      await settle();
      const cut = what === 'cut off between the two';
      if (cut) expect(bell.rings).toHaveLength(2);
      expect((await outside.mail.readFlag('storm')) !== undefined).toBe(cut);
    },
  );

  it('for a held role rings nothing', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await outside.holds.set('storm', 'person');
    await overlord.relay.send('storm', hello);
    expect(await ringAgain(outside.mail, 'storm')).toBe(true);
    await settle();
    expect(bell.rings).toEqual([]);
  });
});
