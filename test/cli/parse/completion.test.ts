import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completionBook, helpBook } from '../../../src/cli/app.ts';
import { candidates } from '../../../src/cli/parse/candidates.ts';
import { cliArmy, ovld } from '../../support/cli-army.ts';
import { ovldOnPath } from '../../support/examples.ts';
import { missingProgram, requireOrSkip } from '../../support/require.ts';

const tree = completionBook('en');
const KNOWN = { role: ['storm', 'strategist'], session: ['overlord'], formation: ['bastion'] };

const offered = (...words: string[]): string[] =>
  candidates(tree, {
    words,
    look: (kind, session) => (session === 'empty' ? [] : KNOWN[kind]),
  }).map(([word]) => word);

describe('the completions', () => {
  it.each([
    [['su'], ['summon']],
    [
      ['queue', ''],
      ['write', 'list', 'ack'],
    ],
    [
      ['summon', '--mux', ''],
      ['zellij', 'tmux'],
    ],
    [['summon', '--mux', 't'], ['tmux']],
    [['summon', '--mux=t'], ['--mux=tmux']],
    [['summon', '--toolsets', 'b'], ['board']],
    [['summon', '--formation', ''], ['bastion']],
    [['status', '--session', ''], ['overlord']],
    [
      ['hold', 'st'],
      ['storm', 'strategist'],
    ],
    [
      ['hold', ''],
      ['storm', 'strategist', 'all'],
    ],
    [['hold', '--session', 'empty', ''], ['all']],
    [['hold', '--session=empty', ''], ['all']],
    [
      ['hold', 'storm', ''],
      ['strategist', 'all'],
    ],
    [['inject', 'storm', ''], ['strategist']],
    [
      ['send', ''],
      ['storm', 'strategist', 'all'],
    ],
    [['send', 'a'], ['all']],
    [
      ['inbox', ''],
      ['storm', 'strategist', 'human'],
    ],
    [['inbox', 'sto'], ['storm']],
    [
      ['log', '--role', 'st'],
      ['storm', 'strategist'],
    ],
    [
      ['queue', 'write', 'st'],
      ['storm', 'strategist'],
    ],
    [['queue', 'write', 'storm', 'x', '--type', 'w'], ['wake_up']],
    [
      ['status', '--json', '--'],
      ['--session', '--all', '--help', '--lang'],
    ],
    [['board', 'issue', '--criterion', 'x', '--c'], ['--criterion']],
    [['board', 'issue', '--input', ''], [':files']],
    [
      ['--lang', ''],
      ['en', 'ja'],
    ],
    [['--lang', 'ja', 'ho'], ['hold']],
    [['status', '--lang', 'j'], ['ja']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['hold', '--', '--'], []],
    [
      ['bogus', 'x', ''],
      ['--version', '--lang', '--help'],
    ],
    [['summon', '--bogus', 'x', ''], []],
  ])('of %j are %j', (words, expected) => {
    expect(offered(...words)).toEqual(expect.arrayContaining(expected));
    if (expected.length > 0) expect(offered(...words)).toHaveLength(expected.length);
  });

  it('include every command and every flag of the help', () => {
    for (const [name, page] of Object.entries(helpBook('en').pages)) {
      const words = name === '' ? [] : name.split(' ');
      if (words.length > 0) expect(offered(...words), name).toContain(words.at(-1));
      const flags = [...page.matchAll(/^ {2}(?:-[a-zA-Z], )?(--[a-z-]+)/gm)].map(
        ([, flag]) => flag,
      );
      expect(flags.length, name).toBeGreaterThan(0);
      expect(offered(...words, '--'), name).toEqual(expect.arrayContaining(flags));
    }
  });
});

async function world() {
  const army = await cliArmy();
  const PATH = `${ovldOnPath(army.home)}:/usr/bin:/bin`;
  const shell = (program: string, args: readonly string[], cwd = army.home) =>
    spawnSync(program, args, { env: { ...army.env, PATH }, cwd, encoding: 'utf8' });
  return { army, shell };
}

const BASH = `
eval "$(ovld completion bash)"
complete -p ovld
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_ovld
printf '%s\\n' "\${COMPREPLY[@]}"
`;

