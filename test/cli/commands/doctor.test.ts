import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliWorld } from '../../support/cli-world.ts';

const put = (path: string, text: string, mode = 0o600): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode });
};

interface Told {
  findings: { code: string; severity: string; what: string; hint?: string; fixed?: object }[];
  faults: number;
}

describe('ovld doctor', () => {
  it('exits with 0 when it finds no fault, and says what to install for more', async () => {
    const { ovld } = cliWorld();
    const { code, stdout } = await ovld('doctor');
    expect(code).toBe(0);
    expect(stdout).toContain('ovld demo works without');
    expect(stdout).toMatch(/^No fault, 1 warning\.$/m);
    expect(stdout).not.toContain('\u001b');
    const japanese = await ovld('doctor', { OVLD_LANG: 'ja' });
    expect(japanese.stdout).toContain('故障はありません');
  });

  it('exits with 1 on a fault, names file and line, and --json has the same facts', async () => {
    const { ovld, project } = cliWorld();
    put(join(project, '.ovld', 'config.yaml'), 'language: ja\nmux: screen\n');
    const { code, stdout } = await ovld('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain(`✗ ${join(project, '.ovld', 'config.yaml')}:2: `);
    const json = await ovld('doctor', '--json');
    const told = JSON.parse(json.stdout) as Told;
    expect([json.code, told.faults]).toEqual([1, 1]);
    expect(told.findings.filter(({ severity }) => severity === 'fault')).toMatchObject([
      { code: 'file_invalid', hint: 'fix the file, or remove it' },
    ]);
  });

  it("gives its reasons in plain words of the person's language", async () => {
    const { ovld, project } = cliWorld();
    const own = join(project, '.ovld');
    put(join(own, 'config.yaml'), 'foo: 1\n');
    put(join(own, 'formations', 'mine.yaml'), 'name: mine\n');
    put(join(own, 'rituals', 'storm.md'), '\n');
    const lines = (stdout: string): string[] =>
      stdout.split('\n').flatMap((line) => /^✗ \S+?(\/[^/]+: .*)$/.exec(line)?.[1] ?? []);
    expect(lines((await ovld('doctor', { LANG: 'ja_JP.UTF-8' })).stdout)).toEqual([
      '/config.yaml:1: foo という項目はありません',
      '/mine.yaml:1: roles: リストにしてください（値がありません）',
      '/storm.md: 儀式が空です',
    ]);
    expect(lines((await ovld('doctor')).stdout)).toEqual([
      '/config.yaml:1: there is no key foo',
      '/mine.yaml:1: roles: must be a list, and is missing',
      '/storm.md: the ritual is empty',
    ]);
  });

  it('--fix fixes, says so, and exits with 0 when no fault is left', async () => {
    const { ovld, home } = cliWorld();
    put(join(home, '.config', 'ovld', 'history', 'x', 'note'), 'x', 0o644);
    const before = await ovld('doctor');
    expect([before.code, before.stdout]).toEqual([
      1,
      expect.stringContaining('--fix can fix one of them'),
    ]);
    const fixed = await ovld('doctor', '--fix');
    expect([fixed.code, fixed.stdout]).toEqual([0, expect.stringMatching(/^✓ .*note.*: fixed$/m)]);
    expect((await ovld('doctor', '--fix')).stdout).not.toContain('fixed');
  });
});
