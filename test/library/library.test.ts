import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { tempDir } from '../support/temp.ts';
import { fileURLToPath } from 'node:url';

describe('the library `ovld`', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(library).toSorted()).toEqual([
      'OvldError',
      'armyStatus',
      'openQueue',
      'openStore',
      'overlordFormation',
      'sendMessage',
    ]);
  });

  it('lets a script join the mail of an army', async () => {
    const dir = tempDir();
    const store = await library.openStore({ kind: 'files', dir });
    await store.init(library.overlordFormation);
    const letter = { from: 'overlord', to: 'storm', subject: 's', body: 'b' } as const;
    expect(await library.sendMessage(store, letter)).toMatchObject({ delivered: true });
    await expect(library.sendMessage(store, { ...letter, from: 'nobody' })).rejects.toThrow(
      library.OvldError,
    );
    await library.sendMessage(store, { ...letter, type: 'report_received' });
    const [, typed] = await store.mail.listUnread('storm');
    expect(typed).toMatchObject({ type: 'report_received' });
    const gossip = { ...letter, type: 'gossip' } as unknown as typeof letter;
    await expect(library.sendMessage(store, gossip)).rejects.toMatchObject({
      code: 'unknown_type',
    });
    const statuses = await library.armyStatus(store);
    expect(statuses.find(({ role }) => role === 'storm')?.observed.unread).toBe(2);
    expect(readdirSync(`${dir}/pending`)).toEqual(['storm']);
  });

  it('says in the message of an error what happened and what helps, also in its stack', async () => {
    const dir = tempDir();
    const [store, queue] = [
      await library.openStore({ kind: 'files', dir }),
      await library.openQueue(dir),
    ];
    await store.init(library.overlordFormation);
    const letter = { from: 'overlord', to: 'storm', subject: 's', body: 'b' } as const;
    const calls: [work: () => Promise<unknown>, code: string, message: string][] = [
      [
        () => library.sendMessage(store, { ...letter, to: 'nobody' }),
        'unknown_role',
        'there is no role "nobody" in this army (the roles are overlord, strategist, inferno, glacier, shadow, storm, human)',
      ],
      [
        () => queue.acknowledge('marshall', ['msg_009']),
        'unknown_entry',
        'there is no message "msg_009" in the inbox of marshall (ovld queue list marshall shows what there is)',
      ],
      [
        () => library.openQueue(dir, { roles: ['../x'] }),
        'unknown_role',
        'there is no role "../x" in this army (a role has a name of lower-case letters, digits, _ and -)',
      ],
      [
        () => store.mail.deliver({ ...letter, to: 'dragon', priority: 'normal' }),
        'store_gone',
        `the relay directory ${dir} is gone (the army was dismissed; nothing was sent)`,
      ],
    ];
    for (const [work, code, message] of calls) {
      const error = await work().catch((one: unknown) => one);
      if (!(error instanceof library.OvldError)) throw new Error(`no OvldError: ${String(error)}`);
      expect({ code: error.code, message: error.message }).toEqual({ code, message });
      expect(error.stack?.split('\n')[0]).toContain(message);
    }
  });

  it('works in a project that installs the package', () => {
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
