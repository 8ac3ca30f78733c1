import { holds, play } from '../../../examples/stage.mjs';

await play(async () => holds('two and two are five', Number('2') + 2 === 5));
