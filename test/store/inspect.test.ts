import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inspectRelayDir } from '../../src/store/files/inspect.ts';
import { tempDir } from '../support/temp.ts';

it('a link in a relay directory is found, but for those of which the home of a seat is made', async () => {
  const dir = tempDir();
  for (const place of ['files/storm.home/.gemini', 'files/storm', 'inbox']) {
    mkdirSync(join(dir, place), { recursive: true });
    symlinkSync('/etc', join(dir, place, 'link'));
  }
  const { links } = await inspectRelayDir(dir);
  expect(links.toSorted()).toEqual([join(dir, 'files/storm/link'), join(dir, 'inbox/link')]);
});
