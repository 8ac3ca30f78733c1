// CI, cron or any script as a correspondent of a running army: it writes with `ovld send`, is answered
// as `human`, and reads with `ovld inbox --json`. No pane is touched, and nothing has to keep running.
import { holds, installed, play, say, until } from '../stage.mjs';

const SCRIPTS = {
  lead: {
    rules: [
      { when: 'The build is red', do: ['send hand: Find out why', 'status working: red build'] },
      { when: 'A test is flaky', do: ['send human: It was a flaky test; it runs again'] },
    ],
  },
  hand: { rules: [{ when: 'Find out why', do: ['work 200', 'reply: A test is flaky'] }] },
};

await play(async (world) => {
  if (!installed('tmux')) return say('tmux is not installed: there is nothing to start it in.');
  const seats = Object.entries(SCRIPTS).map(([role, script]) => {
    const file = world.write(`scripts/${role}.json`, JSON.stringify(script));
    return `  - { role: ${role}, agent: mock, args: [--script, ${file}] }`;
  });
  world.write('.ovld/formations/pair.yaml', `roles:\n${seats.join('\n')}\n`);
  await world.does(['summon', '--detach', '--formation', 'pair', '--mux', 'tmux', '--no-rituals']);

  say('$ tail -n 20 build.log | ovld send lead --subject "The build is red" --urgent --json');
  const log = 'FAIL test/login.test.ts\nexpected 200, got 503\n';
  const how = ['--subject', 'The build is red', '--urgent', '--json'];
  const sent = JSON.parse(await world.does(['send', 'lead', ...how], { input: log }));
  holds(`it is stored: ${sent.id}`, sent.delivered === true);

  say('$ ovld inbox --json');
  const inbox = async () => JSON.parse(await world.does(['inbox', '--json'])).messages;
  const [answer] = await until('an answer', async () => {
    const messages = await inbox();
    return messages.length > 0 && messages;
  });
  holds(`${answer.from} answers: ${answer.subject}`, answer.body.includes('flaky'));
  holds('looking takes nothing: it is still unread', (await inbox()).length === 1);

  await world.does(['inbox', '--take']);
  holds('until it is taken', (await inbox()).length === 0);

  const { armies } = JSON.parse(await world.does(['status', '--json']));
  const unread = armies[0].roles.map(({ observed }) => observed.unread);
  holds(
    'and nobody is owed anything',
    unread.every((count) => count === 0),
  );
});
