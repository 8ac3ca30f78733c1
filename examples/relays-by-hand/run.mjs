// A first army by hand: no multiplexer, no agent, two relays and an MCP client.
// Shows what a message goes through, and that a crash of its reader does not lose it.
import { join } from 'node:path';
import { holds, play, say } from '../stage.mjs';

await play(async (world) => {
  const place = join(world.dir, 'relay');

  say('Two relays share one directory. Each speaks MCP on stdin and stdout, for one role.');
  const overlord = world.relay('overlord', place);
  const storm = world.relay('storm', place);
  const tools = await overlord.hello();
  await storm.hello();
  holds(`an agent gets ${tools.length} tools: ${tools.join(', ')}`, tools.length === 5);

  const { structuredContent: sent } = await overlord.call('send_message', {
    to: 'storm',
    subject: 'Ship the login page',
    body: 'The plan is in docs/plan.md.',
  });
  say(`overlord → storm: ${JSON.stringify(sent)}`);
  holds('it is stored, though nobody can be woken here: there is no pane', sent.delivered === true);

  const first = await storm.call('check_inbox');
  const [handed] = first.structuredContent.messages;
  holds('storm is handed the message', handed.body === 'The plan is in docs/plan.md.');

  say('Now the relay of storm is killed, before its agent has done anything with the message.');
  await storm.kill();
  const fresh = world.relay('storm', place);
  await fresh.hello();
  const second = await fresh.call('check_inbox');
  const [again] = second.structuredContent.messages;
  holds('a fresh relay hands over the same message', again.id === handed.id);
  holds('and marks it: redelivered', again.redelivered === 1);

  await fresh.call('get_status');
  const third = await fresh.call('check_inbox');
  holds(
    'a further request acknowledges it, and it does not come again',
    third.structuredContent.messages.length === 0,
  );

  const wrong = await overlord.call('send_message', { to: 'strom', subject: 's', body: 'b' });
  holds(
    `a misspelt role is an error the agent can read: ${wrong.content[0].text.split('\n')[0]}`,
    wrong.isError === true,
  );
});
