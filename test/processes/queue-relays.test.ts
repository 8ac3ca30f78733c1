import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openQueue } from '../../src/store/open-queue.ts';
import { openQueueStore } from '../../src/store/queue.ts';
import { ovld, type CliArmy } from '../support/cli-army.ts';
import { readyRelay } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** An army in the recording multiplexer whose mail is in its folder. */
async function queueArmy() {
  const home = tempDir();
  const [dir, folder] = [join(home, 'relay'), join(home, 'project')];
  mkdirSync(folder);
  const store = openQueueStore(dir, join(folder, '.ovld'));
  const army = {
    ...overlordFormation,
    store: 'queue',
    folder,
    mux: 'recording',
    agent: 'mock',
  } as const;
  await store.init(army);
  await store.writeOutfit(army, []);
  mkdirSync(join(dir, 'panes'));
  const inbox = (role: string) =>
    (parse(readFileSync(join(folder, '.ovld/queue/inbox', `${role}.yaml`), 'utf8')) ?? []) as {
      id: string;
      status: string;
      type: string;
    }[];
  return { home, dir, folder, inbox };
}

describe('relays of an army whose mail is in the project', () => {
  // [bastion.flow.2 bastion.flow.4 bastion.persistent.1]
  it('send, collect and acknowledge by the YAML, with the run state in the relay directory', async () => {
    const { dir, inbox } = await queueArmy();
    const [sender, reader] = [await readyRelay(dir, 'overlord'), await readyRelay(dir, 'storm')];
    const sent = await sender.call('send_message', { to: 'storm', subject: 's', body: '本文' });
    expect(sent.data).toMatchObject({ delivered: true, id: 'msg_001' });
    expect(inbox('storm')).toMatchObject([{ id: 'msg_001', status: 'pending', type: 'wake_up' }]);
    const { data } = await reader.call('check_inbox');
    expect(data['messages']).toMatchObject([{ id: 'msg_001', body: '本文' }]);
    expect(inbox('storm')).toMatchObject([{ status: 'pending' }]);
    // The next request acknowledges.
    await reader.call('get_status', { role: 'all' });
    await waitFor(() => inbox('storm')[0]?.status === 'processed', 'the acknowledgement');
    expect(readdirSync(join(dir, 'inbox/storm'))).toEqual([]);
  });

  // [R10 bastion.persistent.1 bastion.guaranteed.1]
  it('that are killed with mail in hand leave it, marked, to the next relay', async () => {
    const { dir } = await queueArmy();
    const sender = await readyRelay(dir, 'overlord');
    await sender.call('send_message', { to: 'storm', subject: 's', body: 'b' });
    const doomed = await readyRelay(dir, 'storm');
    expect((await doomed.call('check_inbox')).data['messages']).toHaveLength(1);
    await doomed.kill('SIGKILL');
    const next = await readyRelay(dir, 'storm');
    const { data } = await next.call('check_inbox');
    expect(data['messages']).toMatchObject([{ id: 'msg_001', redelivered: 1 }]);
  });

  it('are notified of what a script, or a person’s command, writes into the file [bastion.flow.3 bastion.zero-polling.1]', async () => {
    const { home, dir, folder } = await queueArmy();
    await readyRelay(dir, 'storm');
    const flag = join(dir, 'pending/storm');
    const raised = () => readdirSync(join(dir, 'pending')).includes('storm');
    const queue = await openQueue(join(folder, '.ovld'));
    await queue.write('storm', 'from a script', 'task_assigned', 'overlord');
    await waitFor(raised, 'the flag');
    rmSync(flag);
    const command: CliArmy = {
      home: folder,
      dir,
      env: { HOME: home, PATH: '/usr/bin:/bin', OVLD_ROLE: 'shadow' },
    } as never;
    const words = ['queue', 'write', 'storm', 'from a person', '--json'];
    expect(JSON.parse((await ovld(command, ...words)).stdout)).toEqual({
      id: 'msg_002',
      to: 'storm',
    });
    await waitFor(raised, 'the flag again');
    const { stdout } = await ovld(command, 'queue', 'list', 'storm', '--json');
    const listed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(listed).toMatchObject([
      { to: 'storm', from: 'overlord', type: 'task_assigned', message: 'from a script' },
      { to: 'storm', from: 'shadow', type: 'wake_up', message: 'from a person' },
    ]);
    const refused = await ovld(command, 'queue', 'write', 'nobody', 'x');
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/no role "nobody"/),
    });
  });
});
