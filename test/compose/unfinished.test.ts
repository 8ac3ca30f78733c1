import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnfinished } from '../../src/documents/yaml/unfinished.ts';
import { composeRelayWork } from '../../src/compose/relay.ts';
import { openFileStore } from '../../src/store/files.ts';
import { bastionOf } from '../support/bastion.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const NOTE = {
  from: 'marshall',
  to: 'specialist_1',
  type: 'task_assigned',
  subject: 'Task subtask_001',
  body: 'Look at it.',
};

/** A relay's work, with its ticks in our hands. */
async function relayWork() {
  const [dir, folder] = [tempDir(), tempDir()];
  const formation = { ...bastionOf(1), folder };
  const store = openFileStore(dir);
  await store.init(formation);
  mkdirSync(join(folder, '.ovld/queue'), { recursive: true });
  const ticks: (() => void)[] = [];
  const clock = {
    after: (_ms: number, call: () => void) => {
      ticks.push(call);
      return { cancel: () => undefined };
    },
  };
  const ending = new AbortController();
  const logged: string[] = [];
  const begin = () =>
    composeRelayWork({ dir, session: 'bastion' }, { formation }, (line) => logged.push(line), {
      clock,
      signal: ending.signal,
    });
  const unsent = join(folder, '.ovld/queue/.unsent.json');
  const leave = (ageMs: number): void => {
    writeFileSync(unsent, JSON.stringify([NOTE]));
    const at = (Date.now() - ageMs) / 1000;
    utimesSync(unsent, at, at);
  };
  return { store, folder, begin, leave, unsent, ticks, ending, logged };
}

describe('a message of the board that could not be sent', () => {
  it('is sent by a relay that starts', async () => {
    const { store, begin, leave, unsent } = await relayWork();
    leave(0);
    begin();
    await waitFor(async () => !existsSync(unsent), 'the message to be sent');
    expect(await store.mail.countUnread('specialist_1')).toMatchObject({ count: 1 });
  });

  it('is sent on a tick of any relay, without a change on the board', async () => {
    const { store, begin, leave, unsent, ticks } = await relayWork();
    begin();
    // Just written: its writer may be about to finish it.
    leave(0);
    ticks.shift()?.();
    leave(60_000);
    ticks.shift()?.();
    await waitFor(async () => !existsSync(unsent), 'the message to be sent');
    expect(await store.mail.countUnread('specialist_1')).toMatchObject({ count: 1 });
    expect(ticks).toHaveLength(1);
  });

  it('is not sent by a relay that ends', async () => {
    const { begin, ending, ticks } = await relayWork();
    begin();
    ending.abort();
    ticks.shift()?.();
    expect(ticks).toEqual([]);
  });

  it.each([
    ['young', 0, false],
    ['old', 60_000, true],
    ['of the future', -3_600_000, true],
  ])('is seen when it is %s: %s ms', async (_what, age, seen) => {
    const { folder, leave } = await relayWork();
    const root = join(folder, '.ovld');
    expect(isUnfinished(root)).toBe(false);
    leave(age);
    expect(isUnfinished(root)).toBe(true);
    expect(isUnfinished(root, 20_000)).toBe(seen);
  });
});
