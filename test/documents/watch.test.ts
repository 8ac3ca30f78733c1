import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeDisk } from '../../src/kit/disk.ts';
import { watchDocuments } from '../../src/documents/yaml/watch.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

it('the watch of documents reports every document, also in directories that are made later', async () => {
  const root = tempDir();
  const queue = join(root, 'queue');
  mkdirSync(join(queue, 'inbox'), { recursive: true });
  let heard = 0;
  const watch = watchDocuments(nodeDisk, root, () => (heard += 1));
  await watch.rearm();
  expect(watch.hearing).toBe(true);
  const changes = async (what: string, change: () => void): Promise<void> => {
    heard = 0;
    change();
    await waitFor(() => heard > 0, what);
  };
  await changes('a command', () => writeFileSync(join(queue, 'envoy_to_marshall.yaml'), '[]\n'));
  await changes('a directory', () => mkdirSync(join(queue, 'tasks')));
  // Listened to since its directory was made.
  await waitFor(async () => {
    heard = 0;
    writeFileSync(join(queue, 'tasks', 'specialist_1.yaml'), `task_id: ${Math.random()}\n`);
    return waitFor(() => heard > 0, 'a task', 300).catch(() => false as const);
  }, 'a task');
  watch.close();
});

it('the watch of documents is deaf while there is no directory, and reports again after the directory was replaced [N1]', async () => {
  const root = tempDir();
  let heard = 0;
  const watch = watchDocuments(nodeDisk, root, () => (heard += 1));
  await watch.rearm();
  expect(watch.hearing).toBe(false);
  const queue = join(root, 'queue');
  mkdirSync(queue);
  await watch.rearm();
  expect(watch.hearing).toBe(true);
  renameSync(queue, join(root, 'old'));
  mkdirSync(queue);
  await watch.rearm();
  heard = 0;
  writeFileSync(join(queue, '.numbers.json'), '{}');
  await waitFor(() => heard > 0, 'a change in the new one');
  watch.close();
});
