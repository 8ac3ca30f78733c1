import { holds, play, say } from '../../../examples/stage.mjs';

await play(async ({ dir }) => {
  say(dir);
  holds('two and two are five', Number('2') + 2 === 5);
});
