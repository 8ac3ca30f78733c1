import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { identify } from '../../../src/kit/process-identity.ts';
import { armyFiles } from '../../../src/store/files/armies.ts';
import { cliWorld } from '../../support/cli-world.ts';
import { OVLD } from '../../support/relay-process.ts';
import { waitFor } from '../../support/wait-for.ts';

const started = async (child: ChildProcess): Promise<ChildProcess> => {
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => void child.once('spawn', resolve));
  return child;
};

it('ovld doctor ends with its last line, even while an army is being started', async () => {
  const { home, project, env } = cliWorld();
  const armies = join(home, '.config', 'ovld', 'armies');
  mkdirSync(armies, { recursive: true, mode: 0o700 });
  await armyFiles(armies).add({
    session: 'overlord',
    folder: project,
    formation: 'overlord',
    mux: 'tmux',
    life: 'one',
    relayDir: join(home, '.config', 'ovld', 'relay'),
    startedAt: new Date().toISOString(),
  });
  const program = ['-e', 'setInterval(() => {}, 1000)'];
  const holder = await started(spawn(process.execPath, program, { stdio: 'ignore' }));
  const held = { ...identify(holder.pid ?? 0), token: 't', until: Date.now() + 60_000 };
  writeFileSync(join(armies, '.summoning.lock'), JSON.stringify(held), { mode: 0o600 });

  const doctor = spawn(process.execPath, [OVLD, 'doctor'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await started(doctor);
  let said = '';
  doctor.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await waitFor(() => /^No fault.*\.$/m.test(said), 'its last line');
  expect(said).toContain('armies were not checked');
  // It would wait for 45 s in all.
  await waitFor(() => doctor.exitCode !== null, 'the end of the command', 15_000);
  expect(doctor.exitCode).toBe(0);
});
