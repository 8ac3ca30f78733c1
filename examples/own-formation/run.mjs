// An army of your own: two roles, their rituals, their panes. First as it would be started, then for real.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holds, installed, play, say, until } from '../stage.mjs';

await play(async (world) => {
  cpSync(fileURLToPath(new URL('project/', import.meta.url)), world.project, { recursive: true });
  mkdirSync(join(world.project, 'packages/web'), { recursive: true });
  if (!installed('tmux')) return say('tmux is not installed: there is nothing to start it in.');

  const plan = await world.does(['summon', '--agent', 'mock', '--dry-run']);
  holds('the plan has both roles', plan.includes('lead') && plan.includes('hand'));
  holds('and hand works in packages/web', plan.includes(join(world.project, 'packages/web')));

  say('ovld summon --agent mock --detach');
  await world.does(['summon', '--agent', 'mock', '--detach']);
  const status = async () => JSON.parse(await world.does(['status', '--json'])).armies[0];
  const army = await status();
  holds(`the army "${army.session}" is live in tmux`, army.standing === 'live');
  holds(
    'both have their rituals',
    army.roles.every(({ ritual }) => ritual?.state === 'given'),
  );

  const screen = () => world.tmux('capture-pane', '-p', '-J', '-t', `${army.session}:desk.0`);
  holds('lead sits in its pane of the tab "desk"', (await until('lead', screen)).includes('lead'));

  await world.does(['unsummon', '--force']);
  const after = JSON.parse(await world.does(['status', '--all', '--json']));
  holds('and dismissed, nothing of it is left', after.armies.length === 0);
});