describe('completion in a real shell', () => {
  it.for([
    [['ovld', 'summ'], ['summon']],
    [
      ['ovld', 'hold', 'st'],
      ['strategist', 'storm'],
    ],
    [['ovld', 'summon', '--mux', '=', 't'], ['tmux']],
    [
      ['ovld', 'summon', '--mux', '='],
      ['zellij', 'tmux'],
    ],
    [['ovld', 'status', '--session', ''], ['overlord']],
    [
      ['ovld', 'summon', '--formation', ''],
      ['bastion', 'overlord', 'pair'],
    ],
    [['ovld', 'board', 'issue', '--input', ''], ['']],
  ] as const)('works in bash: %j', async ([words, expected], ctx) => {
    requireOrSkip(ctx, 'bash', missingProgram('bash'));
    const { shell } = await world();
    const { stdout, stderr } = shell('bash', ['--norc', '-c', BASH, 'bash', ...words]);
    const [registered, ...found] = stdout.split('\n').slice(0, -1);
    expect({ registered, stderr }).toEqual({ registered: 'complete -F _ovld ovld', stderr: '' });
    expect(found.sort()).toEqual([...expected].sort());
  });

  it.for([
    ['ovld summ', ['summon']],
    ['ovld hold st', ['storm', 'strategist']],
    ['ovld summon --mux=t', ['--mux=tmux']],
    ['ovld status --session ', ['overlord']],
    ['ovld board issue --input pa', ['paper.yaml']],
  ] as const)('works in fish: %s', async ([line, expected], ctx) => {
    requireOrSkip(ctx, 'fish', missingProgram('fish'));
    const { army, shell } = await world();
    writeFileSync(join(army.home, 'paper.yaml'), '');
    const script = 'ovld completion fish | source; complete -C $argv[1]';
    const { stdout, stderr } = shell('fish', ['--no-config', '-c', script, line]);
    expect(stderr).toBe('');
    const found = stdout
      .trim()
      .split('\n')
      .map((one) => one.split('\t')[0] ?? '');
    expect(found.sort()).toEqual([...expected].sort());
  });

  // The line editor of zsh needs a terminal; what it hands over and takes does not.
  const ZSH = `
compdef() { print "registered $*" }
_files() { print files }
_describe() { print -l -- "\${(@P)@[-1]}" }
eval "$(ovld completion zsh)"
words=("$@"); CURRENT=$#
_ovld
`;
  it.for([
    [['ovld', 'summ'], ['summon:raise an army of agents in Zellij or tmux panes']],
    [
      ['ovld', 'hold', 'st'],
      ['strategist:', 'storm:'],
    ],
    [['ovld', 'summon', '--mux=t'], ['--mux=tmux:']],
    [['ovld', 'status', '--session', ''], ['overlord:']],
    [['ovld', 'board', 'issue', '--input', ''], ['files']],
  ] as const)('works in zsh: %j', async ([words, expected], ctx) => {
    requireOrSkip(ctx, 'zsh', missingProgram('zsh'));
    const { shell } = await world();
    const { stdout, stderr } = shell('zsh', ['-f', '-c', ZSH, 'zsh', ...words]);
    const [registered, ...found] = stdout.trim().split('\n');
    expect({ registered, stderr }).toEqual({ registered: 'registered _ovld ovld', stderr: '' });
    expect(found.sort()).toEqual([...expected].sort());
  });
});

describe('completion prints no error', () => {
  it.each([
    [[]],
    [['bash']],
    [['bash', '\u0007', '--x=']],
    [['ksh', 'hold', '']],
    [['bash', '--lang', 'xx', '']],
  ])('for ovld complete %j', async (args) => {
    const army = await cliArmy({ OVLD_LANG: 'xx' });
    writeFileSync(join(army.home, '.config/ovld/armies/broken.json'), '{');
    writeFileSync(join(army.dir, 'formation.json'), '{"roles":[{"role":"$(x)"},7]}');
    expect(await ovld(army, 'complete', ...args)).toMatchObject({ code: 0, stderr: '' });
  });

  it('and offers no invalid role name, and nothing when nothing can be read', async () => {
    const army = await cliArmy();
    writeFileSync(join(army.dir, 'formation.json'), '{"roles":[{"role":"$(x)"},{"role":"ok"}]}');
    expect((await ovld(army, 'complete', 'bash', 'inject', '')).stdout).toBe('ok\t\n');
    const bare = { ...army, env: { PATH: '/usr/bin:/bin' } };
    expect(await ovld(bare, 'complete', 'fish', 'status', '--session', '')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});
