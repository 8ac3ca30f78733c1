// The bastion's mailbox from a script: one YAML file a role, which people can read and edit, and no daemon.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openQueue } from 'ovld';
import { holds, play, say } from '../stage.mjs';

await play(async (world) => {
  const folder = join(world.project, '.ovld');
  const queue = await openQueue(folder);

  const id = await queue.write('marshall', 'look at docs/plan.md', 'task_assigned', 'envoy');
  holds(`a message is one call: ${id}`, id === 'msg_001');

  say('Twenty scripts at once, into one file:');
  const all = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all(all.map((n) => queue.write('marshall', `finding ${n}`, 'wake_up', 'envoy')));
  const entries = await queue.read('marshall');
  holds(
    'every one of them is there, none twice',
    new Set(entries.map((one) => one.id)).size === 21,
  );

  const path = join(folder, 'queue/inbox/marshall.yaml');
  say(readFileSync(path, 'utf8').split('\n').slice(0, 8).join('\n'));

  const seen = (await world.does(['queue', 'list', 'marshall', '--json'])).trim().split('\n');
  holds('the command line sees the same 21', seen.length === 21 && seen.every(JSON.parse));

  const refused = await queue.write('nobody', 'hello', 'wake_up', 'envoy').catch((error) => error);
  holds('a name without an inbox is refused, not made', refused.code === 'unknown_role');

  const wanted = [
    '--purpose',
    'Login works with JWT',
    '--criterion',
    'POST /login returns a token',
  ];
  await world.does(['board', 'issue', ...wanted, 'Build the login']);
  const board = await world.does(['board']);
  holds('and work is on the board, with nobody running yet', board.includes('cmd_001'));
});
