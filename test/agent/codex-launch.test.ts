import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { codexAgent } from '../../src/agent/codex.ts';
import { readDeveloperInstructions, toToml } from '../../src/agent/codex/toml.ts';
import { launchOrder } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

const order: LaunchOrder = {
  ...launchOrder,
  endpoint: { at: '/r/socket/storm.sock' },
  env: { HOME: '/nowhere' },
};
const ADDRESS = 'unix:///r/socket/storm.sock';
const QUIET = ['-c', 'check_for_update_on_startup=false'];
const WHOLE = ['-c', 'tool_output_token_limit=40000'];
const RELAY =
  'mcp_servers.ovld-relay={command="/usr/bin/node",args=["/opt/ovld.js","relay"],' +
  'env={OVLD_ROLE="storm",OVLD_RELAY_DIR="/home/a b/relay",OVLD_SESSION="overlord"},' +
  'env_vars=["TMUX","TMUX_PANE","TMUX_TMPDIR","ZELLIJ","ZELLIJ_PANE_ID","ZELLIJ_SESSION_NAME",' +
  '"ZELLIJ_SOCKET_DIR","XDG_RUNTIME_DIR","XDG_CACHE_HOME","XDG_CONFIG_HOME","XDG_DATA_HOME",' +
  '"XDG_STATE_HOME","TMPDIR","USER","LOGNAME","SHELL","LC_ALL","LC_MESSAGES","OVLD_LANG",' +
  '"DISPLAY","WAYLAND_DISPLAY","DBUS_SESSION_BUS_ADDRESS"],' +
  'startup_timeout_sec=60,default_tools_approval_mode="approve"}';

const launch = (more: Partial<LaunchOrder> = {}) => codexAgent.launch({ ...order, ...more });
const serverOf = (more: Partial<LaunchOrder>) => launch(more).companion?.argv ?? [];

describe('launching codex', () => {
  it('attaches its terminal to a server of its own, with the relay and its tools allowed, and trusts no folder for the person [X4 X5 X6]', () => {
    expect(launch()).toEqual({
      argv: ['codex', '--remote', ADDRESS, ...QUIET],
      companion: {
        argv: ['codex', '-c', RELAY, ...WHOLE, 'app-server', '--listen', ADDRESS],
        socket: '/r/socket/storm.sock',
        instead: ['codex', '--no-daemon', '-c', RELAY, ...WHOLE, ...QUIET],
      },
    });
  });

  it('runs by itself, without the shared daemon, where it has no place to listen [X4]', () => {
    const { endpoint: _, ...deaf } = order;
    expect(codexAgent.launch(deaf)).toEqual({
      argv: ['codex', '--no-daemon', '-c', RELAY, ...WHOLE, ...QUIET],
    });
  });

  it('resumes a conversation by its id, in both forms', () => {
    const { argv, companion } = launch({ resume: 'an-id' });
    expect(argv.slice(0, 4)).toEqual(['codex', 'resume', 'an-id', '--remote']);
    expect(companion?.instead?.slice(0, 4)).toEqual(['codex', 'resume', 'an-id', '--no-daemon']);
  });

  it('gives arguments to the terminal, and settings among them to the server too', () => {
    const args = ['--search', '-c', 'a.b=1', '--enable=goals', 'a prompt'];
    const { argv, companion } = launch({ model: 'gpt', args });
    expect(argv.slice(-7)).toEqual(['-m', 'gpt', ...args]);
    expect(companion?.argv.slice(5, -3)).toEqual(['-c', 'a.b=1', '--enable=goals']);
    expect(companion?.instead?.slice(-5)).toEqual(args);
  });

  it.each([
    [['exec', 'run ./setup.sh'], 'exec'],
    [['e', 'x'], 'e'],
    [['--search', 'review'], 'review'],
    [['--remote=ws://other:1'], '--remote=ws://other:1'],
    [['app-server'], 'app-server'],
  ])('%j is refused: %s', (args, argument) => {
    expect(() => launch({ args })).toThrow(
      expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
    );
  });

  it.each([
    ['default', []],
    ['acceptEdits', ['-a', 'on-request', '-s', 'workspace-write']],
    ['bypassPermissions', ['-a', 'never', '-s', 'danger-full-access']],
    ['plan', ['-a', 'on-request', '-s', 'read-only']],
    ['never', ['-a', 'never']],
    ['workspace-write', ['-s', 'workspace-write']],
  ])('the permission mode %s is %j', (permissionMode, flags) => {
    expect(launch({ permissionMode }).argv.slice(3)).toEqual([...QUIET, ...flags]);
  });

  it.each([
    ['codex-cli 0.166.0\n', '0.166.0'],
    ['WARNING: something\ncodex-cli 0.170.1\n', '0.170.1'],
    ['0.166.0', undefined],
  ])('reads the version in %j', (said, version) => {
    expect(codexAgent.version?.read(said)).toBe(version);
  });
});

