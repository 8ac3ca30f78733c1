import { isAscii } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { shakeHands, spawnRelay } from '../../src/mock-agent/mcp-client.ts';
import { packed, type Packed } from '../support/packed.ts';
import { pretendTmux } from '../support/pretend-tmux.ts';
import { tempDir } from '../support/temp.ts';

const LARGEST = 2_000_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

/** What may be in it, by where it is. */
const WANTED = [
  /^package\.json$/,
  /^(README|README\.ja|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^dist\/(?:package|help\/(?:en|ja)(?:\.tree)?)\.json$/,
  /^dist\/(?:[a-z-]+\/)*[\w.-]+\.(?:js|mjs|css|html|svg)$/,
  /^dist\/types\/(?:[a-z-]+\/)*[a-z-]+\.d\.ts$/,
  /^formations\/[a-z]+\.yaml$/,
  /^rituals\/(?:en|ja)\/[a-z]+\.md$/,
  // npm takes every README along.
  /^docs\/(?:README|formats|troubleshooting(?:\.ja)?)\.md$/,
  /^docs\/pictures\/[a-z.-]+\.(?:svg|png)$/,
];

it('is built before it is packed, also in a fresh clone', () => {
  const dir = tempDir();
  const clone = join(dir, 'clone');
  mkdirSync(join(clone, 'scripts'), { recursive: true });
  cpSync(join(root, 'package.json'), join(clone, 'package.json'));
  // What it does is tried by every run of these tests: it made the dist/ they use.
  writeFileSync(
    join(clone, 'scripts', 'setup.mjs'),
    "import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/ovld.js', '');",
  );
  const where = ['--pack-destination', dir, '--cache', join(dir, 'cache')];
  execFileSync('npm', ['pack', ...where], { cwd: clone, stdio: 'ignore' });
  const held = execFileSync('tar', ['-tzf', join(dir, `ovld-${version}.tgz`)], {
    encoding: 'utf8',
  });
  expect(held).toContain('package/dist/ovld.js');
});

it.each(['relay', 'status', 'mock-agent'])(
  '%s.js is ASCII, which V8 keeps in half the memory',
  (name) => {
    expect(isAscii(readFileSync(join(root, 'dist', `${name}.js`)))).toBe(true);
  },
);

describe('the package', () => {
  let made: Packed;
  beforeAll(() => {
    made = packed();
    return () => made.remove();
  });

  it('is small', () => {
    process.stderr.write(
      `npm pack: ${(made.size / 1e6).toFixed(2)} MB, ${made.files.length} files\n`,
    );
    expect(made.size).toBeLessThan(LARGEST);
  });

  it('holds what is needed and nothing else: no tests, no sources, no maps, no caches', () => {
    const strange = made.files.filter((file) => !WANTED.some((pattern) => pattern.test(file)));
    expect(strange).toEqual([]);
    expect(made.files).toEqual(expect.arrayContaining(['dist/ovld.js', 'dist/index.mjs']));
  });

  it('has every picture its README shows', () => {
    for (const name of ['README.md', 'README.ja.md']) {
      const shown = [...readFileSync(join(root, name), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)];
      for (const [, path] of shown) expect(made.files).toContain(path);
    }
  });

  describe('unpacked where nothing else is', () => {
    // As `npx` leaves it, but for the one dependency, which only the types name.
    let ovld: string;
    let env: Record<string, string>;
    let empty: string;
    beforeAll(() => {
      execFileSync('tar', ['-xzf', made.tarball, '-C', made.dir]);
      ovld = join(made.dir, 'package', 'dist', 'ovld.js');
      empty = join(made.dir, 'empty');
      for (const place of ['home', 'empty', 'bin']) mkdirSync(join(made.dir, place));
      env = { PATH: '/usr/bin:/bin', HOME: join(made.dir, 'home'), LANG: 'C.UTF-8' };
    });
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [ovld, ...args], { cwd: empty, env, encoding: 'utf8' });

    it('prints its version', () => {
      expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
      expect(run('--help').stdout).toMatch(/^ {2}summon /m);
    });

    it('has the chunks that are loaded only on demand', () => {
      expect(run('--lang', 'ja', 'summon', '--help').stdout).toContain('召喚');
      expect(run('completion', 'fish').stdout).toContain('complete -c ovld');
      expect(run('init')).toMatchObject({ status: 0, stderr: '' });
      expect(run('config', '--json')).toMatchObject({ status: 0, stderr: '' });
      expect(run('doctor', '--json').stdout).toContain('"findings"');
      expect(run('board').status).toBe(0);
      expect(run('dashboard', '--web')).toMatchObject({ status: 3 });
    });

    it('plays its demo to the end', () => {
      const { status, stdout, stderr } = run('demo', '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ finished: true, messages: { lost: 0 } });
    });

    it('plans an army from its own formations and rituals', () => {
      const bin = join(made.dir, 'bin');
      pretendTmux(bin);
      env = { ...env, PATH: `${bin}:/usr/bin:/bin` };
      const plan = ['summon', '--dry-run', '--agent', 'mock', '--mux', 'tmux'];
      const { status, stdout, stderr } = run(...plan);
      expect(status, stderr).toBe(0);
      for (const role of ['overlord', 'strategist', 'storm']) expect(stdout).toContain(role);
    });

    it('serves a role over MCP', async () => {
      const dir = join(made.dir, 'relay');
      const variables = { OVLD_ROLE: 'storm', OVLD_RELAY_DIR: dir, OVLD_SESSION: 'overlord' };
      const relay = spawnRelay({
        command: process.execPath,
        args: [ovld, 'relay'],
        env: { ...env, ...variables },
      });
      try {
        await shakeHands(relay);
        const letter = { to: 'shadow', subject: 's', body: 'b' };
        expect(await relay.call('send_message', letter)).toMatchObject({ isError: false });
      } finally {
        await relay.kill('SIGKILL');
      }
    });
  });

  it('installs without a network into an empty folder, and npx finds it', () => {
    const { dir } = made;
    const folder = join(dir, 'project');
    mkdirSync(folder);
    const env = {
      PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
      HOME: join(dir, 'nobody'),
      npm_config_cache: join(dir, 'cache'),
      npm_config_update_notifier: 'false',
    };
    const npm = (...args: string[]) =>
      spawnSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
    // A registry would send zod; here the installed one is packed again.
    const zod = packed(join(root, 'node_modules/zod'), dir);
    const installed = npm('install', zod.tarball, made.tarball);
    expect(installed.status, installed.stderr).toBe(0);
    const told = spawnSync('npx', ['--offline', 'ovld', '--version'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(told).toMatchObject({ status: 0, stdout: `${version}\n` });
    const script = `import { openQueue } from 'ovld';
      const queue = await openQueue(process.argv[1]);
      process.stdout.write(await queue.write('marshall', 'm', 'wake_up', 'envoy'));`;
    const args = ['--input-type=module', '-e', script, join(dir, 'queue')];
    expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toBe('msg_001');

    // The declarations that were left out are not missed, and a mistake is found by those that are there.
    const typed = (source: string) => {
      writeFileSync(join(folder, 'own.mts'), source);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
      const node = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      return spawnSync(process.execPath, [tsc, ...options, ...node, 'own.mts'], {
        cwd: folder,
        encoding: 'utf8',
      });
    };
    const right = `import { openStore, type Message } from 'ovld';
      export const store = await openStore({ kind: 'files', dir: '/relay' });
      export const priority: Message['priority'] = 'urgent';`;
    expect(typed(right)).toMatchObject({ status: 0, stdout: '' });
    expect(typed(right.replace("'urgent'", "'loud'")).stdout).toContain('"loud"');
  }, 240_000);
});
