import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Trust } from '../../src/agent/agent.ts';
import { formationSchema } from '../../src/army/formation.ts';
import { openFileStore } from '../../src/store/files.ts';
import { decideStartOrder, startScript } from '../../src/summon/postponed-start.ts';
import { fresh } from '../support/fresh-store.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const army = (seats: object[], tabs: object[]) => ({
  ...formationSchema.parse({ name: 'some', mux: 'tmux', roles: seats, tabs }),
  folder: '/place',
});
const deciding = (read: (folder: string) => Trust) => ({
  readTrust: async (_agent: unknown, folder: string) => read(folder),
  processes: { resolve: (folder: string, path: string) => join(folder, path) } as never,
});

describe('the order of starts', () => {
  const tabs = [
    { name: 'back', panes: [{ role: 'one' }] },
    { name: 'front', focus: true, panes: [{ role: 'two' }, { role: 'three', focus: true }] },
  ];

  it('asks in the pane that a person sees first [session.trust.2]', async () => {
    const formation = army([{ role: 'one' }, { role: 'two' }, { role: 'three' }], tabs);
    const { askedBy } = await decideStartOrder(
      deciding(() => ({ state: 'asks', place: '/place' })),
      formation,
    );
    expect(Object.fromEntries(askedBy)).toEqual({ one: 'three', two: 'three', three: 'three' });
  });

  it('asks once for each place, and not where it is trusted', async () => {
    const seats = [{ role: 'one', cwd: 'a' }, { role: 'two', cwd: 'b' }, { role: 'three' }];
    const { askedBy } = await decideStartOrder(
      deciding((folder) =>
        folder === '/place/b' ? { state: 'trusted' } : { state: 'asks', place: folder },
      ),
      army(seats, tabs),
    );
    expect(Object.fromEntries(askedBy)).toEqual({ one: 'one', three: 'three' });
  });

  it('starts all where the record cannot be read, and says which', async () => {
    const formation = army([{ role: 'one' }, { role: 'two' }, { role: 'three' }], tabs);
    const decided = await decideStartOrder(
      deciding(() => ({ state: 'unknown', path: '/r' })),
      formation,
    );
    expect(decided).toEqual({ askedBy: new Map(), unread: ['/r'] });
  });
});

describe('a late start', () => {
  it('is on record until the agent that asks has come up, for all that wait for the same answer', async () => {
    const { dir, store } = await fresh();
    const { starts } = openFileStore(dir);
    for (const role of ['overlord', 'strategist']) await store.starts.postpone(role, 'overlord');
    await store.starts.postpone('storm', 'storm');
    writeFileSync(join(dir, 'postponed', 'inferno'), 'no role at all\n');
    mkdirSync(join(dir, 'postponed', 'glacier'));
    expect(Object.fromEntries(await starts.listPostponed())).toEqual({
      overlord: 'overlord',
      strategist: 'overlord',
      storm: 'storm',
    });
    // Also where one that waited was started by hand, and answered there.
    await starts.proceed('strategist');
    expect([...(await store.starts.listPostponed()).keys()]).toEqual(['storm']);
    await starts.proceed('inferno');
    expect([...(await store.starts.listPostponed()).keys()]).toEqual(['storm']);
  });

  async function waiting(name = 'agent') {
    const { dir, store } = await fresh();
    await store.starts.postpone('storm', 'overlord');
    const script = join(tempDir(), 'start.sh');
    writeFileSync(script, startScript(store.starts.signPath('storm'), "storm waits; it's early"));
    const child = spawn('sh', [script, 'printf', '[%s]', name, 'two words'], { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
    return { dir, store, child, ended, said: () => said };
  }

  it('waits in its pane without a look, and then becomes the agent [session.trust.2]', async () => {
    const { dir, store, child, ended, said } = await waiting();
    const pipe = join(dir, 'postponed', 'storm.pipe');
    await waitFor(() => existsSync(pipe) && said().includes("it's early"), 'the script to wait');
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(statSync(pipe).mode & 0o077).toBe(0);
    expect(child.exitCode).toBeNull();
    await store.starts.proceed('overlord');
    expect(await ended).toBe(0);
    expect(said()).toMatch(/\[agent\]\[two words\]$/);
    expect(existsSync(pipe)).toBe(false);
  });

  it('is not missed where the answer comes before the script has begun to wait', async () => {
    const { store, ended, said } = await waiting();
    await store.starts.proceed('overlord');
    expect(await ended).toBe(0);
    expect(said()).toMatch(/\[agent\]\[two words\]$/);
  });

  it('needs no reader to be given up, and wakes no file that is no pipe', async () => {
    const { dir, store } = await fresh();
    await store.starts.postpone('storm', 'overlord');
    writeFileSync(join(dir, 'postponed', 'storm.pipe'), 'kept');
    await store.starts.proceed('overlord');
    expect([...(await store.starts.listPostponed()).keys()]).toEqual([]);
    expect(statSync(join(dir, 'postponed', 'storm.pipe')).size).toBe(4);
  });
});
