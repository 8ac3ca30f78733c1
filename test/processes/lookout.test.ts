import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openArmyLookout } from '../../src/compose/lookout.ts';
import { openArmies } from '../../src/store/open.ts';
import type { Lookout } from '../../src/lookout/lookout.ts';
import { cliArmy, type CliArmy } from '../support/cli-army.ts';
import { watched } from '../support/lookout-world.ts';
import { readyRelay } from '../support/relay-process.ts';
import { waitFor } from '../support/wait-for.ts';

async function lookoutOn({ home, env }: CliArmy): Promise<Lookout> {
  const [record] = await (await openArmies(join(home, '.config/ovld/armies'))).list();
  if (record === undefined) throw new Error('no army');
  const lookout = await openArmyLookout(env, record);
  onTestFinished(() => lookout[Symbol.asyncDispose]());
  return lookout;
}

it('a lookout shows every letter between real relays and the person as acknowledged', async () => {
  const army = await cliArmy();
  const lookout = await lookoutOn(army);
  const names = ['overlord', 'strategist', 'storm'];
  const relays = await Promise.all(names.map((role) => readyRelay(army.dir, role)));
  const rounds = 8;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      relays.map(async (relay, i) => {
        const to = names[(i + 1) % names.length];
        await relay.call('send_message', { to, subject: `第${round}報`, body: 'b' });
        await relay.call('check_inbox');
      }),
    );
  }
  await relays[2]?.call('send_message', { to: 'human', subject: 'for you', body: 'b' });
  await waitFor(() => lookout.picture().person.unread === 1, 'mail for the person');
  const [mine] = await lookout.inbox('human');
  expect(mine).toMatchObject({ from: 'storm', subject: 'for you' });
  expect(await lookout.take([mine?.id ?? ''])).toBe(1);
  await lookout.send('storm', { subject: 'answer', body: 'yes', priority: 'normal' });
  // What is left is fetched, and the next call acknowledges it.
  for (const relay of relays) for (let i = 0; i < 2; i += 1) await relay.call('check_inbox');

  const all = rounds * names.length + 2;
  const { letters, figures } = await waitFor(
    () => lookout.picture().figures.acknowledged === all && lookout.picture(),
    'all of them to be acknowledged',
  );
  expect(letters).toHaveLength(all);
  expect(letters.filter(({ stage }) => stage !== 'acknowledged')).toEqual([]);
  expect(figures).toMatchObject({ stored: all, fetched: all, waiting: 0, redelivered: 0 });
  expect(letters.map(({ from, to }) => `${from} to ${to}`)).toContain('human to storm');
  await waitFor(
    () => lookout.picture().letters.every(({ subject }) => subject !== undefined),
    'every subject',
  );

  // Its agent is gone: the relay leaves, which is heard of.
  await relays[2]?.kill('SIGTERM');
  const gone = () => lookout.picture().roles.find(({ role }) => role === 'storm')?.relay === 'gone';
  await waitFor(gone, 'a relay that left');
  await army.store.cleanUp(join(army.home, 'history'));
  await waitFor(() => lookout.picture().army.standing === 'over', 'the army to be over');
});

it('a journal of 100,000 records is read without blocking', async () => {
  const army = await cliArmy();
  const stamp = '2026-11-16T12:00:00.000Z';
  for (let piece = 0; piece < 25; piece += 1) {
    const lines = Array.from({ length: 1_000 }, (_, i) => {
      const id = `0mwhwszfx-${piece}-${i}-1xk5g55`;
      return [
        { event: 'stored', id, from: 'overlord', to: 'storm', priority: 'normal' },
        { event: 'rung', to: 'storm', by: 'socket', nonce: 'n', as: 'own' },
        { event: 'fetched', id, to: 'storm', incarnation: 'i' },
        { event: 'acknowledged', id, to: 'storm' },
      ];
    }).flat();
    const text = lines.map((line) => `\n${JSON.stringify({ at: stamp, ...line })}`).join('');
    appendFileSync(join(army.dir, 'journal.jsonl'), text);
  }
  const turns = [performance.now()];
  const others = setInterval(() => turns.push(performance.now()), 1);
  const { lookout } = await watched({ store: army.store });
  clearInterval(others);
  turns.push(performance.now());
  expect(lookout.picture().figures).toMatchObject({ stored: 25_000, acknowledged: 25_000 });
  expect(lookout.picture().letters).toHaveLength(500);
  // Others had their turn all the while: no wait of theirs was a good part of the whole.
  const waits = turns.slice(1).map((at, i) => at - (turns[i] ?? at));
  const took = waits.reduce((sum, ms) => sum + ms, 0);
  expect(Math.max(...waits)).toBeLessThan(took / 4);
});
