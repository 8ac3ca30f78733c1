import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { composeArmy } from '../../src/compose/army.ts';
import { launchScript } from '../../src/summon/launch-script.ts';
import { argvOf, inhabitants, killAll } from '../support/mux-world.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const SLEEPER = 'setInterval(() => undefined, 1000)';
/** Starts another program with its own input, as a wrapper does, and one without, as an agent its tools. */
const WRAPPER = `
const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}, 'real'], { stdio: 'inherit' });
spawn(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}, 'tool'], { stdio: 'ignore' });
${SLEEPER}`;

/** In a terminal of its own; `OVLD_WORLD` is how the test finds what is left. */
async function started(companion: boolean) {
  const dir = tempDir();
  const parts = await composeArmy({ HOME: dir });
  const relayDir = parts.relayDir('overlord');
  mkdirSync(relayDir, { recursive: true, mode: 0o700 });
  const [path, socket] = [join(dir, 'storm.sh'), join(dir, 's')];
  const listens = `require('node:net').createServer().listen(${JSON.stringify(socket)})`;
  const launch = {
    argv: [],
    ...(companion && { companion: { argv: [process.execPath, '-e', listens, 'beside'], socket } }),
  };
  writeFileSync(path, launchScript(launch, relayDir, 'storm'));
  const words = ['sh', path, process.execPath, '-e', WRAPPER, 'wrapper'];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const env = { PATH: process.env['PATH'], OVLD_WORLD: dir };
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await killAll(() => inhabitants(dir));
  });
  const names = async (): Promise<string[]> => {
    const pids = await parts.processes.ofRole(relayDir, 'storm');
    return pids.map((pid) => argvOf(pid).at(-2) ?? '').toSorted();
  };
  return { names, dir };
}

it.skipIf(process.platform !== 'linux').each([
  ['alone', false, ['real', 'wrapper']],
  ['with a companion', true, ['beside', 'real', 'wrapper']],
] as const)(
  'an agent %s is found under whatever name, with the program it wraps and without its tools',
  async (_name, companion, expected) => {
    const { names, dir } = await started(companion);
    await waitFor(async () => (await names()).includes('real'), 'the agent to run');
    await waitFor(() => inhabitants(dir).some((pid) => argvOf(pid).at(-2) === 'tool'), 'its tool');
    expect(await names()).toEqual(expected);
  },
);
