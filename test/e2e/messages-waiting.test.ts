import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { seatedPane, personOf, seats } from '../support/person.ts';
import { isRead, journal, nudgesTyped, post, readBy } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** What another role is told of it. */
async function lastRing(world: ArmyWorld, role: string): Promise<unknown> {
  const { data } = await world.tell('overlord', {
    do: 'call',
    tool: 'get_status',
    arguments: { role },
  });
  const { statuses } = data as { statuses: { observed: { last_ring?: object } }[] };
  return statuses[0]?.observed.last_ring;
}

async function expectToWait(world: ArmyWorld, role: string, code: string): Promise<void> {
  const refused = (): boolean =>
    journal(world).some((one) => one.to === role && one.event === 'ring_failed');
  await waitFor(refused, `a ring for ${role} to be refused`);
  expect(await lastRing(world, role)).toMatchObject({ by: expect.any(String), outcome: code });
  expect((await seats(world)).get(role)).toMatchObject({
    waits_behind: code,
    observed: { unread: 1 },
  });
}

const RECONNECT = '\u001b[200~/mcp reconnect ovld-relay\u001b[201~\r';

describe.each(muxKinds)('mail that waits, on %s', (kind) => {
  // [C1 C2 C12]
  it('behind a draft, a dialog or a lost relay is reported, types over nothing, and is then read', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const person = personOf(world);
    await world.summon('--no-rituals');
    await world.tell('storm', { do: 'draft', text: 'half a sent' });
    await world.tell('glacier', { do: 'dialog', id: 'gate' });
    await world.tell('shadow', { do: 'draft', text: 'half a word' });
    await world.tell('shadow', { do: 'kill-relay' });
    const [draft, dialog, lost] = [
      await post(world, 'strategist', { to: 'storm' }),
      await post(world, 'strategist', { to: 'glacier' }),
      await post(world, 'strategist', { to: 'shadow' }),
    ];
    // The keeper of a lost relay rings as well.
    for (const { wake } of [draft, dialog, lost]) expect(['ringing', 'coalesced']).toContain(wake);
    await expectToWait(world, 'storm', 'draft_present');
    await expectToWait(world, 'glacier', 'dialog_open');
    await expectToWait(world, 'shadow', 'draft_present');
    const { stdout } = await world.ovld(['status']);
    expect(stdout).toContain('a dialog is open in its pane');
    expect(stdout).toContain('a person is typing in its pane');
    for (const role of ['storm', 'glacier', 'shadow']) expect(world.typed(role)).toBe('');
    expect(await world.tell('storm', { do: 'look' })).toMatchObject({ draft: 'half a sent' });

    await world.tell('storm', { do: 'draft', text: '' });
    await world.tell('shadow', { do: 'draft', text: '' });
    await person.pressesEscape(seatedPane(await seats(world), 'glacier'));
    await isRead(world, 'storm', draft.id);
    await isRead(world, 'glacier', dialog.id);
    await isRead(world, 'shadow', lost.id);
    expect(nudgesTyped(world, 'storm')).toHaveLength(1);
    expect(world.typed('glacier')).toMatch(/^\u001b\u001b\[200~/);
    expect(nudgesTyped(world, 'glacier', world.typed('glacier').slice(1))).toHaveLength(1);
    expect(world.record('glacier').filter(({ event }) => event === 'action')).toEqual([]);
    expect(world.typed('shadow').startsWith(RECONNECT)).toBe(true);
    expect(
      nudgesTyped(world, 'shadow', world.typed('shadow').slice(RECONNECT.length)),
    ).toHaveLength(1);
    expect(journal(world)).toContainEqual(
      expect.objectContaining({ event: 'rung', to: 'shadow', by: 'reconnect', as: 'keeper' }),
    );
    expect((await seats(world)).get('shadow')?.observed).toMatchObject({
      relay: 'alive',
      unread: 0,
    });
  });

  it('for an agent without hooks waits for the end of its turn, and then one nudge is typed', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, { agentArgs: ['--no-state'] });
    await world.summon('--no-rituals');
    await world.tell('storm', { do: 'busy', ms: 10_000 });
    const { id } = await post(world, 'overlord', { to: 'storm' });
    await expectToWait(world, 'storm', 'agent_busy');
    await isRead(world, 'storm', id);
    await waitFor(
      () => world.tell('storm', { do: 'look' }).then(({ busy }) => busy === false),
      'rest',
    );
    expect(nudgesTyped(world, 'storm')).toHaveLength(1);
    // Not a byte while the turn ran, not even one that is only queued.
    const record = world.record('storm');
    const rested = record.findIndex(({ event }) => event === 'rest');
    const typedAt = record.findIndex(({ raw }) => raw !== undefined);
    expect(rested).toBeGreaterThanOrEqual(0);
    expect(typedAt).toBeGreaterThan(rested);
    expect(world.submissions('storm')).toHaveLength(1);
    expect(readBy(world, 'storm')).toEqual([id]);
  });
});
