import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { identify } from '../../src/kit/process-identity.ts';
import { launchScript } from '../../src/summon/launch-script.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

interface Seat {
  child: ChildProcess;
  dir: string;
  ended: Promise<number | null>;
}

/** As a multiplexer starts a pane's command: at the head of a session of its own. */
function start(launch: object, agent: string, detached = true): Seat {
  const dir = tempDir();
  const path = join(dir, 'launch.sh');
  writeFileSync(path, launchScript({ argv: [], ...launch }, '/relay', 'storm'));
  const child = spawn('sh', [path, 'sh', '-c', agent], { cwd: dir, detached, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, dir, ended };
}

const lives = (pid: number): boolean => identify(pid) !== undefined;
const numberIn = async (path: string): Promise<number> => {
  await waitFor(() => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'), path);
  return Number(readFileSync(path, 'utf8'));
};

describe('the script that starts an agent', () => {
  it('makes ready what it is started with, and gives it its variables and its terminal', async () => {
    const launch = { env: { ONE: "it's" }, before: 'echo made > made', lingers: true };
    const { child, dir, ended } = start(
      launch,
      'read -r said; cat made; echo "$ONE $OVLD_SEAT $said"; exit 3',
    );
    let out = '';
    child.stdout?.on('data', (data) => (out += String(data)));
    child.stdin?.write('typed\n');
    expect(await ended).toBe(3);
    expect(out).toBe("made\nit's /relay/storm typed\n");
    expect(existsSync(join(dir, 'made'))).toBe(true);
  });

  // [X14]
  it.each(['SIGHUP', 'SIGTERM'] as const)(
    'ends one that would outlive its pane on %s, and what it has started, which may first tidy up',
    async (signal) => {
      const { child, dir } = start(
        { lingers: true },
        `sh -c 'trap "echo tidy >tidy; exit" TERM; echo $$ >own; while :; do sleep 0.1; done' &
        trap '' HUP TERM; echo $$ >pid; while :; do sleep 0.1; done`,
      );
      const pids = [await numberIn(join(dir, 'pid')), await numberIn(join(dir, 'own'))];
      child.kill(signal);
      await waitFor(() => !pids.some(lives), 'both to end', 20_000);
      expect(existsSync(join(dir, 'tidy'))).toBe(true);
    },
  );

  it('ends the agent alone where it is not at the head of its group', async () => {
    const { child, dir, ended } = start(
      { lingers: true },
      'echo $$ >pid; while :; do sleep 0.1; done',
      false,
    );
    const pid = await numberIn(join(dir, 'pid'));
    child.kill('SIGHUP');
    expect(await ended).toBe(129);
    expect(lives(pid)).toBe(false);
  });

  it('becomes one that ends with its pane', async () => {
    const { child, dir } = start({ env: {} }, 'echo $$ >pid; exec sleep 30');
    expect(await numberIn(join(dir, 'pid'))).toBe(child.pid);
    child.kill('SIGTERM');
  });
});
