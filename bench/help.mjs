// What a person waits for before anything happens: the help, and a Tab of the shell.
import { spawn } from 'node:child_process';
import { bareNode, median, OVLD, timed } from './lib.mjs';

const run = (args) =>
  timed(
    () =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH, HOME: process.env.HOME };
        spawn(process.execPath, [OVLD, ...args], { env, stdio: 'ignore' }).on('exit', resolve);
      }),
  );

async function against(name, args) {
  const [bare, ours] = [[], []];
  for (let i = 0; i < 25; i += 1) {
    bare.push(await bareNode());
    ours.push(await run(args));
  }
  return { name, floor: median(bare), ours: median(ours), limit: 1.5 };
}

export const helping = () => against('ovld --help, against node -e 0, p50', ['--help']);

export const completing = () =>
  against('a Tab: ovld complete, against node -e 0, p50', ['complete', 'bash', 'hold', '']);
