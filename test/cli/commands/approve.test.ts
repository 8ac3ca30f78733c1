import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorld } from '../../support/cli-world.ts';

const HOSTILE = `roles:
  - role: lead
    permission_mode: auto
    args: ["-x\\e[2K\\u202e", "a b", "zero\\u200bwidth"]
  - role: hand
    agent:
      program: kimi
      env: { LD_PRELOAD: /x }
      mcp: { flag: --mcp }
      ready: '^> (?<text>.*)$'
      reconnect: /mcp
`;

function world(text: string) {
  const scene = cliWorld();
  const dir = join(scene.project, '.ovld', 'formations');
  mkdirSync(dir, { recursive: true });
  const write = (given: string): void => writeFileSync(join(dir, 'duo.yaml'), given);
  write(text);
  const state = join(scene.home, '.config', 'ovld', 'approvals.json');
  return { ...scene, write, state };
}

it('shows program, arguments and modes with what would not be seen, and asks only at a terminal', async () => {
  const { ovld, state, project } = world(HOSTILE);
  const asked = await ovld('approve', 'duo');
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).toContain('--yes');
  expect(existsSync(state)).toBe(false);
  const { code, stdout } = await ovld('approve', 'duo', '--yes');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `The formation duo comes with ${project} and chooses what is run on your machine:`,
    '  hand',
    expect.stringMatching(/^ {4}program +kimi$/),
    expect.stringMatching(/^ {4}env\.LD_PRELOAD +\/x$/),
    expect.stringMatching(/^ {4}mcp\.flag +--mcp$/),
    expect.stringMatching(/^ {4}ready +\^> \(\?<text>\.\*\)\$$/),
    expect.stringMatching(/^ {4}reconnect +\/mcp$/),
    '  lead',
    expect.stringMatching(/^ {4}agent +claude$/),
    expect.stringMatching(/^ {4}args +'-x␛\[2K<U\+202E>' 'a b' 'zero<U\+200B>width'$/),
    expect.stringMatching(/^ {4}permission_mode +auto$/),
    'Approved: duo may run that here, until it changes.',
    '',
  ]);
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({
    approvals: [{ formation: 'duo' }],
  });
});

it('approves once, lists, forgets, and asks again after a change', async () => {
  const { ovld, write, project } = world(HOSTILE);
  await ovld('approve', 'duo', '--yes');
  expect((await ovld('approve', 'duo')).stdout).toContain('You have approved this already.');
  expect((await ovld('approve', '--list')).stdout).toContain(project);
  const listed = JSON.parse((await ovld('approve', '--list', '--json')).stdout) as unknown;
  expect(listed).toEqual({ approvals: [{ folder: project, formation: 'duo' }] });
  write(HOSTILE.replace('role: lead', 'role: lead\n    cwd: web'));
  expect((await ovld('approve', 'duo')).code).toBe(0);
  write(HOSTILE.replace('/x', '/y'));
  expect((await ovld('approve', 'duo')).code).toBe(2);
  const asJson = await ovld('approve', 'duo', '--json');
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ needed: true, approved: false });
  write(HOSTILE);
  expect((await ovld('approve', 'duo', '--forget')).stdout).toContain('Forgotten');
  expect((await ovld('approve', 'duo', '--forget')).stdout).toContain('Nothing of duo');
  expect((await ovld('approve', 'duo')).code).toBe(2);
  expect((await ovld('approve', '--list')).stdout).toBe('You have approved nothing yet.\n');
  expect((await ovld('approve', '--list', '--yes')).code).toBe(2);
});

it('needs nothing for what ships, is the user’s own, or chooses nothing', async () => {
  const { ovld, home, state } = world('roles: [{ role: lead }]\n');
  expect((await ovld('approve')).stdout).toContain('your own or ships with ovld');
  expect((await ovld('approve', 'duo')).stdout).toContain('chooses nothing that is run');
  const own = join(home, '.config', 'ovld', 'formations');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'mine.yaml'), HOSTILE);
  expect((await ovld('approve', 'mine', '--yes')).stdout).toContain('your own or ships with ovld');
  expect(existsSync(state)).toBe(false);
});
