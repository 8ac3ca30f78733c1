import { describe, expect, it } from 'vitest';
import { createNewsDesk } from '../../src/relay/news.ts';
import { memoryArmy } from '../support/army.ts';
import { settle } from '../support/settle.ts';

async function desk() {
  const { outside, join } = memoryArmy();
  await join('storm');
  const logged: string[] = [];
  const tell = createNewsDesk({ store: outside, role: 'storm', log: (line) => logged.push(line) });
  return { store: outside, logged, tell };
}

describe('what an agent says of its turns', () => {
  it('is written down in order, and its finished turns are counted [R12]', async () => {
    const { store, tell } = await desk();
    tell({ state: 'busy' });
    tell({ finished: true });
    tell({ state: 'busy' });
    tell({ state: 'waiting' });
    await settle();
    expect(await store.statuses.readObserved('storm')).toMatchObject({
      state: 'waiting',
      turns: 1,
      tells: false,
    });
    tell({ state: 'idle' });
    await settle();
    expect(await store.statuses.readObserved('storm')).toMatchObject({ state: 'idle', turns: 1 });
  });

  it('names its conversation and the nudge it took up, and leaves its state alone', async () => {
    const { store, tell } = await desk();
    tell({ conversation: 'ses_1', mark: 'abc.1' });
    await settle();
    expect(await store.conversations.read('storm')).toEqual({ id: 'ses_1', transcript: '' });
    expect(await store.wakes.readLastHeard('storm')).toMatchObject({ mark: 'abc.1' });
    expect(await store.statuses.readObserved('storm')).toBeUndefined();
  });

  it('tells the end of its limit [X7]', async () => {
    const { store, tell } = await desk();
    tell({ state: 'limited', limit: '2126-01-01T00:00:00Z' });
    await settle();
    expect(await store.statuses.readObserved('storm')).toMatchObject({
      state: 'limited',
      until: Date.parse('2126-01-01T00:00:00Z'),
    });
  });

  it('that cannot be written is logged, and the next is written', async () => {
    const { store, logged, tell } = await desk();
    const statuses = { ...store.statuses };
    store.statuses.observe = async () => {
      throw new Error('disk full');
    };
    tell({ state: 'busy' });
    await settle();
    Object.assign(store.statuses, statuses);
    tell({ state: 'waiting' });
    await settle();
    expect(logged).toEqual(['agent: disk full']);
    expect(await store.statuses.readObserved('storm')).toMatchObject({ state: 'waiting' });
  });
});
