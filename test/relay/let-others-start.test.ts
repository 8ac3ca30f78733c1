import { describe, expect, it } from 'vitest';
import { claudeAgent } from '../../src/agent/claude.ts';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { letOthersStart } from '../../src/relay/let-others-start.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';

/** Storm and inferno wait for the answer that is given in storm's pane. */
async function asking(agent = copilotAgent) {
  const store = openMemoryStore(sharedMemory(), { isAlive: () => true });
  await store.init(overlordFormation);
  for (const role of ['storm', 'inferno']) await store.starts.postpone(role, 'storm');
  const later: (() => void)[] = [];
  const seen = { isIdle: false, isStopped: false, fails: false };
  const complaints: string[] = [];
  await letOthersStart({
    store,
    clock: {
      ...systemClock,
      after: (_ms, then) => {
        later.push(then);
        return { cancel: () => undefined };
      },
    },
    log: (line) => void complaints.push(line),
    role: 'storm',
    agent,
    reach: {
      async isScreenIdle() {
        if (seen.fails) throw new Error('no screen');
        return seen.isIdle;
      },
    },
    isStopped: () => seen.isStopped,
  });
  const waiting = async (): Promise<string[]> => [...(await store.starts.listPostponed()).keys()];
  const lookAgain = async (): Promise<void> => {
    later.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { store, seen, later, waiting, lookAgain, complaints };
}

describe('those that wait for the answer in another’s pane', () => {
  it('start with a relay that comes up after the question', async () => {
    const { waiting, later } = await asking(claudeAgent);
    expect([await waiting(), later]).toEqual([[], []]);
  });

  it('wait for the composer where the relay comes up before it [X16]', async () => {
    const { waiting, lookAgain, seen } = await asking();
    expect(await waiting()).toEqual(['storm', 'inferno']);
    seen.fails = true;
    await lookAgain();
    expect(await waiting()).toEqual(['storm', 'inferno']);
    Object.assign(seen, { fails: false, isIdle: true });
    await lookAgain();
    expect(await waiting()).toEqual([]);
  });

  it('start too when its hooks tell of a turn: its screen may not be seen', async () => {
    const { store, waiting, lookAgain } = await asking();
    await store.statuses.observe('storm', { state: 'busy' });
    await lookAgain();
    expect(await waiting()).toEqual([]);
  });

  it('are left to another when the relay stops', async () => {
    const { waiting, lookAgain, seen, later } = await asking();
    Object.assign(seen, { isStopped: true, isIdle: true });
    await lookAgain();
    expect([await waiting(), later]).toEqual([['storm', 'inferno'], []]);
  });
});
