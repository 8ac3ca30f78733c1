import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/commands/queue.ts';
import { runCommand } from '../../../src/cli/parse/define-command.ts';
import { explain } from '../../../src/i18n/explain.ts';
import { cliWorld } from '../../support/cli-world.ts';

it.each(['', ' \n'])(
  'an empty message is refused before a queue is created (%j)',
  async (message) => {
    const given = { target: 'marshall', message, type: 'wake_up', from: 'envoy' };
    const context = { env: {}, language: 'en', asked: undefined } as const;
    const { write } = command.commands ?? {};
    const error: unknown = await runCommand(write!, given, context).catch((one: unknown) => one);
    expect(explain(error, 'en')).toMatchObject({ code: 'usage', what: 'the message is empty' });
  },
);

it.each([
  ['list', []],
  ['list', ['marshall']],
  ['ack', ['marshall', 'msg_001']],
])('`ovld queue %s` in a folder without a queue makes none, and says so', async (word, more) => {
  const { ovld, project } = cliWorld();
  const before = readdirSync(project);
  const { code, stdout, stderr } = await ovld('queue', word, ...more);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('there is no queue here: ');
  expect(stderr).toContain('nothing was changed; ovld queue write makes one');
  expect(readdirSync(project)).toEqual(before);
});

describe('`ovld queue ack`', () => {
  async function filled() {
    const world = cliWorld();
    for (const text of ['one', 'two', 'three']) {
      await world.ovld('queue', 'write', 'marshall', text, '--from', 'envoy');
    }
    const statuses = () =>
      readFileSync(join(world.project, '.ovld/queue/inbox/marshall.yaml'), 'utf8')
        .split('\n')
        .flatMap((line) => /^ {2}status: (.*)/.exec(line)?.[1] ?? []);
    return { ...world, statuses };
  }

  it('sets the messages it names to processed, once, and leaves the others [bastion.inbox.7]', async () => {
    const { ovld, statuses } = await filled();
    expect(await ovld('queue', 'ack', 'marshall', 'msg_001', 'msg_003')).toEqual({
      code: 0,
      stdout: 'Processed in the inbox of marshall: msg_001, msg_003.\n',
      stderr: '',
    });
    expect(statuses()).toEqual(['processed', 'pending', 'processed']);
    const again = await ovld('queue', 'ack', 'marshall', 'msg_001', 'msg_002', '--json');
    const data = { to: 'marshall', acknowledged: ['msg_002'], already: ['msg_001'] };
    expect(again).toEqual({ code: 0, stdout: `${JSON.stringify(data)}\n`, stderr: '' });
    const third = await ovld('queue', 'ack', 'marshall', 'msg_002', { LANG: 'ja_JP.UTF-8' });
    expect(third.stdout).toBe('すでに処理済みです: msg_002\n');
  });

  it('changes nothing where one of the names is no message of that inbox', async () => {
    const { ovld, statuses } = await filled();
    const { code, stderr } = await ovld('queue', 'ack', 'marshall', 'msg_001', 'msg_009');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        'ovld: there is no message "msg_009" in the inbox of marshall\n  → ovld queue list marshall shows what there is\n',
    });
    expect((await ovld('queue', 'ack', 'nobody', 'msg_001')).code).toBe(1);
    expect((await ovld('queue', 'ack', 'marshall')).code).toBe(2);
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
  });
});

/** In place of every way to start a program. */
const NO_PROGRAM = `import children from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
for (const name of Object.keys(children)) {
  if (/^(spawn|exec|fork)/.test(name)) children[name] = () => process.exit(42);
}
syncBuiltinESMExports();`;

it('the mailbox is written, read and acknowledged by the program itself: it starts no other, so no shell script takes part [bastion.mailbox.1]', async () => {
  const { ovld } = cliWorld();
  const alone = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_PROGRAM)}` };
  for (const words of [
    ['write', 'marshall', 'Go on', '--from', 'envoy'],
    ['list', 'marshall'],
    ['ack', 'marshall', 'msg_001'],
  ]) {
    const { code, stdout, stderr } = await ovld('queue', ...words, alone);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('msg_001');
  }
  const starts = "require('node:child_process').spawn(process.execPath, ['-e', '0'])";
  const { status } = spawnSync(process.execPath, ['-e', starts], { env: alone });
  expect(status, 'a program that starts another is stopped').toBe(42);
});
