import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseWhere } from '../../src/cli/demo/choose.ts';
import { lastingPath, typedName } from '../../src/cli/demo/typed-name.ts';
import { CAMP_VARIABLE, pitchCamp } from '../../src/demo/camp.ts';
import { moreLines } from '../../src/demo/more.ts';
import { paints } from '../../src/demo/narrator.ts';
import { demoTexts } from '../../src/i18n/demo.ts';
import { displayWidth } from '../../src/kit/width.ts';

const having =
  (...programs: string[]) =>
  async (program: string): Promise<boolean> =>
    programs.includes(program);

describe('where the demo is seen', () => {
  const texts = demoTexts.en;
  const big = { columns: 120, rows: 40 };
  const { noMux, nested, noTerminal } = texts.toldBecause;
  const inZellij = { ZELLIJ: '0' };
  const inTmux = { TMUX: '/tmp/x,1,0' };
  const cases: [string, object, object][] = [
    ['no terminal', { terminal: undefined }, { told: undefined }],
    ['no terminal, --mux', { terminal: undefined, flags: { mux: 'tmux' } }, { told: noTerminal }],
    [
      'no terminal, --mux that is not there',
      { terminal: undefined, flags: { mux: 'tmux' }, has: ['zellij'] },
      { told: texts.toldBecause.missing('tmux') },
    ],
    ['--transcript', { flags: { transcript: true } }, { told: undefined }],
    ['--json', { flags: { json: true } }, { told: undefined }],
    ['neither is installed', { has: [] }, { told: noMux }],
    ['both are', {}, { mux: 'zellij', terminal: big }],
    ['only tmux is', { has: ['tmux'] }, { mux: 'tmux', terminal: big }],
    ['--mux', { flags: { mux: 'tmux' } }, { mux: 'tmux', terminal: big }],
    ['OVLD_MUX', { env: { OVLD_MUX: 'tmux' } }, { mux: 'tmux', terminal: big }],
    [
      'OVLD_MUX that is not there',
      { env: { OVLD_MUX: 'tmux' }, has: ['zellij'] },
      { mux: 'zellij' },
    ],
    ['inside tmux', { env: inTmux }, { mux: 'tmux', terminal: big }],
    ['inside zellij', { env: inZellij }, { mux: 'tmux', terminal: big }],
    ['inside zellij alone', { env: inZellij, has: ['zellij'] }, { told: nested }],
    ['inside zellij, wanted', { env: inZellij, flags: { mux: 'zellij' } }, { told: nested }],
    ['a formation for tmux', { shipped: { mux: 'tmux' } }, { mux: 'tmux', terminal: big }],
    ['80×24', { terminal: { columns: 80, rows: 24 } }, { mux: 'zellij' }],
    [
      'a small terminal',
      { terminal: { columns: 79, rows: 24 } },
      { told: texts.toldBecause.small(79, 24) },
    ],
  ];
  it.each(cases)('%s', async (_, given, expected) => {
    const usual = { env: {}, flags: {}, shipped: { mux: 'none' as const }, terminal: big };
    const { has = ['zellij', 'tmux'], ...asked } = given as { has?: string[] };
    const processes = { installed: having(...has) };
    expect(await chooseWhere({ ...usual, texts, processes, ...asked })).toMatchObject(expected);
  });

  it('a multiplexer that is asked for and not there is an error', async () => {
    const asking = { env: {}, flags: { mux: 'tmux' }, shipped: { mux: 'none' as const }, texts };
    const processes = { installed: having('zellij') };
    await expect(chooseWhere({ ...asking, processes, terminal: big })).rejects.toMatchObject({
      code: 'mux_missing',
    });
  });
});

