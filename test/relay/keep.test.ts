import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openRecordingMux, type PaneEvent } from '../../src/mux/recording.ts';
import { keepRelay } from '../../src/relay/keep.ts';
import { createKeeping, type Keeper } from '../../src/relay/keeper.ts';
import { HUMAN } from '../../src/army/human.ts';
import { openReach, typingFor } from '../../src/relay/reach.ts';
import { send } from '../../src/relay/send.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { everything } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const letter = { subject: 's', body: 'b', priority: 'normal' as const };
const AGENT = { pid: 9, start: '1', boot: 'b' };
const KEEPER = { pid: 8, start: '1', boot: 'b' };
const agent = { kind: 'mock', process: AGENT };

/** An army of one: `storm` alone has an agent, and a process without a relay may type. */
function armyOfOne() {
  const dir = tempDir();
  const file = `${dir}/storm.jsonl`;
  writeFileSync(file, '');
  const panes = openRecordingMux(dir);
  const army = memoryArmy(undefined, panes);
  const { clock, outside: store, shared } = army;
  const formation = overlordFormation;
  const typing = typingFor({ store, formation, panes, clock, agentOf: () => mockAgent });
  const reach = openReach({
    store,
    clock,
    formation,
    nudgeText: () => 'nudge',
    openTyping: async () => typing,
  });
  const typed = (): string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"paste"'));
  const set = (change: Extract<PaneEvent, { set: object }>['set']): void =>
    appendFileSync(file, `\n${JSON.stringify({ set: change })}`);
  const keep = (process = AGENT) => {
    const kept = { fate: undefined as string | undefined };
    const word = `${process.pid}:${process.start}`;
    void keepRelay(reach, 'storm', word).then((fate) => (kept.fate = fate));
    return kept;
  };
  const write = () => send({ reach, formation, from: HUMAN }, 'storm', letter);
  return { ...army, store, shared, reach, typed, set, keep, write };
}

const RECONNECT = /\/mcp reconnect ovld-relay/;

describe('a keeper whose relay died', () => {
  it('puts back its mail and asks for another relay at once, until one was asked for its tools [R8 R10 C12]', async () => {
    const { join, clock, store, shared, typed, keep, write } = armyOfOne();
    const storm = await join('storm', { agent });
    await write();
    await storm.relay.check(everything);
    storm.die();
    const kept = keep();
    await pass(clock, 500);
    expect(typed()).toEqual([expect.stringMatching(RECONNECT)]);
    expect(await store.mail.countUnread('storm')).toMatchObject({ count: 1 });
    expect(shared.journal).toContainEqual(
      expect.objectContaining({ event: 'rung', to: 'storm', by: 'reconnect', as: 'keeper' }),
    );
    // It was not heard: it asks again.
    await pass(clock, 6_000);
    expect(typed()).toHaveLength(2);
    expect(kept.fate).toBeUndefined();
    await join('storm', { agent });
    await pass(clock, 1_000);
    expect(kept.fate).toBe('back');
  });

  it('types nothing in a turn, and right after it [R7]', async () => {
    const { join, clock, store, typed, keep } = armyOfOne();
    const storm = await join('storm', { agent });
    await store.statuses.observe('storm', { state: 'busy' });
    storm.die();
    keep();
    await pass(clock, 3_000);
    expect(typed()).toEqual([]);
    await store.statuses.observe('storm', { state: 'idle' });
    await pass(clock, 1_600);
    expect(typed()).toHaveLength(1);
  });

  it('asks again soon while a draft is in the way [C2]', async () => {
    const { join, clock, typed, set, keep } = armyOfOne();
    (await join('storm', { agent })).die();
    set({ draft: 'half a thought' });
    keep();
    await pass(clock, 4_000);
    expect(typed()).toEqual([]);
    set({ draft: '' });
    await pass(clock, 3_500);
    expect(typed()).toHaveLength(1);
  });

  it('waits for one that was not asked for its tools, and notices that it died too [C12]', async () => {
    const { join, clock, typed, keep } = armyOfOne();
    (await join('storm', { agent })).die();
    const forOneCall = await join('storm', { agent, readyAt: undefined as never });
    const kept = keep();
    await pass(clock, 2_000);
    expect({ typed: typed(), fate: kept.fate }).toEqual({ typed: [], fate: undefined });
    forOneCall.die();
    await pass(clock, 1_500);
    expect(typed()).toHaveLength(1);
  });

  it('gives up when its agent has died, another has its seat, or the army is gone', async () => {
    const { join, clock, typed, kill, keep } = armyOfOne();
    const storm = await join('storm', { agent });
    // It left in order.
    await storm.relay.stop();
    const left = keep();
    await pass(clock, 100);
    expect(left.fate).toBe('over');

    const other = { kind: 'mock', process: { ...AGENT, pid: 10 } };
    (await join('storm', { agent })).die();
    const replaced = keep();
    (await join('storm', { agent: other })).die();
    await pass(clock, 20_000);
    expect(replaced.fate).toBe('over');

    const third = keep(other.process);
    kill(10);
    await pass(clock, 20_000);
    expect(third.fate).toBe('over');
    const before = typed().length;
    await pass(clock, 60_000);
    expect(typed()).toHaveLength(before);
  });
});

