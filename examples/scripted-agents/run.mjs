// Agents without an account: each plays a script of yours, in a real pane, with a real relay.
// For trying a formation, a ritual or a habit of yours before it costs anything.
import { holds, installed, play, say, until } from '../stage.mjs';

// A rule fires where a message contains `when`; a directive is one of: reply, send <role>, broadcast,
// status <idle|working|blocked|done>, work <ms>.
const SCRIPTS = {
  lead: { start: ['send hand: Count the tests'], rules: [] },
  hand: {
    rules: [
      {
        when: 'Count the tests',
        do: ['status working: counting', 'work 300', 'reply: 42 of 42', 'status done: counted'],
      },
    ],
  },
};

await play(async (world) => {
  if (!installed('tmux')) return say('tmux is not installed: there is nothing to start it in.');
  const seats = Object.entries(SCRIPTS).map(([role, script]) => {
    const file = world.write(`scripts/${role}.json`, JSON.stringify(script));
    return `  - { role: ${role}, agent: mock, args: [--script, ${file}] }`;
  });
  world.write('.ovld/formations/scripted.yaml', `roles:\n${seats.join('\n')}\n`);

  const how = ['--formation', 'scripted', '--mux', 'tmux', '--no-rituals'];
  await world.does(['summon', '--detach', ...how]);
  const log = async () =>
    (await world.does(['log', '--json']))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const fetched = await until('both messages to be read', async () => {
    const read = (await log()).filter(({ event }) => event === 'fetched');
    return read.length === 2 && read;
  });
  holds('lead wrote, hand was woken and answered, lead was woken', fetched.length === 2);

  const hand = await until('hand to be done', async () => {
    const { armies } = JSON.parse(await world.does(['status', '--json']));
    return armies[0].roles.find(({ role, status }) => role === 'hand' && status === 'done');
  });
  holds(`hand declares: ${hand.status}: ${hand.task}`, hand.task === 'counted');

  const rung = (await log()).filter(({ event }) => event === 'rung');
  holds(
    `each of them by a nudge in its pane: ${rung.map(({ to, by }) => `${to} by ${by}`).join(', ')}`,
    rung.length >= 2 && rung.every(({ by }) => by === 'typed'),
  );
  say('The journal of all of it, without a word of a message:');
  say(await world.does(['log']));
});
