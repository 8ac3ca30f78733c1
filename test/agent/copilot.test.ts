import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Composer, LaunchOrder } from '../../src/agent/agent.ts';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { launchOrder } from '../support/launch-words.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const order: LaunchOrder = { ...launchOrder, args: ['--banner'] };

describe('launching Copilot CLI', () => {
  it('gives it the relay, its tools, a plugin with hooks and a conversation, and opens no port [X16]', () => {
    const { hooks, ...launch } = copilotAgent.launch(order);
    const { conversation = '' } = launch;
    expect(conversation).toMatch(UUID);
    expect(copilotAgent.launch(order).conversation).not.toBe(conversation);
    expect(hooks).toContain('storm');
    const on = (event: string) => ({
      type: 'command',
      bash: `(e=${event}; . '/r/hooks/storm.sh') 2>/dev/null || :`,
    });
    const files = Object.entries(launch.files ?? {});
    expect(files.map(([name]) => name)).toEqual(['plugin/plugin.json', 'plugin/hooks.json']);
    expect(files.map(([, text]) => JSON.parse(text) as unknown)).toEqual([
      { name: 'ovld', version: '1.0.0', hooks: 'hooks.json' },
      {
        version: 1,
        hooks: {
          sessionStart: [on('start')],
          userPromptSubmitted: [on('prompt')],
          postToolUse: [on('tool')],
          postToolUseFailure: [on('toolfail')],
          notification: [{ ...on('ask'), matcher: 'permission_prompt|elicitation_dialog' }],
          agentStop: [on('stop')],
          sessionEnd: [on('end')],
        },
      },
    ]);
    expect({ ...launch, files: undefined }).toEqual({
      files: undefined,
      argv: [
        'copilot',
        '--additional-mcp-config',
        '@/r/mcp/storm.json',
        '--allow-tool=ovld-relay',
        '--allow-all-mcp-server-instructions',
        '--plugin-dir',
        '/r/files/storm/plugin',
        '--session-id',
        conversation,
        '--banner',
      ],
      env: { COPILOT_AUTO_UPDATE: 'false' },
      conversation,
      mcp: {
        mcpServers: {
          'ovld-relay': {
            type: 'stdio',
            command: '/usr/bin/node',
            args: ['/opt/ovld.js', 'relay'],
            env: {
              OVLD_ROLE: 'storm',
              OVLD_RELAY_DIR: '/home/a b/relay',
              OVLD_SESSION: 'overlord',
            },
            tools: ['*'],
            deferTools: 'never',
            disableToolCache: true,
          },
        },
      },
    });
  });

  it.each([
    ['acceptEdits', ['--allow-tool=write']],
    ['bypassPermissions', ['--allow-all']],
    ['default', []],
    ['plan', ['--mode', 'plan']],
    ['autopilot', ['--mode', 'autopilot']],
  ])('knows the permission mode %s', (permissionMode, words) => {
    const { argv } = copilotAgent.launch({ ...order, model: 'm', permissionMode });
    expect(argv.slice(9)).toEqual(['--model', 'm', ...words, '--banner']);
  });

  it.each([
    [{ args: ['-p', 'run ./setup.sh'] }, '-p'],
    [{ args: ['--prompt=x'] }, '--prompt=x'],
    [{ args: ['--banner', '--ui-server'] }, '--ui-server'],
    [{ args: ['--acp'] }, '--acp'],
    [{ args: ['--server'] }, '--server'],
    [{ args: ['--headless'] }, '--headless'],
  ])('refuses %j [X16]', (more, argument) => {
    expect(() => copilotAgent.launch({ ...order, ...more })).toThrow(
      expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
    );
  });

  it('goes on with the conversation that it is given', () => {
    const { argv, conversation } = copilotAgent.launch({ ...order, resume: 'an-id' });
    expect(argv.slice(7, 9)).toEqual(['--session-id', 'an-id']);
    expect(conversation).toBe('an-id');
  });

  it.each([
    [{}, '/r/files/storm/ritual'],
    [{ COPILOT_CUSTOM_INSTRUCTIONS_DIRS: '/a,/b' }, '/a,/b,/r/files/storm/ritual'],
  ])('is given its ritual as instructions, beside a person’s own: %j', (env, dirs) => {
    const ritual = { text: 'You are storm.', delivery: 'system-prompt' } as const;
    const launch = copilotAgent.launch({ ...order, env, ritual });
    expect(launch.env?.['COPILOT_CUSTOM_INSTRUCTIONS_DIRS']).toBe(dirs);
    expect(launch.files?.['ritual/storm.instructions.md']).toBe('You are storm.');
    expect(launch.ritual).toBe('You are storm.');
  });

  it('has its ritual typed where that is wanted, or where the folder’s name would be two in a list', () => {
    const typed = { text: 'You are storm.', delivery: 'typed' } as const;
    const system = { text: 'You are storm.', delivery: 'system-prompt' } as const;
    const paths = { ...order.paths, files: '/r,s/storm' };
    for (const more of [{ ritual: typed }, { ritual: system, paths }]) {
      const launch = copilotAgent.launch({ ...order, ...more });
      expect(launch.ritual).toBeUndefined();
      expect(launch.env).toEqual({ COPILOT_AUTO_UPDATE: 'false' });
    }
  });

  it.each([
    [{}, []],
    [{ endpoint: { at: 4711, secret: 's' } }, []],
    [{ allowOpenDoor: true }, []],
    [{ allowOpenDoor: true, endpoint: { at: '/s' } }, []],
    [{ allowOpenDoor: true, endpoint: { at: 4711 } }, ['--ui-server', '--port', '4711']],
  ])('opens a port where its person allows that and nowhere else [X16]: %j', (more, words) => {
    expect(copilotAgent.launch({ ...order, ...more }).argv.slice(9)).toEqual([
      ...words,
      '--banner',
    ]);
    expect(copilotAgent.listensToAll).toBe(true);
  });

  it('names its version, and which conversations can go on', () => {
    const said = 'GitHub Copilot CLI 1.0.102.\nRun copilot update to check for updates.\n';
    expect(copilotAgent.version?.read(said)).toBe('1.0.102');
    expect(copilotAgent.version?.read('1.0.102')).toBeUndefined();
    expect(copilotAgent.resumes?.('{"type":"session.start"}\n{"type":"user.message"}')).toBe(true);
    expect(copilotAgent.resumes?.('{"type":"session.start"}\n')).toBe(false);
  });
});

