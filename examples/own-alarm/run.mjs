// A command of your own that is run when an agent needs you (`notify:` in your own `~/.config/ovld/config.yaml`): for a chat, a
// phone, a lamp. It gets the facts in its environment, once an event, and never a word of a message.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, installed, play, say, until } from '../stage.mjs';

const SCRIPT = { start: ['send human: SECRET: which database shall I use?'], rules: [] };

await play(async (world) => {
  if (!installed('tmux')) return say('tmux is not installed: there is nothing to start it in.');
  const heard = join(world.project, 'heard.txt');
  const alarm = world.write(
    'alarm.sh',
    `#!/bin/sh\necho "$OVLD_ALERT_KIND $OVLD_ALERT_ROLE $OVLD_ALERT_SESSION: $OVLD_ALERT_MESSAGE" >> '${heard}'\n`,
  );
  const script = world.write('lead.json', JSON.stringify(SCRIPT));
  world.write(
    '.ovld/formations/one.yaml',
    `roles:\n  - { role: lead, agent: mock, args: [--script, ${script}] }\n`,
  );
  world.write(
    '../home/.config/ovld/config.yaml',
    [
      'notify:',
      '  bell: false',
      '  desktop: false',
      `  command: [sh, ${alarm}]`,
      '  on: [waits, died, unreachable, wrote, loops] # all there are',
    ].join('\n'),
  );
  await world.does(['summon', '--detach', '--formation', 'one', '--mux', 'tmux', '--no-rituals']);

  const lines = () =>
    existsSync(heard) ? readFileSync(heard, 'utf8').split('\n').filter(Boolean) : [];
  const [line] = await until('the alarm', () => lines().length > 0 && lines());
  say(line);
  holds('the alarm says what happened and to whom', /^wrote lead one: ./.test(line));
  holds('and no part of the message', !line.includes('SECRET'));

  await world.does(['inbox']);
  await world.does(['status']);
  holds('once, however often anybody looks', lines().length === 1);
});
