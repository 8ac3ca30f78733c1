import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { openQueue } from '../../src/store/open-queue.ts';
import { openQueueStore } from '../../src/store/queue.ts';
import { ovld, startOvld, type CliArmy } from '../support/cli-army.ts';
import { readyRelay } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const ROLES = ['envoy', 'marshall', 'specialist_1', 'specialist_2'];

/** A registered army in the recording multiplexer, without a relay. */
async function silentArmy(store: 'queue' | 'files' = 'queue', language = 'en') {
  const home = tempDir();
  const [dir, armies] = [join(home, '.config/ovld/relay'), join(home, '.config/ovld/armies')];
  mkdirSync(armies, { recursive: true });
  const formation = formationSchema.parse({
    name: 'bastion',
    roles: ROLES.map((role) => ({ role })),
    folder: home,
    mux: 'recording',
    agent: 'mock',
    store,
    language,
  });
  const opened = openQueueStore(dir, join(home, '.ovld'));
  await opened.init(formation);
  await opened.writeOutfit(formation, []);
  mkdirSync(join(dir, 'panes'));
  for (const role of ROLES) writeFileSync(join(dir, 'panes', `${role}.jsonl`), '');
  const record = { session: 'overlord', folder: home, formation: 'bastion', mux: 'tmux' };
  const document = { ...record, relay_dir: dir, started_at: new Date().toISOString() };
  writeFileSync(join(armies, 'overlord.json'), JSON.stringify(document));
  const env = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const army: CliArmy = { home, dir, store: opened, env };
  const typed = (role: string): string => readFileSync(join(dir, 'panes', `${role}.jsonl`), 'utf8');
  /** Flags that were rung for: a slow machine may hear a second nudge of the same one. */
  const rings = (role: string): number => new Set(typed(role).match(/\(#[0-9a-z]+\.1\)/g)).size;
  const queue = await openQueue(join(home, '.ovld'));
  const tell = (to: string, text = 'x') => queue.write(to, text, 'task_assigned', 'envoy');
  const rung = (role: string, count: number) =>
    waitFor(() => rings(role) >= count, `nudge ${count} for ${role}`, 20_000);
  const watch = async () => {
    const running = startOvld(army, ['watch']);
    let said = '';
    running.child.stdout?.on('data', (text: string) => (said += text));
    await waitFor(() => said.includes('overlord'), 'the watch', 20_000);
    return running;
  };
  return { army, dir, home, typed, rings, rung, tell, watch };
}

describe('ovld watch', () => {
  // [bastion.flow.3 bastion.zero-polling.1 bastion.nudge.1 bastion.nudge.2]
  it('types one nudge for a burst to every role without a relay, specialists included', async () => {
    const { tell, watch, rung, rings, typed, army, home } = await silentArmy();
    await tell('envoy', 'before there is a watch');
    const running = await watch();
    await rung('envoy', 1);
    await Promise.all(Array.from({ length: 12 }, () => tell('specialist_2', 'secret words')));
    await rung('specialist_2', 1);
    await tell('marshall');
    await rung('marshall', 1);
    expect(rings('specialist_2')).toBe(1);
    expect(rings('specialist_1')).toBe(0);
    expect(typed('specialist_2')).toContain(
      '[MESSAGE from envoy] You have mail: read .ovld/queue/inbox/specialist_2.yaml',
    );
    expect(typed('specialist_2')).not.toContain('secret');

    // What a reader writes back leaves nothing unread: the flag goes, and no role is rung.
    const inbox = join(home, '.ovld/queue/inbox/specialist_2.yaml');
    writeFileSync(
      inbox,
      readFileSync(inbox, 'utf8').replaceAll('status: pending', 'status: processed'),
    );
    await waitFor(
      async () => (await army.store.mail.readFlag('specialist_2')) === undefined,
      'the flag to go',
    );
    expect(rings('specialist_2')).toBe(1);
    await tell('specialist_2');
    await rung('specialist_2', 2);
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
  });

  it('leaves roles with a living relay to that, and speaks the army’s language', async () => {
    const { tell, watch, rung, rings, typed, dir } = await silentArmy('queue', 'ja');
    await readyRelay(dir, 'marshall');
    await watch();
    await tell('marshall');
    await tell('specialist_1');
    await rung('specialist_1', 1);
    await rung('marshall', 1);
    expect(typed('specialist_1')).toContain('.ovld/queue/inbox/specialist_1.yaml を読み');
    expect(typed('marshall')).toContain('check_inbox');
    expect(typed('marshall')).not.toContain('.yaml');
    expect(rings('marshall')).toBe(1);
  });

  it('refuses an army whose mail is not in its project', async () => {
    const { army } = await silentArmy('files');
    expect(await ovld(army, 'watch')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/store is files/),
    });
  });
});
