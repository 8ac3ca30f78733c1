import { play, say } from '../../../examples/stage.mjs';

// Never comes to its end by itself.
await play(async (world) => {
  const relay = world.relay('storm', world.dir);
  await relay.hello();
  say(world.dir);
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
