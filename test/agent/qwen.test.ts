import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { openAgent } from '../../src/agent/open.ts';
import { hookLine } from '../../src/agent/hooks.ts';
import { launchOrder } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

const qwen = await openAgent('qwen');

const order: LaunchOrder = {
  ...launchOrder,
  // Nothing of this machine's administrator.
  env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/nowhere/settings.json' },
};

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('launching qwen', () => {
  it('passes its files by one word and two variables, its relay allowed and never deferred, without suggestions or a survey [X8 X11 X12]', () => {
    const { hooks, settings, ...launch } = qwen.launch(order);
    expect(launch).toEqual({
      argv: ['qwen', '--mcp-config', '/r/mcp/storm.json'],
      env: {
        QWEN_CODE_SYSTEM_SETTINGS_PATH: '/r/settings/storm.json',
        QWEN_CODE_SYSTEM_DEFAULTS_PATH: '/nowhere/system-defaults.json',
      },
      mcp: {
        mcpServers: {
          'ovld-relay': {
            command: '/usr/bin/node',
            args: ['/opt/ovld.js', 'relay'],
            env: {
              OVLD_ROLE: 'storm',
              OVLD_RELAY_DIR: '/home/a b/relay',
              OVLD_SESSION: 'overlord',
            },
            trust: true,
            alwaysLoadTools: true,
          },
        },
      },
    });
    expect(hooks).toContain('storm');
    expect(settings).toEqual({
      $version: 4,
      permissions: { allow: ['mcp__ovld-relay__*'] },
      ui: { enableFollowupSuggestions: false, enableUserFeedback: false },
      general: { enableAutoUpdate: false },
      tools: { truncateToolOutputThreshold: 80_000, truncateToolOutputLines: 20_000 },
      hooks: expect.any(Object),
    });
  });

  it('adds model, mode, the conversation and the person’s own words, in that order', () => {
    const more = { model: 'qwen3', permissionMode: 'plan', resume: 'an-id', args: ['--debug'] };
    expect(
      qwen
        .launch({ ...order, ...more })
        .argv.slice(3)
        .join(' '),
    ).toBe('--model qwen3 --approval-mode plan --resume an-id --debug');
  });

  it.each([
    ['acceptEdits', 'auto-edit'],
    ['bypassPermissions', 'yolo'],
    ['default', 'default'],
    ['plan', 'plan'],
    ['auto', 'auto'],
    ['auto-edit', 'auto-edit'],
    ['yolo', 'yolo'],
  ])('has for the mode %s its own %s', (permissionMode, own) => {
    expect(qwen.launch({ ...order, permissionMode }).argv.slice(3)).toEqual([
      '--approval-mode',
      own,
    ]);
  });

  it.each([
    [{ args: ['-p', 'run'] }, '-p'],
    [{ args: ['--debug', '-yp', 'run'] }, '-yp'],
    [{ args: ['--prompt=run'] }, '--prompt=run'],
    [{ args: ['--acp'] }, '--acp'],
    [{ args: ['run it'] }, 'run it'],
    [{ args: ['--debug', '--', 'run it'] }, '--'],
  ])('refuses %j', (more, argument) => {
    expect(() => qwen.launch({ ...order, ...more })).toThrow(
      expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
    );
  });

  it.each([
    [['-i', 'hello']],
    [['--proxy', 'http://p:1']],
    [['-d', '--include-directories', '/x']],
  ])('lets %j be', (args) => expect(qwen.launch({ ...order, args }).argv.slice(3)).toEqual(args));

  it('gives a ritual by its hooks where the person wants it in the system prompt', () => {
    const ritual = { text: 'You are storm.\nYield "never".', delivery: 'system-prompt' } as const;
    const launch = qwen.launch({ ...order, ritual });
    expect(launch.ritual).toBe(ritual.text);
    expect(launch.argv).toEqual(qwen.launch(order).argv);
    expect(launch.hooks).toContain(String.raw`c='You are storm.\nYield \"never\".'`);
    const typed = qwen.launch({ ...order, ritual: { ...ritual, delivery: 'typed' } });
    expect(typed.ritual).toBeUndefined();
  });

  it.each([
    ['0.24.4\n', '0.24.4'],
    ['0.25.0-preview.1\n', '0.25.0'],
    ['2.1.325 (Claude Code)\n', undefined],
    ['', undefined],
  ])('%j names the version %s', (said, version) => {
    expect(qwen.version?.read(said)).toBe(version);
  });

  it('listens where its relay is told, with its token, and nowhere else', () => {
    const inbox = '/tmp/qwen-socks-1/7.sock';
    const both = { QWEN_CODE_MESSAGING_SOCKET: inbox, QWEN_CODE_MESSAGING_TOKEN: 't' };
    expect(qwen.endpoint?.(both)).toEqual({ at: inbox, secret: 't' });
    expect(qwen.endpoint?.({ ...both, QWEN_CODE_MESSAGING_TOKEN: '' })).toBeUndefined();
    expect(qwen.endpoint?.({ ...both, QWEN_CODE_MESSAGING_SOCKET: 'x.sock' })).toBeUndefined();
    expect(qwen.endpoint?.({})).toBeUndefined();
  });

  it('resumes a conversation in which something was said', () => {
    expect(qwen.resumes?.('{"uuid":"1","type":"user","message":{}}\n')).toBe(true);
    expect(qwen.resumes?.('{"uuid":"1","type":"system"}\n')).toBe(false);
    expect(qwen.resumes?.('')).toBe(false);
  });
});

