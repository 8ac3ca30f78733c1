import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeArmy } from '../../src/compose/army.ts';
import { bootId, identify } from '../../src/kit/process-identity.ts';
import { tempDir } from '../support/temp.ts';

it('whoever starts or ends an army alone does not wait for itself to be done', async () => {
  const parts = await composeArmy({ HOME: tempDir() });
  const began = Date.now();
  await parts.alone(() => parts.calm());
  // It would be the whole patience, 45 s.
  expect(Date.now() - began).toBeLessThan(20_000);
});

it('but for another', async () => {
  const home = tempDir();
  const armies = join(home, '.config', 'ovld', 'armies');
  mkdirSync(armies, { recursive: true });
  const self = identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
  const lock = JSON.stringify({ ...self, token: 'other', until: Date.now() + 1500 });
  writeFileSync(join(armies, '.summoning.lock'), lock);
  const parts = await composeArmy({ HOME: home });
  let calm = false;
  const waiting = parts.calm().then(() => (calm = true));
  await new Promise((resolve) => void setTimeout(resolve, 100));
  expect(calm).toBe(false);
  await waiting;
});
