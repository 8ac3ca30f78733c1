import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliArmy, ovld, type CliArmy } from '../support/cli-army.ts';
import { readyRelay } from '../support/relay-process.ts';
import { speak } from '../support/spoken.ts';
import { waitFor } from '../support/wait-for.ts';

const HELD = /Your exchange with (\w+) is held.*`ovld release`/;
const letter = { subject: 's', body: 'b' };

/** An army in the recording multiplexer, with two relays that write to each other. */
async function twoOf(army: CliArmy) {
  const { dir } = army;
  const path = join(dir, 'formation.json');
  const formation = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...formation, mux: 'recording', agent: 'mock' }));
  mkdirSync(join(dir, 'panes'));
  for (const role of ['inferno', 'storm']) writeFileSync(join(dir, 'panes', `${role}.jsonl`), '');
  const [inferno, storm] = [await readyRelay(dir, 'inferno'), await readyRelay(dir, 'storm')];
  const rings = (role: string): number =>
    readFileSync(join(dir, 'panes', `${role}.jsonl`), 'utf8').split('"press":"Enter"').length - 1;
  const flag = join(dir, 'pending', 'storm');
  const rung = (count: number): Promise<unknown> =>
    waitFor(() => rings('storm') >= count, `ring ${count} in the pane of storm`);
  return { inferno, storm, rings, rung, flag, held: join(dir, 'hold', 'inferno+storm') };
}

describe('relays of two agents that answer each other without end', () => {
  it('ring for twenty messages, not for the next, and tell both', async () => {
    const army = await cliArmy();
    const { inferno, storm, rings, held } = await twoOf(army);
    // At once, from both sides: each process appends and counts for itself.
    const twenty = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? inferno.call('send_message', { to: 'storm', ...letter })
          : storm.call('send_message', { to: 'inferno', ...letter }),
      ),
    );
    for (const { text } of twenty) expect(text).not.toMatch(HELD);
    await waitFor(() => rings('storm') > 0 && rings('inferno') > 0, 'the rings');
    await storm.call('check_inbox', {});
    await inferno.call('check_inbox', {});
    const before = rings('storm');

    const { data, text, isError } = await inferno.call('send_message', { to: 'storm', ...letter });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ delivered: true, wake: 'failed', code: 'held' });
    expect(text).toMatch(HELD);
    expect(String(data['note'])).toMatch(HELD);
    expect(existsSync(held)).toBe(true);

    const answer = await storm.call('check_inbox', {});
    expect(answer.text).toMatch(/^1 message\.[^]*Your exchange with inferno is held/);
    expect(String(answer.data['note'])).toMatch(HELD);
    expect((await storm.call('send_message', { to: 'inferno', ...letter })).text).toMatch(HELD);
    const status = await storm.call('get_status', { role: 'storm' });
    expect(status.data).toMatchObject({
      statuses: [{ observed: { held: [{ by: 'guard', with: 'inferno' }] } }],
    });
    expect(rings('storm')).toBe(before);

    expect(await ovld(army, 'release', 'storm')).toMatchObject({
      stdout: 'inferno and storm may go on.\n',
    });
    expect(existsSync(held)).toBe(false);
    const again = await inferno.call('send_message', { to: 'storm', ...letter });
    expect(again.text).not.toMatch(HELD);
    await waitFor(() => rings('storm') > before, 'the ring after the release');
  });

  it('ring at once when a person types to one of them', async () => {
    const army = await cliArmy();
    const { inferno, storm, rings, rung, held } = await twoOf(army);
    for (let i = 0; i < 20; i += 1) await inferno.call('send_message', { to: 'storm', ...letter });
    await rung(1);
    await storm.call('check_inbox', {});
    const before = rings('storm');
    await inferno.call('send_message', { to: 'storm', ...letter });
    expect(existsSync(held)).toBe(true);
    speak(army.dir, 'storm', Date.now() + 50);
    await rung(before + 1);
    expect(existsSync(held)).toBe(false);
    expect((await storm.call('check_inbox', {})).text).not.toMatch(HELD);
  });
});

describe('relays of a role a person holds', () => {
  it('store its mail, and ring when it is released', async () => {
    const army = await cliArmy();
    const { inferno, rings, rung, flag } = await twoOf(army);
    await ovld(army, 'hold', 'storm');
    const { data, text } = await inferno.call('send_message', { to: 'storm', ...letter });
    expect(data).toMatchObject({ delivered: true, wake: 'failed', code: 'held' });
    expect(text).toContain('Stored, not woken: nobody rings for it');
    expect(existsSync(flag)).toBe(true);
    expect(rings('storm')).toBe(0);
    await ovld(army, 'release');
    await rung(1);
  });
});
