import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openRecordingMux, parsePane } from '../../src/mux/recording.ts';
import { typeRitual } from '../../src/relay/type-ritual.ts';
import { pass } from '../support/army.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const RITUAL = 'You are Storm.\nCall check_inbox when you see [MESSAGE from …].';

describe('a ritual that is cut off', () => {
  it.each([
    ['before it is pasted is not typed', 100, 'ring_timeout', []],
    ['when it is pasted is submitted', 600, undefined, [{ paste: RITUAL }, { press: 'Enter' }]],
  ])('%s [session.interrupt.4]', async (_what, cutAtMs, failure, typed) => {
    const dir = `${tempDir()}/panes`;
    mkdirSync(dir);
    writeFileSync(`${dir}/storm.jsonl`, '');
    const clock = fakeClock();
    const store = openMemoryStore(sharedMemory(), { clock, isAlive: () => true });
    await store.init(overlordFormation);
    const ending = new AbortController();
    const typing = {
      panes: openRecordingMux(dir),
      agentOf: () => mockAgent,
      seats: store.seats,
      clock,
      roles: rolesOf(overlordFormation),
      pauses: { before: 500, enter: 200 },
    };
    const ritualTyping = { typing, statuses: store.statuses, signal: ending.signal };
    const work = typeRitual(ritualTyping, 'storm', RITUAL);
    await pass(clock, cutAtMs);
    ending.abort();
    await pass(clock, 5_000);
    expect(await work).toBe(failure);
    expect(parsePane(readFileSync(`${dir}/storm.jsonl`, 'utf8'))).toEqual(typed);
  });
});
