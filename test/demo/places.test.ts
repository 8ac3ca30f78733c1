import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseWhere } from '../../src/cli/demo/choose.ts';
import { describeOwnCommand, readLastingPath } from '../../src/cli/terminal/own-process.ts';
import { HOME_VARIABLE, makeHome } from '../../src/demo/home.ts';
import { moreLines } from '../../src/demo/more.ts';
import { paints } from '../../src/kit/paint.ts';
import { demoTexts } from '../../src/i18n/demo.ts';
import { columnsOf } from '../../src/terminal/columns.ts';

const having =
  (...programs: string[]) =>
  async (program: string): Promise<boolean> =>
    programs.includes(program);

describe('the place where the demo is shown', () => {
  const texts = demoTexts.en;
  const big = { columns: 120, rows: 40 };
  const { noMux, nested, noTerminal } = texts.textBecause;
  const inZellij = { ZELLIJ: '0' };
  const inTmux = { TMUX: '/tmp/x,1,0' };
  const cases: [string, object, object][] = [
    ['no terminal', { terminal: undefined }, { asText: undefined }],
    ['no terminal, --mux', { terminal: undefined, flags: { mux: 'tmux' } }, { asText: noTerminal }],
    [
      'no terminal, --mux that is not there',
      { terminal: undefined, flags: { mux: 'tmux' }, has: ['zellij'] },
      { asText: texts.textBecause.missing('tmux') },
    ],
    ['--transcript', { flags: { transcript: true } }, { asText: undefined }],
    ['--json', { flags: { json: true } }, { asText: undefined }],
    ['neither is installed', { has: [] }, { asText: noMux }],
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
    ['inside zellij alone', { env: inZellij, has: ['zellij'] }, { asText: nested }],
    ['inside zellij, wanted', { env: inZellij, flags: { mux: 'zellij' } }, { asText: nested }],
    ['a formation for tmux', { shipped: { mux: 'tmux' } }, { mux: 'tmux', terminal: big }],
    ['80×24', { terminal: { columns: 80, rows: 24 } }, { mux: 'zellij' }],
    [
      'a small terminal',
      { terminal: { columns: 79, rows: 24 } },
      { asText: texts.textBecause.small(79, 24) },
    ],
  ];
  it.each(cases)('is right for %s', async (_, given, expected) => {
    const usual = { env: {}, flags: {}, shipped: { mux: 'none' as const }, terminal: big };
    const { has = ['zellij', 'tmux'], ...asked } = given as { has?: string[] };
    const processes = { isInstalled: having(...has) };
    expect(await chooseWhere({ ...usual, texts, processes, ...asked })).toMatchObject(expected);
  });

  it('is an error when the multiplexer that is asked for is missing', async () => {
    const asking = { env: {}, flags: { mux: 'tmux' }, shipped: { mux: 'none' as const }, texts };
    const processes = { isInstalled: having('zellij') };
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
  ])('names the right commands with %j', async (managers, zellij, tmux) => {
    const told = await lines(...managers);
    expect(told.join('\n')).toMatch(zellij);
    expect(told.join('\n')).toMatch(tmux);
    expect(told.join('\n')).toMatch(/claude +npm install -g @anthropic-ai\/claude-code/);
    expect(told.filter((line) => columnsOf(line) > 79)).toEqual([]);
  });

  it('names only what is missing, and always the next step', async () => {
    const told = await lines('zellij', 'tmux', 'claude');
    expect(told.join('\n')).not.toMatch(/install/);
    expect(told.at(-2)).toMatch(/^ {2}ovld summon +#/);
    expect(told.at(-1)).toMatch(/^ {2}ovld summon --agent mock +#/);
  });

  it.each(['zellij', 'tmux'])('wants no second multiplexer beside %s', async (mux) => {
    const told = (await lines(mux)).join('\n');
    expect(told).not.toMatch(/zellij|tmux|Zellij/);
    expect(told).toMatch(/claude +npm install/);
  });

  it('puts the explanation below a command whose path is too long', async () => {
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

describe('the command to type for ovld', () => {
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
  ])('is right for %s', (_, env, script, named, typed) => {
    expect(describeOwnCommand(env, script, named)).toBe(typed);
  });

  it('counts no folder of a package manager and no folder relative to the current one', () => {
    const lent = [
      '/p/node_modules/.bin',
      '/npx/1f/node_modules/.bin/',
      'node_modules/.bin',
      '.',
      '',
    ];
    expect(readLastingPath({ PATH: [...lent, '/usr/bin', '/p/bin'].join(':') })).toEqual([
      '/usr/bin',
      '/p/bin',
    ]);
    expect(readLastingPath({})).toEqual([]);
  });
});

describe('the home of the demo', () => {
  it('keeps what a terminal needs and nothing of the person’s sessions', async () => {
    const home = makeHome(
      { PATH: '/bin', TERM: 'xterm', TMUX: 'x', ZELLIJ: '0', HOME: '/h' },
      'ja',
    );
    onTestFinished(() => home.remove());
    expect(home.env).toMatchObject({ PATH: '/bin', TERM: 'xterm', OVLD_LANG: 'ja' });
    expect(Object.keys(home.env)).not.toContain('TMUX');
    expect(Object.keys(home.env)).not.toContain('ZELLIJ');
    for (const place of ['HOME', 'TMPDIR', 'TMUX_TMPDIR', 'ZELLIJ_SOCKET_DIR']) {
      expect(home.env[place]).toContain(home.dir);
    }
  });

  it('ends by pid the processes started in it, also those that ignore a hang-up, and no other [Z20]', async () => {
    const home = makeHome({ PATH: process.env['PATH'] }, 'en');
    const deaf = [
      '-e',
      "for (const s of ['SIGHUP','SIGTERM']) process.on(s,()=>0);setInterval(()=>0,1e6)",
    ];
    const start = (env: Record<string, string>, ...more: string[]) => {
      const child = spawn(process.execPath, [...deaf, ...more], { env, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
    };
    const marked = start({ [HOME_VARIABLE]: home.dir });
    const named = start({}, `${home.dir}/x`);
    const other = start({ [HOME_VARIABLE]: `${home.dir}x` });
    const reader = start({ HOME: '/h' }, `${home.dir}/rec/storm.jsonl`);
    await home.remove();
    await Promise.all([marked.ended, named.ended]);
    for (const { child } of [other, reader]) {
      expect(child.exitCode ?? child.signalCode).toBeNull();
    }
    expect(existsSync(home.dir)).toBe(false);
  });
});
