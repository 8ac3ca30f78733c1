import { describe, expect, it } from 'vitest';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { openAgent } from '../../src/agent/open.ts';
import { launchOrder } from '../support/launch-words.ts';
import { parsePart } from '../../src/mock-agent/play-part.ts';
import { parseMcpConfig } from '../../src/mock-agent/mcp-config.ts';

const order: LaunchOrder = { ...launchOrder, args: ['--verbose'] };

const relayDocument = {
  mcpServers: {
    'ovld-relay': {
      type: 'stdio',
      command: '/usr/bin/node',
      args: ['/opt/ovld.js', 'relay'],
      env: { OVLD_ROLE: 'storm', OVLD_RELAY_DIR: '/home/a b/relay', OVLD_SESSION: 'overlord' },
      alwaysLoad: true,
    },
  },
};

const words = (line: string): string[] => line.split(' ');

describe('launching claude', () => {
  it('passes the relay with its tools allowed and a name, and nothing of the user’s own configuration', async () => {
    const claude = await openAgent('claude');
    expect(claude.program).toBe('claude');
    expect(claude.reconnect).toBe('/mcp reconnect ovld-relay');
    const { hooks, ...launch } = claude.launch(order);
    expect(hooks).toContain('storm');
    expect(launch).toEqual({
      argv: words(
        'claude --mcp-config /r/mcp/storm.json --settings /r/settings/storm.json --name storm --verbose',
      ),
      mcp: relayDocument,
      settings: { permissions: { allow: ['mcp__ovld-relay__*'] }, hooks: expect.any(Object) },
    });
  });

  it('adds model and permission mode; --mcp-config still takes one word', async () => {
    const claude = await openAgent('claude');
    const args = ['a prompt'];
    const { argv } = claude.launch({ ...order, model: 'opus', permissionMode: 'manual', args });
    expect(argv.slice(7)).toEqual(['--model', 'opus', '--permission-mode', 'manual', 'a prompt']);
    expect(argv[argv.indexOf('--mcp-config') + 2]).toMatch(/^--/);
  });

  it.each([
    [['-p', 'run ./setup.sh'], '-p'],
    [['--print'], '--print'],
    [['--verbose', '-cp'], '-cp'],
    [['--print=true'], '--print=true'],
    [['--permission-mode', 'plan', '--plugin-dir', '/p'], undefined],
  ])('%j is found to run without a pane: %s', async (args, argument) => {
    const claude = await openAgent('claude');
    const launch = () => claude.launch({ ...order, args });
    if (argument === undefined) expect(launch().argv.slice(-args.length)).toEqual(args);
    else
      expect(launch).toThrow(
        expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
      );
  });
});

describe('claude’s ritual and its conversation', () => {
  it('puts a ritual for the system prompt into a file; a typed one changes no argument', async () => {
    const claude = await openAgent('claude');
    const { argv, ritual } = claude.launch({
      ...order,
      ritual: { text: 'You are storm.', delivery: 'system-prompt' },
    });
    expect(argv.slice(7, 9)).toEqual(['--append-system-prompt-file', '/r/rituals/storm.md']);
    expect(ritual).toBe('You are storm.');
    const typed = { text: 'You are storm.', delivery: 'typed' } as const;
    expect(claude.launch({ ...order, ritual: typed }).argv).toEqual(claude.launch(order).argv);
    expect(claude.launch({ ...order, ritual: typed }).ritual).toBeUndefined();
  });

  it('resumes the conversation that it is given', async () => {
    const { argv } = (await openAgent('claude')).launch({ ...order, resume: 'an-id' });
    expect(argv.slice(7)).toEqual(['--resume', 'an-id', '--verbose']);
  });
});

describe('launching the mock agent', () => {
  it('is ovld itself, with the same document and its part in the play', async () => {
    const mock = await openAgent('mock');
    expect(mock.program).toBeUndefined();
    const { settings, ...launch } = mock.launch(order);
    expect(launch).toEqual({
      argv: words(
        '/usr/bin/node /opt/ovld.js mock-agent --mcp-config /r/mcp/storm.json --play /r/settings/storm.json --verbose',
      ),
      mcp: relayDocument,
    });
    expect(parsePart(JSON.stringify(settings), 'storm')).toEqual({
      role: 'storm',
      language: 'en',
      mux: 'tmux',
      top: 'overlord',
      above: 'strategist',
      number: 3,
      below: [],
    });
  });

  it.each([[['--script', 's.json']], [['--record=/r']], [['--boot-ms', '5', '--control', '/c']]])(
    'takes no part in a play with %j',
    async (args) => {
      const mock = await openAgent('mock');
      const { argv, settings } = mock.launch({ ...order, args });
      expect(argv.slice(2)).toEqual(['mock-agent', '--mcp-config', '/r/mcp/storm.json', ...args]);
      expect(settings).toBeUndefined();
      expect(mock.plays?.(args)).toBe(false);
    },
  );

  it('is given a document that it can read', () => {
    expect(parseMcpConfig(JSON.stringify(relayDocument))).toMatchObject({
      name: 'ovld-relay',
      command: '/usr/bin/node',
      role: 'storm',
      relayDir: '/home/a b/relay',
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no servers', '{}'],
    ['two servers', JSON.stringify({ mcpServers: { a: {}, b: {} } })],
    ['no command', JSON.stringify({ mcpServers: { a: { args: [] } } })],
    ['args of another kind', JSON.stringify({ mcpServers: { a: { command: 'x', args: [1] } } })],
    [
      'a role that is a path',
      JSON.stringify({
        mcpServers: { a: { command: 'x', args: [], env: { OVLD_ROLE: '../x' } } },
      }),
    ],
  ])('refuses a document with %s', (_what, text) => {
    expect(() => parseMcpConfig(text)).toThrow();
  });
});
