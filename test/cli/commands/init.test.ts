import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findFormation } from '../../../src/config/formations.ts';
import { findRitual } from '../../../src/config/rituals.ts';
import { overlordFormation } from '../../../src/army/overlord.ts';
import { cliWorld } from '../../support/cli-world.ts';
import { pretendTmux } from '../../support/pretend-tmux.ts';

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

interface Told {
  dir: string;
  next: string;
  files: { path: string; outcome: string }[];
}

it('init copies everything that ships into the project, once', async () => {
  const { project, ovld } = cliWorld();
  const { files, dir } = JSON.parse((await ovld('init', '--json')).stdout) as Told;
  expect(dir).toBe(join(project, '.ovld'));
  expect(new Set(files.map(({ outcome }) => outcome))).toEqual(new Set(['written']));
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'config.yaml',
      'formations/overlord.yaml',
      'formations/bastion.yaml',
      'rituals/en/inferno.md',
      'rituals/ja/inferno.md',
    ]),
  );
  const again = JSON.parse((await ovld('init', '--json')).stdout) as Told;
  expect(new Set(again.files.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
});

it('init names the next step, which works with what it wrote', async () => {
  const { home, ovld } = cliWorld();
  const dry = await ovld('init', '--dry-run');
  expect(dry.stdout.trimEnd().split('\n').at(-1)).toContain('Next: ovld init');
  const { stdout } = await ovld('init');
  expect(stdout).toContain('Next: ovld summon --formation pair');
  expect((await ovld('init', { OVLD_LANG: 'ja' })).stdout).toContain(
    '次は ovld summon --formation pair',
  );
  const { next } = JSON.parse((await ovld('init', '--json')).stdout) as Told;
  const [, ...words] = next.split(' ');
  pretendTmux(home);
  const PATH = `${home}:/usr/bin:/bin`;
  const summoned = await ovld(...words, '--agent', 'mock', '--dry-run', '--detach', { PATH });
  expect(summoned.code, summoned.stderr).toBe(0);
  expect(summoned.stdout).toContain('hand');
});

it('the copied files are found from then on, and say the same as the shipped ones', async () => {
  const { project, ovld } = cliWorld();
  await ovld('init');
  const places = { folder: project, user: undefined };
  for (const { role } of overlordFormation.roles) {
    const { path } = await findRitual({ role }, 'ja', places);
    expect(path).toBe(join(project, '.ovld', 'rituals', 'ja', `${role}.md`));
  }
  const { formation, path } = await findFormation('overlord', places);
  expect(path).toBe(join(project, '.ovld', 'formations', 'overlord.yaml'));
  expect(formation).toEqual(overlordFormation);
  const settings = JSON.parse((await ovld('config', '--json')).stdout) as {
    settings: { from: string }[];
  };
  expect(new Set(settings.settings.map(({ from }) => from))).toEqual(new Set(['default']));
});

it('init never overwrites: a file that differs is kept and reported', async () => {
  const { project, ovld } = cliWorld();
  const mine = join(project, '.ovld', 'rituals', 'en', 'inferno.md');
  put(mine, 'My own Inferno.\n');
  const { stdout, code } = await ovld('init');
  expect(code).toBe(0);
  expect(stdout).toMatch(/kept \(yours differs\) +rituals\/en\/inferno\.md/);
  expect(readFileSync(mine, 'utf8')).toBe('My own Inferno.\n');
});

it('--force asks first; without a terminal it refuses and changes nothing', async () => {
  const { project, ovld } = cliWorld();
  const mine = join(project, '.ovld', 'config.yaml');
  put(mine, 'language: ja\n');
  const { code, stderr } = await ovld('init', '--force');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect(readdirSync(join(project, '.ovld'))).toEqual(['config.yaml']);
  const { stdout } = await ovld('init', '--force', '--yes', '--json');
  const { files } = JSON.parse(stdout) as Told;
  expect(files[0]).toEqual({ path: 'config.yaml', outcome: 'replaced' });
  expect(readFileSync(mine, 'utf8')).toContain('#language: en');
});

it('--dry-run writes nothing; --user writes for all projects', async () => {
  const { project, home, ovld } = cliWorld();
  expect((await ovld('init', '--dry-run')).stdout).toContain('would be written');
  expect(existsSync(join(project, '.ovld'))).toBe(false);
  await ovld('init', '--user');
  expect(existsSync(join(home, '.config', 'ovld', 'config.yaml'))).toBe(true);
  expect(existsSync(join(project, '.ovld'))).toBe(false);
});

it('a template in the other language is the same', async () => {
  const { ovld } = cliWorld();
  await ovld('init');
  const { stdout } = await ovld('init', '--json', { OVLD_LANG: 'ja' });
  expect((JSON.parse(stdout) as Told).files[0]).toMatchObject({ outcome: 'same' });
});

it('init writes through no link: not through .ovld, nor through a link inside it, not even with --force', async () => {
  const { project, home, ovld } = cliWorld();
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(project, '.ovld'));
  const refused = await ovld('init');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('.ovld')]);
  const japanese = await ovld('init', { LANG: 'ja_JP.UTF-8' });
  expect(japanese.stderr).toMatch(/\.ovld に書き込めません: シンボリックリンクです$/m);
  expect(readdirSync(elsewhere)).toEqual([]);

  const user = join(home, '.config', 'ovld');
  mkdirSync(user, { recursive: true });
  symlinkSync(elsewhere, join(user, 'rituals'));
  symlinkSync(join(elsewhere, 'nothing'), join(user, 'config.yaml'));
  const { stdout } = await ovld('init', '--user', '--force', '--yes', '--json');
  const { files } = JSON.parse(stdout) as Told;
  expect(files.find(({ path }) => path === 'config.yaml')?.outcome).toBe('link');
  expect(files.find(({ path }) => path === 'rituals/en/storm.md')?.outcome).toBe('link');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(lstatSync(join(user, 'config.yaml')).isSymbolicLink()).toBe(true);
});

it('a file in place of the folder is refused', async () => {
  const { project, ovld } = cliWorld();
  writeFileSync(join(project, '.ovld'), '');
  expect((await ovld('init')).code).toBe(1);
});