describe('a relay', () => {
  const started = async (keepers: { ended: () => void; released: boolean }[]) => {
    const clock = fakeClock();
    const seen: Keeper['identity'][] = [];
    const keeping = createKeeping({
      clock,
      agent: '9:1',
      replaced: (identity) => seen.push(identity),
      async start(_agent, ended) {
        const keeper = { ended, released: false };
        keepers.push(keeper);
        const pid = keepers.length;
        return { identity: { ...KEEPER, pid }, release: () => (keeper.released = true) };
      },
    });
    return { clock, seen, keeping, first: await keeping.start() };
  };

  it('replaces a keeper that ended, ever more slowly, and none once it leaves', async () => {
    const keepers: { ended: () => void; released: boolean }[] = [];
    const { clock, seen, keeping, first } = await started(keepers);
    expect(first).toMatchObject({ pid: 1 });
    keepers[0]?.ended();
    await pass(clock, 900);
    expect(keepers).toHaveLength(1);
    await pass(clock, 200);
    expect(seen).toEqual([{ ...KEEPER, pid: 2 }]);
    keepers[1]?.ended();
    await pass(clock, 1_500);
    expect(keepers).toHaveLength(2);
    await pass(clock, 600);
    expect(keepers).toHaveLength(3);
    keeping.release();
    expect(keepers[2]?.released).toBe(true);
    keepers[2]?.ended();
    await pass(clock, 600_000);
    expect(keepers).toHaveLength(3);
  });

  it('that is back for one call keeps the keeper of the one before on record [C12]', async () => {
    const { join, store } = armyOfOne();
    (await join('storm', { agent, keeper: KEEPER })).die();
    await join('storm', { agent, readyAt: undefined as never });
    expect((await store.seats.list('storm')).at(-1)).toMatchObject({ keeper: KEEPER });
  });
});

describe('a deputy', () => {
  it('leaves a role to its keeper, and takes over when that is killed too [R8]', async () => {
    const { join, clock, typed, kill } = armyOfOne();
    await join('overlord');
    const storm = await join('storm', { agent, keeper: KEEPER });
    storm.die();
    await pass(clock, 130_000);
    expect(typed()).toEqual([]);
    kill(KEEPER.pid);
    await pass(clock, 130_000);
    expect(typed()).not.toEqual([]);
  });
});

describe('a sender', () => {
  it('is told ringing, then coalesced, where a keeper brings back the relay that rings', async () => {
    const { join, typed, write } = armyOfOne();
    (await join('storm', { agent, keeper: KEEPER })).die();
    expect(await write()).toMatchObject({ wake: 'ringing' });
    expect(await write()).toMatchObject({ wake: 'coalesced' });
    expect(typed()).toEqual([]);
  });

  it('types itself where there is no relay, keeper or deputy, also while the flag is up', async () => {
    const { join, clock, typed, set, write } = armyOfOne();
    (await join('storm', { agent })).die();
    set({ busy: '3s' });
    for (const _ of [1, 2]) {
      const refused = write();
      for (let s = 4; s < 8; s += 1) {
        await pass(clock, 500);
        set({ busy: `${s}s` });
      }
      await pass(clock, 3_000);
      expect(await refused).toMatchObject({ wake: { failed: 'agent_busy' } });
    }
    set({ busy: '' });
    // What was typed does not help: no relay comes.
    const unheard = write();
    await pass(clock, 9_000);
    expect(await unheard).toMatchObject({ wake: { failed: 'ring_failed' } });
    expect(typed()).toEqual([expect.stringMatching(RECONNECT)]);
    const helped = write();
    await pass(clock, 1_000);
    await join('storm', { agent });
    await pass(clock, 1_000);
    expect(await helped).toMatchObject({ wake: 'ringing' });
  });

  it('is told ring_failed where only a hook told an agent without tools of the mail', async () => {
    const { join, clock, store, typed, write } = armyOfOne();
    (await join('storm', { agent })).die();
    await store.mail.raiseFlag('storm');
    const flag = await store.mail.readFlag('storm');
    await store.wakes.claim('storm', flag!, 'hook:stop');
    const sent = write();
    await pass(clock, 9_000);
    expect(await sent).toMatchObject({ wake: { failed: 'ring_failed' } });
    expect(typed()).toEqual([expect.stringMatching(RECONNECT)]);
    expect(await store.wakes.readAnnouncement('storm', flag!)).toBeUndefined();
  });

  it('is told why the deputy cannot wake a role, also while the flag is up', async () => {
    const { join, clock, set, write } = armyOfOne();
    await join('overlord');
    const storm = await join('storm', { agent });
    storm.die();
    set({ draft: 'half a thought' });
    const first = write();
    await pass(clock, 1_000);
    expect(await first).toMatchObject({ wake: { failed: 'draft_present' } });
    await pass(clock, 10_000);
    expect(await write()).toMatchObject({ wake: { failed: 'draft_present' } });
  });

  it('is not told ringing where a keeper lives and its agent is dead', async () => {
    const { join, clock, kill, write } = armyOfOne();
    (await join('storm', { agent, keeper: KEEPER })).die();
    kill(AGENT.pid);
    const sent = write();
    await pass(clock, 9_000);
    expect((await sent).wake).not.toBe('ringing');
  });
});