describe('an administrator’s system settings', () => {
  const launchWith = (path: string) =>
    qwen.launch({ ...order, env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: path } });

  it('are in force beside ours: lists of both, and ours where both name one value [X12]', () => {
    const audit = { hooks: [{ type: 'command', command: 'audit' }] };
    const path = write(
      join(tempDir(), 'settings.json'),
      `\ufeff{ // the whole company's
        "permissions": { "allow": ["Read"], "deny": ["Bash(rm *)"] }, /* "not": "this", */
        "ui": { "enableUserFeedback": true, "theme": "https://x // y" },
        "hooks": { "Stop": [${JSON.stringify(audit)}], "PostToolBatch": [${JSON.stringify(audit)}] },
        "telemetry": { "enabled": true }
      }`,
    );
    const { settings, env } = launchWith(path);
    // The format of theirs may be an older one.
    expect(settings).not.toHaveProperty('$version');
    expect(settings).toMatchObject({
      permissions: { allow: ['Read', 'mcp__ovld-relay__*'], deny: ['Bash(rm *)'] },
      ui: {
        enableUserFeedback: false,
        enableFollowupSuggestions: false,
        theme: 'https://x // y',
      },
      hooks: { Stop: [audit, expect.any(Object)], PostToolBatch: [audit] },
      telemetry: { enabled: true },
    });
    expect(env?.['QWEN_CODE_SYSTEM_DEFAULTS_PATH']).toBe(
      join(dirname(path), 'system-defaults.json'),
    );
  });

  it('have their defaults where the person’s variable says [X12]', () => {
    const env = { ...order.env, QWEN_CODE_SYSTEM_DEFAULTS_PATH: '/a/d.json' };
    const launch = qwen.launch({ ...order, env });
    expect(launch.env?.['QWEN_CODE_SYSTEM_DEFAULTS_PATH']).toBe('/a/d.json');
  });

  it('that are another seat’s, because ovld runs in that, lose its hooks and keep the others', () => {
    const theirs = { hooks: [{ type: 'command', command: hookLine('stop', `/o'x/hooks/a.sh`) }] };
    const audit = { hooks: [{ type: 'command', command: 'audit' }] };
    const text = JSON.stringify({ hooks: { Stop: [audit, theirs], Own: [theirs] } });
    const { settings } = launchWith(write(join(tempDir(), 'settings.json'), text));
    const { hooks } = settings as { hooks: Record<string, unknown[]> };
    expect(hooks['Stop']).toHaveLength(2);
    expect(hooks['Stop']?.[0]).toEqual(audit);
    expect(hooks['Own']).toEqual([]);
  });

  it.each(['{', '[]', '7'])('that read %j are refused by name', (text) => {
    const path = write(join(tempDir(), 'settings.json'), text);
    expect(() => launchWith(path)).toThrow(
      expect.objectContaining({ code: 'config_invalid', data: expect.objectContaining({ path }) }),
    );
  });
});

describe('whether qwen asks for trust', () => {
  const wanted = '{ "security": { "folderTrust": { "enabled": true } } }';
  function world({ own = wanted, system = '{}', rules = '{}' } = {}) {
    const home = tempDir();
    const project = join(home, 'code/project');
    mkdirSync(project, { recursive: true });
    symlinkSync(project, join(home, 'link'));
    write(join(home, '.qwen/settings.json'), own);
    write(join(home, '.qwen/trustedFolders.json'), rules.replaceAll('~', home));
    const path = write(join(home, 'etc/settings.json'), system);
    const env = { HOME: home, QWEN_CODE_SYSTEM_SETTINGS_PATH: path };
    return { home, project, env };
  }

  it.each([
    ['where no settings want it', { own: '{}' }, 'trusted'],
    ['where its settings want it', {}, 'asks'],
    ['where an administrator does not', { system: wanted.replace('true', 'false') }, 'trusted'],
    ['where an administrator does', { own: '{}', system: wanted }, 'asks'],
    ['in a folder it trusts', { rules: '{ "~/code/project": "TRUST_FOLDER" }' }, 'trusted'],
    ['in one below that', { rules: '{ "~/code": "TRUST_FOLDER" }' }, 'trusted'],
    ['beside a trusted one', { rules: '{ "~/code/pro": "TRUST_FOLDER" }' }, 'asks'],
    ['below the parent it trusts', { rules: '{ "~/code/other": "TRUST_PARENT" }' }, 'trusted'],
    ['where it was told not to trust', { rules: '{ "~/code": "DO_NOT_TRUST" }' }, 'trusted'],
  ])('%s: %j', async (_where, files, state) => {
    const { project, home, env } = world(files);
    const place = { state, ...(state === 'asks' && { place: project }) };
    expect(await qwen.readTrust?.(project, env)).toEqual(place);
    expect(await qwen.readTrust?.(join(home, 'link'), env)).toEqual(place);
  });

  it('cannot be told where its own record is broken', async () => {
    const { project, home, env } = world({ rules: '{' });
    const path = join(home, '.qwen/trustedFolders.json');
    expect(await qwen.readTrust?.(project, env)).toEqual({ state: 'unknown', path });
  });

  it('does not matter in a folder that is not there', async () => {
    expect(await qwen.readTrust?.('/nowhere/at/all', {})).toEqual({ state: 'trusted' });
  });
});