describe('codex’s ritual', () => {
  const text = 'You are "storm".\nNo more.';
  const ritual = { text, delivery: 'system-prompt' } as const;
  const told = (words: string): string => `developer_instructions=${JSON.stringify(words)}`;

  it('is among the instructions of its server, or typed', () => {
    expect(launch({ ritual }).ritual).toBe(text);
    expect(serverOf({ ritual })).toContain(told(text));
    expect(launch({ ritual }).companion?.instead).toContain(told(text));
    expect(launch({ ritual }).argv).toEqual(launch().argv);
    const typed = { text, delivery: 'typed' } as const;
    expect(launch({ ritual: typed })).toEqual(launch());
  });

  it.each([['HOME'], ['CODEX_HOME']])('comes after the person’s own, in %s', (variable) => {
    const home = tempDir();
    const folder = variable === 'HOME' ? join(home, '.codex') : home;
    mkdirSync(folder, { recursive: true });
    const config = 'model = "x"\ndeveloper_instructions = "Be \\"kind\\"."\n[tui]\nz = 1\n';
    writeFileSync(join(folder, 'config.toml'), config);
    expect(serverOf({ ritual, env: { [variable]: home } })).toContain(
      told(`Be "kind".\n\n${text}`),
    );
    expect(serverOf({ env: { [variable]: home } }).join()).not.toContain('developer_instructions');
  });
});

describe('TOML', () => {
  it.each([
    ['a "b"\n\\', '"a \\"b\\"\\n\\\\"'],
    ['del\u007f', '"del\\u007f"'],
    [true, 'true'],
    [60, '60'],
    [['a', 'b'], '["a","b"]'],
    [{ a: { b: ['c'] } }, '{a={b=["c"]}}'],
  ])('%j is written as %s', (value, toml) => expect(toToml(value)).toBe(toml));

  it.each([
    ['none', 'model = "x"\n', undefined],
    ['of a table', '[a]\ndeveloper_instructions = "x"\n', undefined],
    ['of another name', 'my_developer_instructions = "x"\n', undefined],
    ['commented out', '# developer_instructions = "x"\n', undefined],
    ['basic', 'developer_instructions="a\\tb\\u00e9 \\U0001F600"', 'a\tbé 😀'],
    ['literal', "developer_instructions = 'a\\b'", 'a\\b'],
    ['over lines', 'developer_instructions = """\na\n"b"\\\n   c"""\nx = 1', 'a\n"b"c'],
    ['literal over lines', "developer_instructions = '''\na\n\\n'''", 'a\n\\n'],
    [
      'behind a text with what looks like it',
      'a = """\n[t]\ndeveloper_instructions = "x"\n"""\ndeveloper_instructions = "y"',
      'y',
    ],
    ['not closed', 'developer_instructions = "a', undefined],
  ])('the developer instructions are found where they are %s', (_what, config, text) =>
    expect(readDeveloperInstructions(config)).toBe(text),
  );
});
