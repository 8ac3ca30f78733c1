import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { composeArmy } from '../../src/compose/army.ts';
import { shakeHands, spawnRelay } from '../../src/mock-agent/mcp-client.ts';
import { openFileStore } from '../../src/store/files.ts';
import { isRunning } from '../support/mock-agent.ts';
import { argvOf } from '../support/mux-world.ts';
import { OVLD, readyRelay, relayEnv } from '../support/relay-process.ts';
import { requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** The directory of an army that has panes, if nothing but a program that is asked for them. */
async function armyWithPanes(): Promise<string> {
  const dir = join(tempDir(), 'relay');
  const store = openFileStore(dir, {});
  const formation = { ...overlordFormation, mux: 'tmux' as const };
  await store.init(formation);
  await store.writeOutfit(formation, []);
  return dir;
}

async function kept() {
  const dir = await armyWithPanes();
  const relay = await readyRelay(dir, 'storm');
  const seat = (): { keeper?: { pid: number }; ready_at?: string } => {
    const [name = ''] = readdirSync(join(dir, 'agents', 'storm'));
    return JSON.parse(readFileSync(join(dir, 'agents', 'storm', name), 'utf8')) as object;
  };
  const keeperNow = (): Promise<number> =>
    waitFor(() => {
      const { keeper } = seat();
      return keeper !== undefined && isRunning(keeper.pid) && keeper.pid;
    }, 'a keeper on record');
  const keeper = await keeperNow();
  onTestFinished(() => {
    for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  const started = [keeper];
  return { dir, relay, keeper, keeperNow, started, seat };
}

const cpuOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).join(' ') ??
  '';

describe('the keeper of a relay [R8]', () => {
  it('is a shell that waits: no Node, no time of the processor, and gone when the relay leaves', async (context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    const { relay, keeper, seat } = await kept();
    expect(seat().ready_at).toBeDefined();
    expect(argvOf(keeper)[0]).toBe('sh');
    const before = cpuOf(keeper);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(cpuOf(keeper)).toBe(before);
    await relay.close();
    await waitFor(() => !isRunning(keeper), 'the keeper to end with its relay');
  });

  it('has a successor when it is killed', async (context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    const { keeper, keeperNow, started } = await kept();
    process.kill(keeper, 'SIGKILL');
    const next = await waitFor(async () => {
      const found = await keeperNow();
      return found !== keeper && found;
    }, 'another keeper');
    started.push(next);
    expect(argvOf(next)[0]).toBe('sh');
  });

  it('begins to work when its relay is killed, is known as a process of the army, and ends when that is dismissed', async (context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    const { dir, relay, keeper } = await kept();
    const { processes } = await composeArmy({ HOME: tempDir() });
    expect(await processes.ofArmy(dir)).toContain(keeper);
    expect(await processes.seated(dir)).not.toContain(keeper);
    await relay.kill('SIGKILL');
    await waitFor(
      () => argvOf(keeper).includes('keep') && argvOf(keeper)[0] !== 'sh',
      'it to work',
    );
    expect(await processes.ofRole(dir, 'storm')).toEqual([keeper]);
    expect(await processes.ofRole(dir, 'shadow')).toEqual([]);
    // The agent, this process, lives: only the army is gone.
    renameSync(dir, `${dir}.gone`);
    await waitFor(() => !isRunning(keeper), 'the keeper to end with its army', 30_000);
  });

  it('that cannot be started for want of a shell harms neither the relay nor its group', async (context) => {
    const setsid = '/usr/bin/setsid';
    requireOrSkip(context, 'linux', existsSync(setsid) ? undefined : `${setsid} is not there`);
    const dir = await armyWithPanes();
    // A group of its own: what the relay would kill is not this test.
    const relay = spawnRelay({
      command: setsid,
      args: [process.execPath, OVLD, 'relay'],
      env: { ...relayEnv(dir, 'storm'), PATH: '/nowhere' },
    });
    onTestFinished(async () => void (await relay.kill('SIGKILL')));
    await shakeHands(relay);
    for (let times = 0; times < 5; times += 1) {
      expect(await relay.call('check_inbox', {})).toMatchObject({ isError: false });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
});
