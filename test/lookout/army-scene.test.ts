import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { armyScene } from '../../src/lookout/army-scene.ts';
import { CannotType, type Mux, type Pane } from '../../src/mux/mux.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import type { ArmyRecord } from '../../src/store/store.ts';

const record: ArmyRecord = {
  session: 'overlord',
  folder: '/castle',
  formation: 'overlord',
  mux: 'tmux',
  life: 'one',
  relayDir: '/relay',
  startedAt: '2026-11-16T12:00:00.000Z',
};

const pane = (role: string, more: Partial<Pane> = {}): Pane => ({
  id: `%${role}`,
  title: role,
  role,
  alive: true,
  ...more,
});

interface Given {
  panes?: Pane[];
  mux?: Partial<Mux>;
  agent?: Partial<Agent>;
  armies?: ArmyRecord[];
}

async function scene({ panes = [pane('storm')], mux, agent, armies = [record] }: Given = {}) {
  const store = openMemoryStore(sharedMemory());
  await store.init(overlordFormation);
  const calls: string[] = [];
  const seen = { lines: ['Do you want to proceed?'], copyMode: false };
  const parts = {
    armies: {
      list: async () => armies,
      add: async () => undefined,
      remove: async () => undefined,
    },
    openAgent: async () => ({ ...mockAgent, asks: () => 'permission' as const, ...agent }),
    processes: { ofArmy: async () => [], bootedAt: () => 0 } as never,
    calm: async () => void calls.push('calm'),
  };
  const fake = {
    panes: async () => panes,
    screen: async (id: string) => (calls.push(`screen ${id}`), seen),
    show: async (id: string) => void calls.push(`show ${id}`),
    sight: async () => (calls.push('sight'), { state: 'live', life: 'one', panes }),
    ...mux,
  } as Mux;
  const made = armyScene(parts, { store, formation: overlordFormation, mux: fake, record });
  return { made, calls };
}

describe('the scene of an army', () => {
  it('reads what a role asks by one look at its pane', async () => {
    const { made, calls } = await scene();
    expect(await made.readQuestion('storm')).toBe('permission');
    expect(calls).toEqual(['screen %storm']);
  });

  it.for([
    ['without a pane', []],
    ['with a dead pane', [pane('storm', { alive: false })]],
    ['with a hidden pane', [pane('storm', { hidden: true })]],
  ] as const)('a role %s asks nothing', async ([, panes]) => {
    const { made, calls } = await scene({ panes: [...panes] });
    expect([await made.readQuestion('storm'), calls]).toEqual([undefined, []]);
  });

  it('shows a pane, even one whose program has ended', async () => {
    const { made, calls } = await scene({ panes: [pane('storm', { alive: false })] });
    await made.show('storm');
    expect(calls).toEqual(['show %storm']);
  });

  it.for([
    ['no_pane', 'pane_gone'],
    ['pane_hidden', 'pane_hidden'],
    ['no_client', 'no_terminal_attached'],
  ] as const)('reports %s as %s', async ([why, code]) => {
    const { made } = await scene({ mux: { show: () => Promise.reject(new CannotType(why)) } });
    await expect(made.show('storm')).rejects.toMatchObject({ name: 'OvldError', code });
  });

  it('says which role has no pane, and when there is no session', async () => {
    await expect((await scene()).made.show('shadow')).rejects.toMatchObject({ code: 'pane_gone' });
    const { made } = await scene({ panes: [] });
    await expect(made.show('storm')).rejects.toMatchObject({ code: 'army_not_live' });
  });

  it('looks for its session while no army is being started, and knows its own life', async () => {
    const { made, calls } = await scene();
    expect([await made.isLive(), calls]).toEqual([true, ['calm', 'sight']]);
    const another = { state: 'live', life: 'two', panes: [] } as const;
    const foreign = await scene({ mux: { sight: async () => another } });
    expect(await foreign.made.isLive()).toBe(false);
  });

  it('counts as standing while its record exists, and not when another army has its name', async () => {
    expect(await (await scene()).made.isOurs()).toBe(true);
    expect(await (await scene({ armies: [] })).made.isOurs()).toBe(false);
    const later = { ...record, startedAt: '2026-11-16T13:00:00.000Z' };
    expect(await (await scene({ armies: [later] })).made.isOurs()).toBe(false);
  });
});
