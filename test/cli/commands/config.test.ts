import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliWorld } from '../../support/cli-world.ts';

function withConfig(text: string) {
  const world = cliWorld();
  const path = join(world.project, '.ovld', 'config.yaml');
  mkdirSync(join(world.project, '.ovld'));
  writeFileSync(path, text);
  return { ...world, path };
}

describe('ovld config', () => {
  it('prints one setting with the file, variable or flag it comes from', async () => {
    const { ovld, path } = withConfig('formation: bastion\nmux: zellij\n');
    expect((await ovld('config', 'formation')).stdout).toBe(
      `formation  bastion  project: ${path}\n`,
    );
    const variable = await ovld('config', 'mux', { OVLD_MUX: 'tmux' });
    expect(variable.stdout).toBe('mux  tmux  variable: OVLD_MUX\n');
    const flag = await ovld('config', 'mux', '--mux', 'tmux', { OVLD_MUX: 'zellij' });
    expect(flag.stdout).toBe('mux  tmux  flag: --mux\n');
    const spoken = await ovld('config', 'language', '--lang', 'en', { OVLD_LANG: 'ja' });
    expect(spoken.stdout).toBe('language  en  flag: --lang\n');
    expect((await ovld('config', 'notify.command')).stdout).toMatch(/^notify\.command {2}\(none\)/);
    expect((await ovld('config', 'pauses')).stdout.trim().split('\n')).toHaveLength(3);
  });

  it('prints null for a setting that is not made, with --json', async () => {
    const { ovld } = cliWorld();
    expect(JSON.parse((await ovld('config', 'agent', '--json')).stdout)).toEqual({
      settings: [{ key: 'agent', value: null, from: 'default' }],
    });
  });

  it('names the line of a mistake in a file, and refuses an unknown key or flag', async () => {
    const { ovld, path } = withConfig('mux: tmux\npauses: soon\n');
    const { code, stderr } = await ovld('config');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${path}:2`)]);
    const { ovld: fine } = cliWorld();
    expect(await fine('config', 'colour')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/colour.*pauses\.enter/),
    });
    expect((await fine('config', '--mux', 'screen')).code).toBe(2);
    expect((await fine('config', '--specialists', 'many')).code).toBe(2);
  });
});
