import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../../src/army/overlord.ts';
import { command as mockAgent } from '../../../src/cli/commands/mock-agent.ts';
import { command as status } from '../../../src/cli/commands/status.ts';
import { readPlainFlags } from '../../../src/cli/parse/plain-flags.ts';
import { openFileStore } from '../../../src/store/files.ts';
import { OVLD } from '../../support/relay-process.ts';
import { tempDir } from '../../support/temp.ts';

const ROLES = overlordFormation.roles.map(({ role }) => role);

/** A home with one army, whose multiplexer is a script: what it says does not matter here. */
async function homeWithArmy(): Promise<Record<string, string>> {
  const home = tempDir();
  const [bin, armies, relayDir] = [
    join(home, 'bin'),
    join(home, '.config/ovld/armies'),
    join(home, 'relay'),
  ];
  for (const dir of [bin, armies]) mkdirSync(dir, { recursive: true });
  const panes = ROLES.map((role, i) => `%${i}\t0\t0\t${i + 1}\t0\t0\t80\t20\t${role}\tcommand\tt`);
  const said = ['1\t$0\t1\toverlord\t\toverlord\t/nowhere', ...panes].join('\n');
  writeFileSync(join(bin, 'tmux'), `#!/bin/sh\nprintf '%s\\n' '${said}'\n`, { mode: 0o755 });
  const store = openFileStore(relayDir);
  const formation = { ...overlordFormation, mux: 'tmux' as const, folder: home };
  await store.init(formation);
  await store.writeOutfit(formation, []);
  await store.statuses.declare({
    role: 'storm',
    status: 'working',
    task: '調査中',
    updated_at: new Date().toISOString(),
  });
  await store.statuses.noteRitual('shadow', {
    state: 'skipped',
    at: new Date().toISOString(),
    code: 'not_ready',
  });
  const record = { session: 'overlord', folder: home, formation: 'overlord', mux: 'tmux' };
  const document = { ...record, relay_dir: relayDir, started_at: new Date().toISOString() };
  writeFileSync(join(armies, 'overlord.json'), JSON.stringify(document));
  return { HOME: home, PATH: bin, LANG: 'C.UTF-8' };
}

const run = (env: Record<string, string>, args: readonly string[]): Promise<object> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [OVLD, ...args],
      { env, cwd: env['HOME'] },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

describe('ovld status without the parser', () => {
  // The words on the right mean the same, but only the parser knows.
  it.each([
    [[], ['--']],
    [['--json'], ['--json', '--json']],
    [['--all'], ['--all', '--']],
    [['--session', 'overlord'], ['--session=overlord']],
    [
      ['--all', '--json'],
      ['--json', '--all', '--'],
    ],
    [['--session', 'nobody'], ['--session=nobody']],
    [
      ['--session', 'nobody', '--json'],
      ['--json', '--session=nobody'],
    ],
  ])('prints the same for %j as the parser does for %j', async (plain, roundabout) => {
    const world = await homeWithArmy();
    expect(readPlainFlags(status, plain)).toBeDefined();
    expect(readPlainFlags(status, roundabout)).toBeUndefined();
    for (const lang of ['en', 'ja']) {
      const env = { ...world, OVLD_LANG: lang };
      expect(await run(env, ['status', ...plain])).toEqual(
        await run(env, ['status', ...roundabout]),
      );
    }
  });

  it('shows every role', async () => {
    expect(await run(await homeWithArmy(), ['status'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/overlord {2}tmux .* live\n(.*\n)*.*%5.*調査中/),
    });
  });

  it('says which roles are held and by whom, and names an exchange once', async () => {
    const env = await homeWithArmy();
    const { holds } = openFileStore(join(env['HOME'] ?? '', 'relay'));
    await holds.set('storm', 'person');
    await holds.set(['inferno', 'storm'], 'guard');
    await holds.set(['glacier', 'shadow'], 'guard', '2099-11-15T12:00:30.000Z');
    await holds.set(['glacier', 'storm'], 'guard', '2020-11-15T12:00:30.000Z');
    const { stdout } = (await run(env, ['status'])) as { stdout: string };
    expect(stdout.match(/^ {2}! .*held by.*$/gm)).toEqual([
      expect.stringMatching(/inferno and storm: .* by the guard since 2.*ovld release inferno/),
      expect.stringMatching(/storm: held by a person since 2/),
    ]);
    // A pause names its end; one that is over is not shown.
    expect(stdout.match(/^ {2}! .*slowed.*$/gm)).toEqual([
      expect.stringMatching(/ glacier and shadow: slowed by the guard until \d\d:\d\d:\d\d, too/),
    ]);
    const { stdout: json } = (await run(env, ['status', '--json'])) as { stdout: string };
    const { armies } = JSON.parse(json) as {
      armies: { roles: { role: string; observed: object }[] }[];
    };
    expect(armies[0]?.roles.find(({ role }) => role === 'storm')?.observed).toMatchObject({
      held: [{ by: 'guard', with: 'inferno' }, { by: 'person' }],
    });
  });

  it('prints the same when there is no army', async () => {
    const env = { HOME: tempDir(), PATH: '/nowhere' };
    const plain = await run(env, ['status']);
    expect(plain).toEqual(await run(env, ['status', '--']));
    expect(plain).toMatchObject({ code: 3, stdout: '' });
  });
});

describe('the flags that are read without the parser', () => {
  it.each<[string[], object | undefined]>([
    [[], {}],
    [['--json', '--all'], { json: true, all: true }],
    [['--session', 'x'], { session: 'x' }],
    [['--session'], undefined],
    [['--session', '--json'], undefined],
    [['--session', 'X'], undefined],
    [['--session', 'x', '--session', 'y'], undefined],
    [['--jso'], undefined],
    [['--help'], undefined],
    [['-h'], undefined],
    [['overlord'], undefined],
    [[''], undefined],
    [['toString', 'x'], undefined],
    [['__proto__'], undefined],
  ])('of status: %j is %j', (words, flags) => {
    expect(readPlainFlags(status, words)).toEqual(flags);
  });

  it.each<[string[], object | undefined]>([
    [['--mcp-config', 'm'], { mcpConfig: 'm', state: true }],
    [
      ['--mcp-config', 'm', '--no-state', '--boot-ms', '5', '--role-name', 'r'],
      { mcpConfig: 'm', state: false, bootMs: '5', roleName: 'r' },
    ],
    [
      ['--record', 'r', '--control', 'c', '--script', 's', '--mcp-config', 'm'],
      { mcpConfig: 'm', state: true, record: 'r', control: 'c', script: 's' },
    ],
    [[], undefined],
    [['--record', 'r'], undefined],
    [['--mcp-config', ''], undefined],
    [['--mcp-config', 'm', '--state'], undefined],
    [['--mcp-config', 'm', 'prompt'], undefined],
  ])('of mock-agent: %j is %j', (words, flags) => {
    expect(readPlainFlags(mockAgent, words)).toEqual(flags);
  });
});
