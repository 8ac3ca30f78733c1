import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url));

/** As npm ci does: it survives a Ctrl-C, and stumbles over what it has not put there itself. */
const NPM = `#!/bin/sh
trap '' INT
echo $$ >> npms
[ ! -e fails ] || { rm fails; exit 1; }
[ ! -e node_modules ] || { echo 'npm error ENOTEMPTY' >&2; exit 217; }
mkdir -p node_modules/one && echo '{}' > node_modules/one/package.json
while [ -e slow ]; do sleep 0.1; done
mkdir -p node_modules/two && echo '{}' > node_modules/two/package.json
echo '{}' > node_modules/.package-lock.json
`;

/** A clone with a lockfile of two packages, and its own npm. */
function clone() {
  const dir = tempDir();
  for (const name of ['src', 'formations', 'scripts', 'bin']) mkdirSync(join(dir, name));
  for (const name of ['setup.mjs', 'install.mjs', 'setup-words.mjs'])
    cpSync(SCRIPTS + name, join(dir, 'scripts', name));
  writeFileSync(join(dir, 'scripts', 'build.mjs'), "process.stderr.write('Built.\\n');\n");
  writeFileSync(join(dir, 'package.json'), '{}');
  const packages = {
    '': {},
    'node_modules/one': {},
    'node_modules/two': {},
    'node_modules/else': { optional: true },
  };
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(dir, 'bin', 'npm'), NPM);
  chmodSync(join(dir, 'bin', 'npm'), 0o755);
  return dir;
}

function setUp(dir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/setup.mjs'], {
    cwd: dir,
    detached: true,
    env: { ...env, PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  return { child, ended, said: () => said };
}

const npmsOf = (dir: string): number[] =>
  readFileSync(join(dir, 'npms'), 'utf8').trim().split('\n').map(Number);
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/stat`);

describe('the installation of a fresh clone', () => {
  it('says how far it is, and builds', async () => {
    const dir = clone();
    const { ended, said } = setUp(dir);
    expect(await ended).toBe(0);
    expect(said()).toMatch(/0 of 2 packages.*\n.*2 of 2 packages.*\nBuilding …\nBuilt\.\n$/);
  });

  it.each([
    [{ LANG: 'ja_JP.UTF-8' }, 'ビルドしています …'],
    [{ LANG: 'ja_JP.UTF-8', OVLD_LANG: 'en' }, 'Building …'],
    [{ LANG: 'de_DE.UTF-8' }, 'Building …'],
  ])('speaks as ovld does with %j', async (env, building) => {
    const { ended, said } = setUp(clone(), env);
    expect(await ended).toBe(0);
    expect(said()).toContain(`\n${building}\n`);
  });

  it('leaves nothing running after Ctrl-C, and the next one repairs what is half-done', async () => {
    const dir = clone();
    writeFileSync(join(dir, 'slow'), '');
    const { child, ended, said } = setUp(dir);
    await waitFor(
      () => existsSync(join(dir, 'node_modules', 'one', 'package.json')),
      'npm at work',
    );
    const [npm = 0] = npmsOf(dir);
    onTestFinished(() => {
      if (isRunning(npm)) process.kill(npm, 'SIGKILL');
    });
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended).toBe(130);
    expect(said()).toMatch(/Stopped\. The next start installs again\.\n$/);
    expect(said()).not.toContain('    at ');
    await waitFor(() => !isRunning(npm), 'npm to be gone');
    writeFileSync(join(dir, 'node_modules', 'one', 'left-over'), '');
    const again = setUp(dir);
    await waitFor(() => npmsOf(dir).length === 2, 'the second npm');
    expect(existsSync(join(dir, 'node_modules', 'one', 'left-over'))).toBe(false);
    rmSync(join(dir, 'slow'));
    expect(await again.ended).toBe(0);
    expect(again.said()).not.toContain('ENOTEMPTY');
  });

  it('is tried again where npm fails once, and fails in one sentence where it always does', async () => {
    const dir = clone();
    writeFileSync(join(dir, 'fails'), '');
    expect(await setUp(dir).ended).toBe(0);
    expect(npmsOf(dir)).toHaveLength(2);
    const broken = clone();
    writeFileSync(join(broken, 'bin', 'npm'), '#!/bin/sh\necho npm error why >&2\nexit 1\n');
    const { ended, said } = setUp(broken);
    expect(await ended).toBe(1);
    expect(said()).toContain('npm error why\nThat failed; trying once more.\n');
    expect(said()).toMatch(/\nThe dependencies could not be installed; npm says why above\.\n$/);
    expect(said()).not.toContain('    at ');
  });
});
