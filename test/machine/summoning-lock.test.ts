import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeArmy } from '../../src/compose/army.ts';
import { bootId, identify } from '../../src/kit/process-identity.ts';
import { tempDir } from '../support/temp.ts';

it('the process that starts or ends an army does not wait for itself', async () => {
  const parts = await composeArmy({ HOME: tempDir() });
  const began = Date.now();
  await parts.alone(() => parts.calm());
  // It would be the whole patience, 45 s.
  expect(Date.now() - began).toBeLessThan(20_000);
});

it('a process waits until another has started or ended its army', async () => {
  const home = tempDir();
  const armies = join(home, '.config', 'ovld', 'armies');
  mkdirSync(armies, { recursive: true });
  const self = identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
  const until = Date.now() + 1500;
  const lock = JSON.stringify({ ...self, token: 'other', until });
  writeFileSync(join(armies, '.summoning.lock'), lock);
  const parts = await composeArmy({ HOME: home });
  await parts.calm();
  expect(Date.now()).toBeGreaterThanOrEqual(until);
});
