import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OvldError } from '../../src/errors.ts';
import { common as en } from '../../src/i18n/en/common.ts';
import { explain } from '../../src/i18n/explain.ts';
import { common as ja } from '../../src/i18n/ja/common.ts';
import { failure } from '../../src/cli/output/failure.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { OVLD } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';

const ovld = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [OVLD, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...env },
  });

describe('ovld', () => {
  it('--version is the version of the package', () => {
    const pkg: unknown = JSON.parse(
      readFileSync(join(dirname(OVLD), '..', 'package.json'), 'utf8'),
    );
    expect(ovld(['--version'])).toMatchObject({
      status: 0,
      stdout: `${(pkg as { version: string }).version}\n`,
    });
  });

  it('says what to do in a folder that was removed', () => {
    const line = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" status';
    const env = { PATH: '/usr/bin:/bin', HOME: tempDir() };
    const given = ['-c', line, process.execPath, OVLD];
    const told = spawnSync('sh', given, { encoding: 'utf8', env, cwd: env.HOME });
    expect(told).toMatchObject({
      status: 1,
      stderr:
        'ovld: the folder you are in cannot be used (ENOENT)\n' +
        '  → it was removed, or is closed to you: cd to another folder\n',
    });
  });

  it('--help lists every command, in the language of the person', () => {
    const help = ovld(['--help']);
    expect(help.status).toBe(0);
    for (const word of ['relay', 'demo', 'Summons an army']) expect(help.stdout).toContain(word);
    expect(ovld(['--help'], { LANG: 'ja_JP.UTF-8' }).stdout).toContain('メッセージを運びます');
  });

  it.each(['en', 'ja'])(
    '--help of every command explains every argument and option, in %s',
    (lang) => {
      const help = (...words: string[]): string =>
        ovld([...words, '--help'], { OVLD_LANG: lang }).stdout;
      const commands = [...help().matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name ?? '');
      expect(commands.length).toBeGreaterThan(7);
      for (const command of commands.filter((name) => name !== 'help')) {
        const told = help(command);
        expect(told.match(/^ {2}-.*/gm), command).not.toBeNull();
        expect(told.match(/^ {2}--\S+(?: <\w+>)?$/gm), command).toBeNull();
        if (/^Usage: .*\[role/.test(told)) expect(told, command).toMatch(/^ {2}role +\S/m);
      }
    },
  );

  it.each([
    [['bogus'], 'bogus'],
    [['relay', '--bogus'], '--bogus'],
    [['relay', 'extra'], 'too many arguments'],
    [['--bogus'], '--bogus'],
  ])('%j is a usage error that names it', (args, word) => {
    const { status, stdout, stderr } = ovld(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^ovld: /);
    expect(stderr).toContain(word);
    expect(stderr).toMatch(/ {2}→ ovld (?:relay )?--help/);
  });

  it.each(['en', 'ja'])('alone names the first commands on a screen of 80×24, in %s', (lang) => {
    const { status, stdout, stderr } = ovld([], { OVLD_LANG: lang });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const rows = stdout.trimEnd().split('\n');
    expect(rows.length).toBeLessThan(24);
    expect(rows.filter((row) => columnsOf(row) > 80)).toEqual([]);
    for (const word of ['demo', 'summon --agent mock', 'summon --formation pair', '--help']) {
      expect(stdout).toContain(`ovld ${word}`);
    }
  });

  it('alone names only commands and options that exist', () => {
    const typed = [...ovld([]).stdout.matchAll(/^ {2}ovld (\S+)(?: (--\S+))?/gm)];
    expect(typed.length).toBeGreaterThan(8);
    for (const [, name = '', option] of typed) {
      const page = ovld([name, '--help']);
      expect(page.status, name).toBe(0);
      expect(page.stdout, name).toContain(option ?? `ovld ${name}`);
    }
  });

  it('relay without its role ends with a sentence, exit 2 and an empty stdout [relay.role-unset.1 relay.env.4]', () => {
    const { status, stdout, stderr } = ovld(['relay']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('the environment variable OVLD_ROLE is not set');
    expect(stderr).not.toContain('at ');
  });
});

describe('a failure', () => {
  it('is reported in two lines to a person and as one object to a program', () => {
    const error = new OvldError('unknown_role', { role: 'x', roles: ['a', 'b'] });
    expect(failure(error, 'en', false)).toEqual({
      exitCode: 1,
      text: 'ovld: there is no role "x" in this army\n  → the roles are a, b',
    });
    expect(JSON.parse(failure(error, 'en', true).text)).toMatchObject({
      error: { code: 'unknown_role', role: 'x', roles: ['a', 'b'] },
    });
  });

  it('that has no code is called a bug, exit 70', () => {
    expect(failure(new TypeError('boom'), 'en', false)).toMatchObject({
      exitCode: 70,
      text: expect.stringContaining('boom'),
    });
  });

  it('has words in both languages, each with a hint', () => {
    expect(Object.keys(ja.errors).toSorted()).toEqual(Object.keys(en.errors).toSorted());
    const error = new OvldError('store_full', { path: '/r' });
    expect(explain(error, 'ja').what).toContain('/r');
    expect(explain(error, 'ja').what).not.toBe(explain(error, 'en').what);
  });
});

describe('the bundle', () => {
  it('makes a relay load neither YAML nor a user interface', () => {
    const meta = JSON.parse(readFileSync(join(dirname(OVLD), 'meta.json'), 'utf8')) as {
      outputs: Record<
        string,
        { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }
      >;
    };
    const { inputs: all, imports } = meta.outputs['dist/relay.js'] ?? { inputs: {}, imports: [] };
    const inputs = Object.keys(all);
    const others = imports.filter(({ path }) => !path.startsWith('node:'));
    // Loaded when a person has written a file of the queue, a tool asks for the board, or a person is told
    // something; never at the start.
    const later = ['./yaml.js', './work.js', './notify.js'];
    expect(new Set(others.map(({ path }) => path))).toEqual(new Set(later));
    expect(inputs).toContain('src/relay/herald.ts');
    expect(
      inputs.filter((path) =>
        /node_modules\/(yaml|ink|react|hono|ajv|commander|@modelcontextprotocol)\//.test(path),
      ),
    ).toEqual([]);
    expect(inputs.filter((path) => path.startsWith('src/demo/'))).toEqual([]);
    expect(existsSync(join(dirname(OVLD), 'types', 'index.d.ts'))).toBe(true);
  });
});
