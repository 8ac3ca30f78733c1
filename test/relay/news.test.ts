import { describe, expect, it } from 'vitest';
import { createNewsDesk, ownOf } from '../../src/relay/news.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { waitFor } from '../support/wait-for.ts';

const ID = '01a1f50c-b58d-75e1-be28-a01396cafbd4';

async function desk(isActive: () => Promise<boolean> = async () => true) {
  const store = openMemoryStore(sharedMemory());
  await store.init(overlordFormation);
  const logged: string[] = [];
  const tell = createNewsDesk({ store, role: 'storm', log: (line) => logged.push(line), isActive });
  const seen = async () => {
    const { state, turns, tells } = (await store.statuses.readObserved('storm')) ?? {};
    return { state, turns, tells };
  };
  return { store, tell, seen, logged };
}

describe('what an agent says of its turns', () => {
  it('is written down in order, each finished turn counted', async () => {
    const { store, tell, seen } = await desk();
    tell({ conversation: ID, transcript: '/a.jsonl' });
    tell({ mark: 'ab.1' });
    tell({ state: 'busy' });
    tell({ finished: true });
    tell({ finished: true });
    tell({ state: 'waiting' });
    await waitFor(async () => (await seen()).state === 'waiting', 'all of it');
    expect(await seen()).toEqual({ state: 'waiting', turns: 2, tells: false });
    expect(await store.conversations.read('storm')).toEqual({ id: ID, transcript: '/a.jsonl' });
    expect(await ownOf(store, 'storm').conversation()).toBe(ID);
    expect((await store.wakes.readLastHeard('storm'))?.mark).toBe('ab.1');
  });

  it('tells the end of its limit [X7]', async () => {
    const { store, tell, seen } = await desk();
    tell({ state: 'limited', limit: '2126-01-01T00:00:00Z' });
    await waitFor(async () => (await seen()).state === 'limited', 'the limit');
    expect(await store.statuses.readObserved('storm')).toMatchObject({
      until: Date.parse('2126-01-01T00:00:00Z'),
    });
  });

  it('is counted by one of several relays that hear it, and its conversation noted by all', async () => {
    const { store, tell, seen } = await desk(async () => false);
    tell({ finished: true });
    tell({ state: 'busy' });
    tell({ conversation: ID });
    await waitFor(() => store.conversations.read('storm'), 'the conversation');
    expect((await seen()).state).toBeUndefined();
  });

  it('is logged where it cannot be written, and the rest still is', async () => {
    let asked = 0;
    const { tell, seen, logged } = await desk(async () => {
      if ((asked += 1) === 1) throw new Error('no seat');
      return true;
    });
    tell({ state: 'waiting' });
    tell({ state: 'busy' });
    await waitFor(async () => (await seen()).state === 'busy', 'the second');
    expect(logged).toEqual(['agent: no seat']);
  });
});