const SCREENS = new URL('copilot-screens/', import.meta.url);
const names = readdirSync(SCREENS);
const linesOf = (name: string): string[] =>
  readFileSync(new URL(`${name}.txt`, SCREENS), 'utf8').split('\n');
const read = (name: string, more: object = {}): Composer =>
  copilotAgent.read({ lines: linesOf(name), copyMode: false, ...more });

/** Captured from Copilot CLI 1.0.102; the file's name says what it asks, after the dash which one. */
describe('a screen of Copilot CLI', () => {
  it.each(names)('%s is recognised as the question it shows', (name) => {
    const [asked = ''] = name.split(/[-.]/);
    const screen = { lines: linesOf(name.replace(/\.txt$/, '')), copyMode: false };
    const { state } = copilotAgent.read(screen);
    expect(state === 'ready').toBe(asked === 'nothing' || asked === 'login');
    expect(copilotAgent.asks?.(screen) ?? 'nothing').toBe(asked === 'unknown' ? 'nothing' : asked);
    if (asked !== 'unknown') expect(state === 'dialog').toBe(state !== 'ready');
  });

  it.each([
    ['idle', ''],
    ['narrow', ''],
    ['after-429', ''],
    ['draft', 'line one\nline two\n\nline four'],
    ['pasted', '[Paste #1 - 60 lines]'],
    ['busy-generating', '', true],
    ['busy-narrow', '', true],
    ['busy-tool', '', true],
    ['busy-draft', 'wait for me', true],
    ['busy-queued', '', true],
    ['busy-again', '', true],
  ])('%s: what its composer holds, and whether a turn runs', (name, text, busy?: boolean) => {
    const seen = read(`nothing-${name}`);
    expect(seen).toEqual({ state: 'ready', text, ...(busy && { busy }) });
  });

  it.each([
    // In panes of 40 to 16 columns, without a draft and with one.
    '  ◎ Working · 64 B esc esc interrupt',
    '  ●        esc esc interrupt',
    '   esc esc interrupt',
    '   esc esc',
    '   esc esc interrupt · ctrl+q en',
    ' ◎      esc esc',
    '  esc again to inte',
    ' ◉ Working esc esc edit prompt                                         scripted',
  ])('%j is its sign of a turn, moving or not [C1]', (footer) => {
    const lines = [...linesOf('nothing-idle').slice(0, 23), footer];
    const seen = copilotAgent.read({ lines, copyMode: false });
    expect(seen).toEqual({ state: 'ready', text: '', busy: true });
  });

  it('has a sign of a turn that moves, whatever the model calls what it does', () => {
    const busy = (footer: string) => {
      const seen = copilotAgent.read({
        lines: [...linesOf('nothing-idle').slice(0, 23), footer],
        copyMode: false,
      });
      return seen.state === 'ready' ? seen.busy : seen.state;
    };
    const frames = ['●', '◉', '◎', '○', '∙', '∘'].map((sign) =>
      busy(` ${sign} Exploring the code`),
    );
    expect(new Set(frames).size).toBe(6);
    expect(busy(' ● Cancelling                scripted')).toBeDefined();
    expect(busy(' Interactive · Manual Approval · @ files   scripted')).toBeUndefined();
    for (const rest of ['rewind', 'clear input', 'stop agents']) {
      expect(busy(` esc again to ${rest}                  scripted`)).toBeUndefined();
    }
    expect(busy(' esc esc stop agents                       scripted')).toBeUndefined();
  });

  it('takes nothing above its composer for a sign or a question', () => {
    const lines = linesOf('nothing-idle');
    const imitation = [
      ' ◉ Working · 72 B esc esc interrupt',
      ' ❯ 1. Yes',
      ' Do you trust the files in this folder?',
    ];
    lines.splice(12, 3, ...imitation);
    const screen = { lines, copyMode: false };
    expect(copilotAgent.read(screen)).toEqual({ state: 'ready', text: '' });
    expect(copilotAgent.asks?.(screen)).toBeUndefined();
  });

  it('is not ready in shell mode, over white space alone, or where the cursor is elsewhere', () => {
    const rule = '─'.repeat(80);
    const box = (...rows: string[]): Composer =>
      copilotAgent.read({ lines: [rule, ...rows, rule, ' footer'], copyMode: false });
    expect(box('! ls')).toEqual({ state: 'ready', text: '! ls' });
    expect(box('! Execute shell command')).toMatchObject({ text: '! Execute shell command' });
    expect(box('❯', '', '')).toEqual({ state: 'unknown' });
    expect(box('❯\u00a0text')).toEqual({ state: 'unknown' });
    const cursor = (row: number, column: number) =>
      read('nothing-idle', { cursor: { row, column } });
    expect(cursor(21, 2)).toEqual({ state: 'ready', text: '' });
    expect(cursor(23, 79)).toEqual({ state: 'unknown' });
    expect(cursor(21, 9)).toEqual({ state: 'unknown' });
  });

  it('wants Escape a second time in a turn, and says so', () => {
    const wants = (name: string) =>
      copilotAgent.wantsAgain?.({ lines: linesOf(name), copyMode: false });
    expect(wants('nothing-busy-again')).toBe(true);
    expect(wants('nothing-busy-tool')).toBe(false);
    const rest = [...linesOf('nothing-idle').slice(0, 23), ' esc again to rewind      scripted'];
    expect(copilotAgent.wantsAgain?.({ lines: rest, copyMode: false })).toBe(false);
  });

  it('shows a nudge over two rows, a paste by its lines, and no other', () => {
    const nudge = '[MESSAGE from storm] You have mail: call check_inbox. (#abc1.1)';
    const seen = read('nothing-nudge-narrow');
    const text = seen.state === 'ready' ? seen.text : '';
    expect(copilotAgent.shows(text, nudge)).toBe(true);
    expect(copilotAgent.shows(`x ${text}`, nudge)).toBe(false);
    expect(copilotAgent.shows(text, nudge.replace('abc1', 'abc2'))).toBe(false);
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `row ${i}`).join('\n');
    expect(copilotAgent.shows('[Paste #1 - 60 lines]', `${rows(60)}\n`)).toBe(true);
    expect(copilotAgent.shows('[Paste #3 - 11\nlines]', rows(11))).toBe(true);
    expect(copilotAgent.shows('[Paste #1 - 60 lines]', rows(59))).toBe(false);
    expect(copilotAgent.shows('[Paste #1 - 1 lines]x', nudge)).toBe(false);
  });
});