describe.each(['en', 'ja'] as const)('what to install for more, in %s', (language) => {
  const lines = (...programs: string[]): Promise<string[]> =>
    moreLines({ installed: having(...programs), ovld: 'ovld' }, demoTexts[language], paints(false));

  it.each([
    [['apt-get'], /zellij +https:\S+/, /tmux +sudo apt-get install tmux/],
    [['brew'], /zellij +brew install zellij/, /tmux +brew install tmux/],
    [['dnf', 'cargo'], /zellij +cargo install --locked zellij/, /tmux +sudo dnf install tmux/],
    [['pacman'], /zellij +sudo pacman -S zellij/, /tmux +sudo pacman -S tmux/],
    [[], /zellij +https:\S+/, /tmux +https:\S+/],
  ])('with %j', async (managers, zellij, tmux) => {
    const told = await lines(...managers);
    expect(told.join('\n')).toMatch(zellij);
    expect(told.join('\n')).toMatch(tmux);
    expect(told.join('\n')).toMatch(/claude +npm install -g @anthropic-ai\/claude-code/);
    expect(told.filter((line) => displayWidth(line) > 79)).toEqual([]);
  });

  it('names only what is missing, and always what comes next', async () => {
    const told = await lines('zellij', 'tmux', 'claude');
    expect(told.join('\n')).not.toMatch(/install/);
    expect(told.at(-2)).toMatch(/^ {2}ovld summon +#/);
    expect(told.at(-1)).toMatch(/^ {2}ovld summon --agent mock +#/);
  });

  it('says below what a command does, where its path leaves no place beside it', async () => {
    const ovld = `node /home/somebody/projects/${'deep/'.repeat(4)}dist/ovld.js`;
    const machine = { installed: having('zellij', 'tmux', 'claude'), ovld };
    const told = await moreLines(machine, demoTexts[language], paints(false));
    expect(told.slice(-4)).toEqual([
      `  ${ovld} summon`,
      expect.stringMatching(/^ {4}# \S/),
      `  ${ovld} summon --agent mock`,
      expect.stringMatching(/^ {4}# \S/),
    ]);
  });

  it.each([
    ['without claude', ['tmux'], ['ovld summon --agent mock']],
    ['without a multiplexer', ['claude'], ['ovld doctor']],
    ['without any of them', [], ['ovld doctor']],
  ])('%s offers only what works', async (_, programs, offered) => {
    const told = (await lines(...programs)).filter((line) => line.startsWith('  ovld '));
    expect(told.map((line) => line.split('#')[0]?.trim())).toEqual(offered);
  });
});

describe('what to type for ovld', () => {
  const clone = '/home/a/ovld/dist/ovld.js';
  const npx = '/home/a/.npm/_npx/1f/node_modules/ovld/dist/ovld.js';
  const exec = { npm_command: 'exec' };
  it.each([
    ['on the PATH', {}, clone, true, 'ovld'],
    ['a clone', { npm_command: 'run-script' }, clone, false, `node ${clone}`],
    ['a clone, under another program that npx runs', exec, clone, false, `node ${clone}`],
    ['npx', exec, npx, false, 'npx ovld'],
    ['npx, and on the PATH', exec, npx, true, 'ovld'],
    [
      'a folder with a space',
      {},
      "/a b/it's/ovld.js",
      false,
      String.raw`node '/a b/it'\''s/ovld.js'`,
    ],
  ])('%s', (_, env, script, named, typed) => {
    expect(typedName(env, script, named)).toBe(typed);
  });

  it('counts no folder that is lent by a package manager, or goes with the current one', () => {
    const lent = [
      '/p/node_modules/.bin',
      '/npx/1f/node_modules/.bin/',
      'node_modules/.bin',
      '.',
      '',
    ];
    expect(lastingPath({ PATH: [...lent, '/usr/bin', '/p/bin'].join(':') })).toEqual([
      '/usr/bin',
      '/p/bin',
    ]);
    expect(lastingPath({})).toEqual([]);
  });
});

describe('the camp', () => {
  it('takes over what a terminal needs and nothing of the person’s sessions', async () => {
    const camp = pitchCamp(
      { PATH: '/bin', TERM: 'xterm', TMUX: 'x', ZELLIJ: '0', HOME: '/h' },
      'ja',
    );
    onTestFinished(() => camp.strike());
    expect(camp.env).toMatchObject({ PATH: '/bin', TERM: 'xterm', OVLD_LANG: 'ja' });
    expect(Object.keys(camp.env)).not.toContain('TMUX');
    expect(Object.keys(camp.env)).not.toContain('ZELLIJ');
    for (const place of ['HOME', 'TMPDIR', 'TMUX_TMPDIR', 'ZELLIJ_SOCKET_DIR']) {
      expect(camp.env[place]).toContain(camp.dir);
    }
  });

  it('ends by pid what was started in it, also what ignores a hang-up, and nobody else [Z20]', async () => {
    const camp = pitchCamp({ PATH: process.env['PATH'] }, 'en');
    const deaf = [
      '-e',
      "for (const s of ['SIGHUP','SIGTERM']) process.on(s,()=>0);setInterval(()=>0,1e6)",
    ];
    const start = (env: Record<string, string>, ...more: string[]) => {
      const child = spawn(process.execPath, [...deaf, ...more], { env, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
    };
    const marked = start({ [CAMP_VARIABLE]: camp.dir });
    const named = start({}, `${camp.dir}/x`);
    const other = start({ [CAMP_VARIABLE]: `${camp.dir}x` });
    const reader = start({ HOME: '/h' }, `${camp.dir}/rec/storm.jsonl`);
    await camp.strike();
    await Promise.all([marked.ended, named.ended]);
    for (const { child } of [other, reader]) {
      expect(child.exitCode ?? child.signalCode).toBeNull();
    }
    expect(existsSync(camp.dir)).toBe(false);
  });
});
