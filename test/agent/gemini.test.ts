import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchOrder } from '../../src/agent/agent.ts';
import { geminiAgent } from '../../src/agent/gemini.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { launchOrder } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

const order: LaunchOrder = { ...launchOrder, env: { HOME: '/nowhere' }, args: ['--debug'] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const withSettings = (settings: string): LaunchOrder => {
  const home = tempDir();
  mkdirSync(join(home, '.gemini'));
  writeFileSync(join(home, '.gemini', 'settings.json'), settings);
  return { ...order, env: { HOME: home } };
};

const argvOf = (given: LaunchOrder): readonly string[] => geminiAgent.launch(given).argv;

describe('launching Gemini CLI', () => {
  // [X13]
  it('gives it one extension more than the person has, in a home of links to theirs', () => {
    const { hooks, before, files = {}, conversation, ...launch } = geminiAgent.launch(order);
    expect(conversation).toMatch(UUID);
    expect(launch).toEqual({
      argv: [
        'gemini',
        '--policy',
        '/r/files/storm/policy.toml',
        '--policy',
        '/r/files/storm.home/.gemini/policies',
        '--session-id',
        conversation,
        '--debug',
      ],
      env: {
        GEMINI_CLI_HOME: '/r/files/storm.home',
        GEMINI_CLI_TRUSTED_FOLDERS_PATH: '/nowhere/.gemini/trustedFolders.json',
      },
      lingers: true,
    });
    expect(before).toContain("home='/r/files/storm.home' person='/nowhere'");
    expect(hooks).toContain('"$d/state/$r"');
    expect(Object.keys(files)).toEqual([
      'gemini-extension.json',
      'hooks/hooks.json',
      'policy.toml',
    ]);
    expect(JSON.parse(files['gemini-extension.json'] ?? '')).toEqual({
      name: 'ovld-relay',
      version: '1.0.0',
      mcpServers: {
        'ovld-relay': {
          command: '/usr/bin/node',
          args: ['/opt/ovld.js', 'relay'],
          env: {
            OVLD_ROLE: 'storm',
            OVLD_RELAY_DIR: '/home/a b/relay',
            OVLD_SESSION: 'overlord',
          },
        },
      },
    });
    const { hooks: events } = JSON.parse(files['hooks/hooks.json'] ?? '') as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const lines = Object.entries(events).map(([event, [one]]) => [event, one?.hooks[0]?.command]);
    expect(Object.fromEntries(lines)).toEqual({
      SessionStart: "(e=start; . '/r/hooks/storm.sh') 2>/dev/null || :",
      BeforeAgent: "(e=prompt; . '/r/hooks/storm.sh') 2>/dev/null || :",
      BeforeTool: "(e=begin; . '/r/hooks/storm.sh') 2>/dev/null || :",
      AfterTool: "(e=tool; . '/r/hooks/storm.sh') 2>/dev/null || :",
      Notification: "(e=ask; . '/r/hooks/storm.sh') 2>/dev/null || :",
      AfterAgent: "(e=stop; . '/r/hooks/storm.sh') 2>/dev/null || :",
      SessionEnd: "(e=end; . '/r/hooks/storm.sh') 2>/dev/null || :",
    });
  });

  it('gives it its ritual as a context file, or leaves it to be typed', () => {
    const ritual = { text: 'You are storm.', delivery: 'system-prompt' as const };
    const told = geminiAgent.launch({ ...order, ritual });
    expect(told.ritual).toBe('You are storm.');
    expect(told.files?.['ROLE.md']).toBe('You are storm.');
    expect(told.files?.['gemini-extension.json']).toContain('"contextFileName": "ROLE.md"');
    const typed = geminiAgent.launch({ ...order, ritual: { ...ritual, delivery: 'typed' } });
    expect(typed).not.toHaveProperty('ritual');
    expect(typed.files).not.toHaveProperty('ROLE.md');
  });

  it('resumes a conversation by its id', () => {
    const argv = argvOf({ ...order, resume: 'abc', model: 'gemini-pro' });
    expect(argv.slice(-5)).toEqual(['--resume', 'abc', '--model', 'gemini-pro', '--debug']);
    expect(argv).not.toContain('--session-id');
    expect(geminiAgent.resumes?.('{"sessionId":"abc"}\n{"id":"1","type":"user"}')).toBe(true);
    expect(geminiAgent.resumes?.('{"sessionId":"abc"}')).toBe(false);
  });

  it.each([
    ['acceptEdits', 'auto_edit'],
    ['bypassPermissions', 'yolo'],
    ['auto_edit', 'auto_edit'],
    ['yolo', 'yolo'],
    ['plan', 'plan'],
    ['default', 'default'],
  ])('takes %s for its %s', (permissionMode, mode) => {
    expect(argvOf({ ...order, permissionMode }).slice(-3)).toEqual([
      '--approval-mode',
      mode,
      '--debug',
    ]);
  });

  it.each([
    [['-p', 'run ./setup.sh'], '-p'],
    [['--prompt=run it'], '--prompt=run it'],
    [['--skip-trust'], '--skip-trust'],
    [['--skipTrust'], '--skipTrust'],
    [['--acp'], '--acp'],
    [['--prompt-interactive', 'hello', '--policy', '/p'], undefined],
  ])('%j would not leave a question to the person: %s', (args, argument) => {
    if (argument === undefined)
      expect(argvOf({ ...order, args }).slice(-args.length)).toEqual(args);
    else
      expect(() => argvOf({ ...order, args })).toThrow(
        expect.objectContaining({ code: 'agent_argument', data: { role: 'storm', argument } }),
      );
  });

  it('keeps what the person allows and disallows in force', () => {
    const chosen = withSettings(`{
      // As people write it.
      "policyPaths": ["~/own.toml"], /* and */ "mcp": { "allowed": ["theirs"] }
    }`);
    const argv = argvOf(chosen);
    const allowed = '--allowed-mcp-server-names';
    const kept = ['--policy', '~/own.toml', allowed, 'theirs', allowed, 'ovld-relay'];
    expect(argv.slice(3, 9)).toEqual(kept);
    expect(argvOf(withSettings('{'))).not.toContain('--allowed-mcp-server-names');
    const args = ['-e', 'one', '--policy', '/p.toml'];
    const own = ['--policy', '/r/files/storm/policy.toml', '--extensions', 'ovld-relay'];
    expect(argvOf({ ...order, args }).slice(1, 5)).toEqual(own);
  });
});

describe('the home of a seat', () => {
  function furnish(): { person: string; seat: string; run: () => void } {
    const dir = tempDir();
    const [person, files] = [join(dir, "per'son"), join(dir, 'files')];
    mkdirSync(join(person, '.gemini', 'extensions', 'theirs'), { recursive: true });
    mkdirSync(files);
    writeFileSync(join(person, '.gemini', 'settings.json'), '{"theirs":true}');
    writeFileSync(join(person, '.env'), 'A=1');
    mkdirSync(join(person, 'work'));
    const paths = { ...order.paths, files };
    const { before = '' } = geminiAgent.launch({ ...order, paths, env: { HOME: person } });
    const run = (): void => void execFileSync('sh', ['-c', before], { stdio: 'pipe' });
    return { person, seat: `${files}.home`, run };
  }

  // [X13]
  it('has all of the person’s in it, and what the agent writes there is theirs', () => {
    const { person, seat, run } = furnish();
    const before = readdirSync(join(person, '.gemini')).toSorted();
    run();
    run();
    const at = (name: string): string => join(seat, name);
    expect(readFileSync(at('.gemini/settings.json'), 'utf8')).toBe('{"theirs":true}');
    expect(realpathSync(at('work'))).toBe(realpathSync(join(person, 'work')));
    expect(readFileSync(at('.env'), 'utf8')).toBe('A=1');
    expect(readdirSync(at('.gemini/extensions')).toSorted()).toEqual(['ovld-relay', 'theirs']);
    writeFileSync(at('.gemini/oauth_creds.json'), 'secret');
    writeFileSync(at('.gemini/tmp/kept'), '');
    expect(readFileSync(join(person, '.gemini', 'oauth_creds.json'), 'utf8')).toBe('secret');
    run();
    const names = readdirSync(join(person, '.gemini')).toSorted();
    const added = ['acknowledgments', 'history', 'oauth_creds.json', 'policies', 'tmp'];
    expect(names).toEqual([...before, ...added].toSorted());
    expect(readdirSync(join(person, '.gemini', 'extensions'))).toEqual(['theirs']);
    expect(readdirSync(seat).toSorted()).toEqual(['.env', '.gemini', 'work']);
    expect(existsSync(join(person, '.gemini', 'tmp', 'kept'))).toBe(true);
  });
});

describe('the trust of Gemini CLI', () => {
  function home(record?: string, settings = '{}'): Record<string, string> {
    const dir = realpathSync(tempDir());
    mkdirSync(join(dir, '.gemini'));
    mkdirSync(join(dir, 'a', 'b'), { recursive: true });
    writeFileSync(join(dir, '.gemini', 'settings.json'), settings);
    if (record !== undefined) {
      const text = record.replaceAll('~', dir);
      writeFileSync(join(dir, '.gemini', 'trustedFolders.json'), text);
    }
    return { HOME: dir };
  }
  const trust = (env: Record<string, string>) =>
    geminiAgent.readTrust?.(join(env['HOME'] ?? '', 'a', 'b'), env);

  it.each([
    ['nothing', undefined, 'asks'],
    ['another folder', '{"~/c":"TRUST_FOLDER"}', 'asks'],
    ['a folder of which the name only begins so', '{"~/a/b2":"TRUST_FOLDER"}', 'asks'],
    ['the folder', '{"~/a/b":"TRUST_FOLDER"}', 'trusted'],
    ['a folder above', '{"~/a":"TRUST_FOLDER"}', 'trusted'],
    ['the folder that a sibling is in', '{"~/a/c":"TRUST_PARENT"}', 'trusted'],
    ['distrust, which is an answer', '{"~/a/b":"DO_NOT_TRUST"}', 'trusted'],
    ['a level that is none', '{"~/a/b":"PERHAPS"}', 'asks'],
    ['comments', '// yes\n{"~/a/b":"TRUST_FOLDER"}', 'trusted'],
    ['no record', '[', 'unknown'],
  ])('where %s is on record', async (_, record, state) => {
    const env = home(record);
    const place = join(env['HOME'] ?? '', 'a', 'b');
    const path = join(env['HOME'] ?? '', '.gemini', 'trustedFolders.json');
    expect(await trust(env)).toEqual(
      state === 'asks' ? { state, place } : state === 'unknown' ? { state, path } : { state },
    );
  });

  it('is not asked for where the person has said so once and for all', async () => {
    const off = home(undefined, '{"security":{"folderTrust":{"enabled":false}}}');
    expect(await trust(off)).toEqual({ state: 'trusted' });
    expect(await trust({ ...home(), GEMINI_CLI_TRUST_WORKSPACE: 'true' })).toEqual({
      state: 'trusted',
    });
  });

  it('is read where the person keeps it', async () => {
    const env = home();
    const own = join(tempDir(), 'trusted.json');
    writeFileSync(own, JSON.stringify({ [env['HOME'] ?? '']: 'TRUST_FOLDER' }));
    expect(await trust({ ...env, GEMINI_CLI_TRUSTED_FOLDERS_PATH: own })).toEqual({
      state: 'trusted',
    });
    const other = home('{"~":"TRUST_FOLDER"}');
    expect(await trust({ ...env, GEMINI_CLI_HOME: other['HOME'] ?? '' })).toMatchObject({
      state: 'asks',
    });
  });
});

/** As Gemini CLI runs a hook: its line in `bash -c`, its input in one piece. */
async function hooked() {
  const dir = tempDir();
  const store = openFileStore(dir);
  await store.init(overlordFormation);
  const [hooks, files] = [store.outfitPath('storm', 'hooks'), store.outfitPath('storm', 'files')];
  const paths = { ...order.paths, hooks, files };
  const launch = geminiAgent.launch({ ...order, relayDir: dir, paths, env: { HOME: '/home/ada' } });
  writeFileSync(hooks, launch.hooks ?? '');
  const { hooks: events } = JSON.parse(launch.files?.['hooks/hooks.json'] ?? '') as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const fire = (event: string, more: object = {}): unknown => {
    const command = events[event]?.[0]?.hooks[0]?.command ?? 'exit 1';
    const input = JSON.stringify({
      session_id: ID,
      transcript_path: `${files}.home/.gemini/tmp/project/chats/session-1.jsonl`,
      cwd: '/home/ada/project',
      hook_event_name: event,
      timestamp: '2026-11-19T18:24:05.000Z',
      ...more,
    });
    // A hook need not read its input: a broken pipe is no failure.
    const ran = spawnSync('bash', ['-c', command], { input, encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    return ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
  };
  return { store, fire };
}

const ID = '0b1c2d3e-0000-4000-8000-000000000001';

describe('the hooks of Gemini CLI', () => {
  it('follow a turn, through a dialog too', async () => {
    const { fire, store } = await hooked();
    const steps: [string, object, string, number][] = [
      ['SessionStart', { source: 'startup' }, 'idle', 0],
      ['BeforeAgent', { prompt: 'go' }, 'busy', 0],
      ['BeforeTool', { tool_name: 'run_shell_command' }, 'busy', 0],
      ['Notification', { notification_type: 'ToolPermission' }, 'waiting', 0],
      ['AfterTool', { tool_name: 'run_shell_command' }, 'busy', 0],
      ['AfterAgent', { prompt: 'go', stop_hook_active: false }, 'idle', 1],
      ['SessionEnd', { reason: 'exit' }, 'idle', 1],
    ];
    for (const [event, more, state, turns] of steps) {
      expect(fire(event, more)).toBeUndefined();
      expect(await store.statuses.readObserved('storm')).toMatchObject({ state, turns });
    }
  });

  it('know the conversation by the person’s own path, for a seat’s is gone with its army', async () => {
    const { fire, store } = await hooked();
    fire('SessionStart', { source: 'startup' });
    expect(await store.conversations.read('storm')).toEqual({
      id: ID,
      transcript: '/home/ada/.gemini/tmp/project/chats/session-1.jsonl',
    });
  });

  // [R7]
  it('tell of mail with a tool’s result, or have the turn go on', async () => {
    for (const [event, told] of [
      ['AfterTool', { hookSpecificOutput: { hookEventName: 'AfterTool' } }],
      ['AfterAgent', { decision: 'block' }],
    ] as const) {
      const { fire, store } = await hooked();
      fire('BeforeAgent', { prompt: 'go' });
      const letter = { subject: 's', body: 'b', priority: 'normal' as const };
      await store.mail.deliver({ from: 'overlord', to: 'storm', ...letter });
      await store.mail.raiseFlag('storm');
      const said = fire(event, { tool_name: 'read_file' });
      expect(said).toMatchObject(told);
      expect(JSON.stringify(said)).toContain('check_inbox');
      expect(fire(event, { tool_name: 'read_file' })).toBeUndefined();
    }
  });
});
