import { describe, expect, it } from 'vitest';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { opencodeAgent } from '../../src/agent/opencode.ts';
import { launchOrder } from '../support/launch-words.ts';

const order: LaunchOrder = { ...launchOrder, endpoint: { at: 4242, secret: 'hush' } };

const relay = {
  type: 'local',
  command: ['/usr/bin/node', '/opt/ovld.js', 'relay'],
  environment: {
    OVLD_ROLE: 'storm',
    OVLD_RELAY_DIR: '/home/a b/relay',
    OVLD_SESSION: 'overlord',
  },
  enabled: true,
  timeout: 30_000,
};
const allowed = { 'ovld-relay_*': 'allow' };

const launch = (more: Partial<LaunchOrder>) => opencodeAgent.launch({ ...order, ...more });
const configOf = (more: Partial<LaunchOrder>): unknown =>
  JSON.parse(launch(more).env?.['OPENCODE_CONFIG_CONTENT'] ?? '');
const theirs = (text: string): Partial<LaunchOrder> => ({ env: { OPENCODE_CONFIG_CONTENT: text } });

describe('launching opencode', () => {
  it('tells it by its environment alone: the relay, its tools allowed, a port and a password', () => {
    const { env, ...rest } = launch({});
    expect(rest).toEqual({ argv: ['opencode', '--port', '4242', '--hostname', '127.0.0.1'] });
    expect({ ...env, OPENCODE_CONFIG_CONTENT: '' }).toEqual({
      OPENCODE_CONFIG_CONTENT: '',
      OPENCODE_SERVER_USERNAME: 'opencode',
      OPENCODE_SERVER_PASSWORD: 'hush',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    });
    expect(configOf({})).toEqual({ mcp: { 'ovld-relay': relay }, permission: allowed });
  });

  it('takes a ritual as instructions, where it is not typed', () => {
    const ritual = { text: 'You are storm.', delivery: 'system-prompt' as const };
    expect(launch({ ritual })).toMatchObject({ ritual: 'You are storm.' });
    expect(configOf({ ritual })).toMatchObject({ instructions: ['/r/rituals/storm.md'] });
    const typed = { ...ritual, delivery: 'typed' as const };
    expect(launch({ ritual: typed }).ritual).toBeUndefined();
    expect(configOf({ ritual: typed })).not.toHaveProperty('instructions');
  });

  it('says in its configuration what a prompt by its server must obey too: its flags bind only the screen', () => {
    expect(configOf({ model: 'a/b' })).toMatchObject({ model: 'a/b' });
    expect(configOf({ args: ['-m', 'a/c'] })).toMatchObject({ model: 'a/c' });
    expect(configOf({ args: ['--model=a/d'] })).toMatchObject({ model: 'a/d' });
    expect(configOf({ args: ['--agent', 'plan'] })).toMatchObject({ default_agent: 'plan' });
    expect(launch({ args: ['--agent', 'plan', '-m', 'a/c'] }).argv.slice(5)).toEqual([
      '--agent',
      'plan',
      '-m',
      'a/c',
    ]);
  });

  it.each<[string, object, string[]]>([
    ['default', { permission: allowed }, []],
    ['acceptEdits', { permission: { edit: 'allow', ...allowed } }, []],
    ['bypassPermissions', { permission: allowed }, ['--auto']],
    ['auto', { permission: allowed }, ['--auto']],
    ['plan', { permission: allowed, default_agent: 'plan' }, []],
    ['build', { permission: allowed, default_agent: 'build' }, []],
    ['ask', { permission: { '*': 'ask', ...allowed } }, []],
  ])('knows the permission mode %s', (permissionMode, config, flags) => {
    expect(configOf({ permissionMode })).toEqual({ mcp: { 'ovld-relay': relay }, ...config });
    expect(launch({ permissionMode }).argv.slice(5)).toEqual(flags);
  });

  it('resumes a conversation by its id', () => {
    expect(launch({ resume: 'ses_1', args: ['--pure'] }).argv.slice(5)).toEqual([
      '-s',
      'ses_1',
      '--pure',
    ]);
    expect(opencodeAgent.resumes?.('')).toBe(true);
  });

  it.each<[Partial<LaunchOrder>, string]>([
    [{ args: ['run', 'a prompt'] }, 'run'],
    [{ args: ['--pure', '--port', '1'] }, '--port'],
    [{ args: ['--hostname=0.0.0.0'] }, '--hostname=0.0.0.0'],
    [{ args: ['--mdns'] }, '--mdns'],
    [{ args: ['--cors', 'https://a'] }, '--cors'],
    [{ args: ['--mini'] }, '--mini'],
    [{ args: ['-c'] }, '-c'],
    [{ args: ['-sses_1'] }, '-sses_1'],
    [{ args: ['--session', 'ses_1'] }, '--session'],
    [{ args: ['--fork'] }, '--fork'],
  ])('refuses %j', (more, argument) => {
    expect(() => launch(more)).toThrow(
      expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
    );
  });

  it.each(['{ "mcp": ', '[]'])(
    'names a configuration of the person’s that is broken: %s',
    (text) => {
      expect(() => launch(theirs(text))).toThrow(
        expect.objectContaining({
          code: 'config_invalid',
          data: { path: 'OPENCODE_CONFIG_CONTENT', reason: { code: 'not_valid' } },
        }),
      );
    },
  );

  it.each([{ args: ['--pure', '--prompt', 'run'] }, { args: ['../project'] }, theirs(' ')])(
    'takes %j',
    (more) => {
      expect(launch(more).argv.slice(5)).toEqual(more.args ?? []);
    },
  );
});

describe('what a person has in the variable of the configuration', () => {
  const config = {
    model: 'own/model',
    mcp: { own: { type: 'remote', url: 'https://a//b' } },
    permission: { bash: 'ask', 'ovld-relay_*': 'deny' },
    instructions: ['own.md'],
    username: 'a, ]',
  };

  it('stays in force beside ours', () => {
    const ritual = { text: 'You are storm.', delivery: 'system-prompt' as const };
    expect(configOf({ ...theirs(JSON.stringify(config)), ritual })).toEqual({
      ...config,
      mcp: { ...config.mcp, 'ovld-relay': relay },
      permission: { bash: 'ask', ...allowed },
      instructions: ['own.md', '/r/rituals/storm.md'],
    });
    expect(configOf({ ...theirs(JSON.stringify(config)), model: 'a/b' })).toMatchObject({
      model: 'a/b',
    });
  });

  it('may have comments, commas too many, and one word for all tools', () => {
    const text = `// the model
      { "model": "own/model", /* of all
        servers */ "mcp": { "own": { "url": "https://a//b", }, },
        "username": "a, ] // \\"no, } comment", "permission": "ask", }`;
    expect(configOf(theirs(text))).toEqual({
      model: 'own/model',
      mcp: { own: { url: 'https://a//b' }, 'ovld-relay': relay },
      username: 'a, ] // "no, } comment',
      permission: { '*': 'ask', ...allowed },
    });
  });

  it('is kept whole where ours has no place in it', () => {
    expect(configOf(theirs('{"mcp":[],"permission":7,"instructions":"x"}'))).toMatchObject({
      mcp: { 'ovld-relay': relay },
      permission: allowed,
    });
  });
});

describe('the version of opencode', () => {
  it.each([
    ['1.18.33\n', '1.18.33'],
    ['Error: 1.18.33', undefined],
    ["Error: opencode-ai's postinstall script was not run.", undefined],
    ['', undefined],
  ])('%j says %s', (said, version) => {
    expect(opencodeAgent.version?.read(said)).toBe(version);
  });
});
