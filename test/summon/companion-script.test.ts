import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launchScript } from '../../src/summon/launch-script.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** Listens, writes down that it has started, and takes the first SIGTERM as leave to go on. */
const COMPANION = `
import { appendFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
const [, , socket, started] = process.argv;
let asked = 0;
process.on('SIGTERM', () => (asked += 1) > 1 && process.exit());
process.on('SIGHUP', () => undefined);
rmSync(socket, { force: true });
createServer().listen(socket, () => appendFileSync(started, process.pid + '\\n'));
`;

/** What the pane shows: it writes its own pid down, and ends with the file. */
const AGENT = `
import { existsSync, writeFileSync } from 'node:fs';
const [, , running] = process.argv;
writeFileSync(running, String(process.pid));
setInterval(() => existsSync(running) || process.exit(3), 20);
`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

function seat(companion?: readonly string[], instead?: readonly string[]) {
  const dir = tempDir();
  const at = (name: string): string => join(dir, name);
  const [socket, started, running] = [at('s'), at('started'), at('running')];
  writeFileSync(at('companion.mjs'), COMPANION);
  writeFileSync(at('agent.mjs'), AGENT);
  const argv = companion ?? [process.execPath, at('companion.mjs'), socket, started];
  const launch = { argv: [], companion: { argv, socket, ...(instead && { instead }) } };
  writeFileSync(at('launch.sh'), launchScript(launch, dir, 'storm'));
  const words = [at('launch.sh'), process.execPath, at('agent.mjs'), running];
  // A process group of its own, as that of a pane.
  const shell: ChildProcess = spawn('sh', words, { detached: true, stdio: 'pipe' });
  const group = -(shell.pid ?? 0);
  let said = '';
  shell.stdout?.on('data', (data: Buffer) => void (said += String(data)));
  const ended = new Promise<number | null>((resolve) => shell.on('exit', resolve));
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  const pids = (path: string): number[] =>
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  const companions = (): number[] => pids(started);
  return {
    shell: shell.pid ?? 0,
    group,
    ended,
    companions,
    said: () => said,
    /** Both run; the agent's pid and the companion's. */
    up: async (): Promise<{ agent: number; companion: number }> => {
      await waitFor(() => pids(running).length === 1, 'the agent');
      return { agent: pids(running)[0] ?? 0, companion: companions()[0] ?? 0 };
    },
    gone: (pid: number) => waitFor(() => !isAlive(pid), `the end of ${pid}`),
  };
}

describe('an agent with a companion', () => {
  it('is started once that listens, and takes it along, though that would rather go on [X5]', async () => {
    const { up, gone, ended, companions } = seat();
    const { agent, companion } = await up();
    process.kill(agent, 'SIGKILL');
    expect(await ended).toBe(137);
    await gone(companion);
    expect(companions()).toEqual([companion]);
  });

  it('takes it along where its pane is closed', async () => {
    const { up, gone, group } = seat();
    const { agent, companion } = await up();
    process.kill(group, 'SIGHUP');
    await gone(agent);
    await gone(companion);
  });

  it('takes it along where its shell was killed, and the pane ended by that', async () => {
    const { up, gone, group, shell } = seat();
    const { agent, companion } = await up();
    process.kill(shell, 'SIGKILL');
    // As the kernel does with what a session's first process leaves in a terminal.
    process.kill(group, 'SIGHUP');
    await gone(agent);
    await gone(companion);
  });

  it('gets another where that died', async () => {
    const { up, companions, gone } = seat();
    const { agent, companion } = await up();
    process.kill(companion, 'SIGKILL');
    const next = await waitFor(() => companions()[1], 'another companion');
    expect(isAlive(agent)).toBe(true);
    process.kill(agent, 'SIGKILL');
    await gone(next);
  });

  it('is started in its other form where the companion ends at once', async () => {
    const { ended, said } = seat(['sh', '-c', 'echo too old; exit 2'], ['echo', 'alone', "it's"]);
    expect(await ended).toBe(0);
    expect(said()).toBe("alone it's\n");
  });

  it('ends with the last words of the companion where it has no other form', async () => {
    const { ended, said } = seat(['sh', '-c', 'echo too old; exit 2']);
    expect(await ended).toBe(1);
    expect(said()).toBe('too old\n');
  });
});
