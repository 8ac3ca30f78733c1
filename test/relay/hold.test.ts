import { describe, expect, it } from 'vitest';
import { holdRoles, releaseRoles } from '../../src/summon/holds.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const ROLES = rolesOf(overlordFormation);

describe('a role a person holds', () => {
  it('is not rung, its mail is stored, and its sender is told', async () => {
    const { join, outside, clock, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await holdRoles(outside, ['storm']);
    expect(await overlord.relay.send('storm', hello)).toEqual({
      id: expect.any(String),
      delivered: true,
      wake: { failed: 'held' },
    });
    await pass(clock, 20 * 60_000);
    expect(bell.rings).toEqual([]);
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
    expect(shared.journal).toContainEqual({ event: 'held', to: 'storm', by: 'person' });
    // No ring was tried: it is no wonder that it did not answer.
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toEqual([]);
    expect(await overlord.relay.report('storm')).toMatchObject([
      { observed: { unreachable: false, held: [{ by: 'person', since: expect.any(String) }] } },
    ]);
  });

  it('is rung at once when it is released', async () => {
    const { join, outside, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await overlord.relay.send('storm', hello);
    await settle();
    await holdRoles(outside, ['storm']);
    await overlord.relay.send('storm', hello);
    expect(await releaseRoles(outside, ROLES, ['storm'])).toEqual(['storm']);
    await settle();
    expect(bell.rings).toHaveLength(2);
    expect(shared.journal).toContainEqual({ event: 'released', to: 'storm' });
  });

  it('leaves other roles unheld', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('shadow');
    await holdRoles(outside, ['storm']);
    await overlord.relay.send('shadow', hello);
    await settle();
    expect(bell.rings).toHaveLength(1);
  });

  it('is not rung by the deputy either, until it is released [R8]', async () => {
    const { join, outside, clock, shared } = memoryArmy();
    const glacier = await join('glacier');
    const storm = await join('storm');
    storm.die();
    await holdRoles(outside, ['storm']);
    expect((await glacier.relay.send('storm', hello)).wake).toEqual({ failed: 'held' });
    await pass(clock, 120_000);
    const tried = () => shared.journal.filter(({ event }) => /^(rung|ring_failed)$/.test(event));
    expect(tried()).toEqual([]);
    await releaseRoles(outside, ROLES, undefined);
    // Its pauses: to leave a living relay alone, then before its first ring.
    await pass(clock, 5_500);
    expect(tried()).toMatchObject([{ event: 'ring_failed', to: 'storm' }]);
  });
});
