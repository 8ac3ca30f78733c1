import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { alertFile } from '../support/alert-file.ts';
import { cliArmy, type CliArmy } from '../support/cli-army.ts';
import { readyRelay } from '../support/relay-process.ts';
import { waitFor } from '../support/wait-for.ts';

/** Six relays, and a command of the person's that writes down what it was told. */
async function six(army: CliArmy, notify: object) {
  const path = join(army.dir, 'formation.json');
  const formation = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...formation, mux: 'none', agent: 'mock', notify }));
  const relays = new Map<string, Awaited<ReturnType<typeof readyRelay>>>();
  for (const role of rolesOf(overlordFormation)) {
    relays.set(role, await readyRelay(army.dir, role));
  }
  return (role: string, words: object) => relays.get(role)!.call('send_message', { ...words });
}

const alerted = async ({ store }: CliArmy): Promise<string[]> =>
  (await store.journal.read()).records.flatMap((one) =>
    one.event === 'alerted' ? [`${one.why} ${one.to}`] : [],
  );

it('the configured command is run once for each event, with six relays alive', async () => {
  const army = await cliArmy();
  const { command, alerts } = alertFile(army.home);
  const send = await six(army, { bell: false, desktop: false, command });
  const { data, text } = await send('storm', { to: 'human', subject: 'secret', body: 'hidden' });
  expect(data).toMatchObject({ to: 'human', delivered: true, wake: 'person' });
  expect(text).toContain('The person will see it.');
  const wrote = 'wrote|storm|overlord|storm wrote to you: ovld inbox shows it.';
  await waitFor(() => alerts().length > 0, 'the first alert');
  expect(alerts()).toEqual([wrote]);

  const waits = 'waits|inferno|overlord|inferno waits for your permission.';
  await army.store.statuses.observe('inferno', { state: 'busy' });
  await army.store.statuses.observe('inferno', { state: 'waiting' });
  await waitFor(() => alerts().includes(waits), 'the second alert');
  await send('glacier', { to: 'human', subject: 's', body: 'b' });
  await waitFor(() => alerts().length === 3, 'the third alert');
  // Any other relay that saw it has looked by now: the third came after both.
  expect(alerts().toSorted()).toEqual(
    [waits, wrote.replaceAll('storm', 'glacier'), wrote].toSorted(),
  );
  expect(await alerted(army)).toEqual(['wrote storm', 'waits inferno', 'wrote glacier']);
});

it('what is no message in an inbox is told once a role', async () => {
  const army = await cliArmy();
  const { command, alerts } = alertFile(army.home);
  await six(army, { bell: false, desktop: false, command });
  const inbox = (role: string): string => join(army.dir, 'inbox', role);
  writeFileSync(join(inbox('storm'), 'notes.txt'), 'buy milk');
  await waitFor(() => alerts().length > 0, 'the first alert');
  const said = 'An entry in the inbox of storm is no message; it was set aside';
  expect(alerts()).toEqual([`set_aside|storm|overlord|${said}: ovld doctor shows where.`]);
  writeFileSync(join(inbox('storm'), 'more.txt'), 'and bread');
  await waitFor(() => !existsSync(join(inbox('storm'), 'more.txt')), 'the second to be set aside');
  writeFileSync(join(inbox('shadow'), 'notes.txt'), 'buy milk');
  await waitFor(() => alerts().length > 1, 'the alert of another role');
  expect(await alerted(army)).toEqual(['set_aside storm', 'set_aside shadow']);
});

it.each([
  ['is not there', ['/nowhere/at/all']],
  ['fails', ['false']],
  ['hangs', ['sleep', '20']],
])('a configured command that %s breaks nothing', async (_, command) => {
  const army = await cliArmy();
  const send = await six(army, { bell: false, desktop: true, command });
  for (let i = 0; i < 3; i += 1) {
    const { isError } = await send('storm', { to: 'human', subject: 's', body: String(i) });
    expect(isError).toBe(false);
  }
  expect(await army.store.mail.countUnread('human')).toMatchObject({ count: 3 });
  const { text } = await send('storm', { to: 'nobody', subject: 's', body: 'b' });
  expect(text).toContain('storm, human');
});

it('a slow command does not keep a relay that has ended', async () => {
  const army = await cliArmy();
  const [began, ended] = [join(army.home, 'began'), join(army.home, 'ended')];
  const command = ['sh', '-c', `touch '${began}'; sleep 4; touch '${ended}'`];
  const path = join(army.dir, 'formation.json');
  const formation = JSON.parse(readFileSync(path, 'utf8')) as object;
  const notify = { bell: false, desktop: false, command };
  writeFileSync(path, JSON.stringify({ ...formation, mux: 'none', agent: 'mock', notify }));
  const relay = await readyRelay(army.dir, 'storm');
  await relay.call('send_message', { to: 'human', subject: 's', body: 'b' });
  await waitFor(() => existsSync(began), 'the command to begin');
  await relay.close();
  expect(existsSync(ended)).toBe(false);
  await waitFor(() => existsSync(ended), 'the command to end', 30_000);
});

it('an event that is turned off runs no command', async () => {
  const army = await cliArmy();
  const { command, alerts } = alertFile(army.home);
  const send = await six(army, { bell: false, desktop: false, command, on: ['waits'] });
  await send('storm', { to: 'human', subject: 's', body: 'b' });
  await army.store.statuses.observe('storm', { state: 'waiting' });
  await waitFor(() => alerts().length > 0, 'an alert');
  expect(alerts()).toEqual([expect.stringMatching(/^waits\|storm\|/)]);
});
