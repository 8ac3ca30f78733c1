import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { tempDir } from '../support/temp.ts';
import { fileURLToPath } from 'node:url';

describe('import from ovld', () => {
  it('offers these names and no others', () => {
    expect(Object.keys(library).toSorted()).toEqual([
      'OvldError',
      'armyStatus',
      'openQueue',
      'openStore',
      'overlordFormation',
      'sendMessage',
    ]);
  });

  it('a script can join the mail of an army', async () => {
    const dir = tempDir();
    const store = await library.openStore({ kind: 'files', dir });
    await store.init(library.overlordFormation);
    const letter = { from: 'overlord', to: 'storm', subject: 's', body: 'b' } as const;
    expect(await library.sendMessage(store, letter)).toMatchObject({ delivered: true });
    await expect(library.sendMessage(store, { ...letter, from: 'nobody' })).rejects.toThrow(
      library.OvldError,
    );
    const statuses = await library.armyStatus(store);
    expect(statuses.find(({ role }) => role === 'storm')?.observed.unread).toBe(1);
    expect(readdirSync(`${dir}/pending`)).toEqual(['storm']);
  });

  it('works for whoever installs the package', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const script = `import { openStore, overlordFormation, sendMessage } from 'ovld';
      const store = await openStore({ kind: 'files', dir: process.argv[1] });
      await store.init(overlordFormation);
      const { delivered } = await sendMessage(store, { from: 'storm', to: 'shadow', subject: 's', body: 'b' });
      process.stdout.write(String(delivered));`;
    const args = ['--input-type=module', '-e', script, `${tempDir()}/relay`];
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('true');
  });
});
