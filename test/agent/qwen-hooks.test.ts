import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from '../../src/agent/qwen.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { launchArmy, launchWords } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

const RITUAL = { text: 'You are storm.\nNever "yield".', delivery: 'system-prompt' as const };

interface Group {
  matcher?: string;
  hooks: { command: string }[];
}

/** The hooks of one role as Qwen Code 0.24.4 runs them, with the fields it gives them, in its order. */
async function hooked(ritual: { text: string; delivery: 'typed' | 'system-prompt' } = RITUAL) {
  const dir = join(tempDir(), 'relay');
  const store = openFileStore(dir);
  await store.init(overlordFormation);
  const hooksPath = store.outfitPath('storm', 'hooks');
  const launch = qwenAgent.launch({
    role: 'storm',
    session: 'overlord',
    relayDir: dir,
    ovld: ['ovld'],
    paths: { mcp: '', settings: '', hooks: hooksPath, ritual: '', files: '' },
    args: [],
    env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/nowhere' },
    words: launchWords,
    army: launchArmy,
    ritual,
  });
  writeFileSync(hooksPath, launch.hooks ?? '');
  const { hooks } = launch.settings as { hooks: Record<string, Group[]> };

  function fire(event: string, more: Record<string, unknown> = {}, agent = ''): unknown {
    const input = JSON.stringify({
      session_id: '0b1c2d3e-0000-4000-8000-000000000001',
      transcript_path: '/t/a.jsonl',
      cwd: dir,
      hook_event_name: event,
      timestamp: '2026-11-19T18:19:36.445Z',
      permission_mode: 'auto',
      ...(agent !== '' && { agent_id: agent }),
      prompt_id: '0b1c2d3e########0',
      ...more,
    });
    const kind = more['notification_type'];
    const said = (hooks[event] ?? [])
      .filter(({ matcher }) => matcher === undefined || matcher === kind)
      .map(({ hooks: [hook] }) => {
        const ran = spawnSync('/bin/sh', ['-c', hook?.command ?? 'exit 1'], { input });
        expect([ran.status, String(ran.stderr)]).toEqual([0, '']);
        return String(ran.stdout);
      })
      .join('');
    return said === '' ? undefined : JSON.parse(said);
  }
  const state = async () => (await store.statuses.readObserved('storm'))?.state;
  const turns = async () => (await store.statuses.readObserved('storm'))?.turns;
  async function mail(): Promise<string> {
    const draft = { subject: 's', body: 'b', priority: 'normal' as const };
    await store.mail.deliver({ from: 'overlord', to: 'storm', ...draft });
    await store.mail.raiseFlag('storm');
    const nonce = (await store.mail.readFlag('storm'))?.nonce ?? '';
    return launchWords.mail(nonce.split('-').at(-1) ?? '');
  }
  const spoken = (): boolean => existsSync(join(dir, 'person/storm'));
  return { store, fire, state, turns, mail, spoken };
}

describe('the state that Qwen Code’s hooks keep', () => {
  it('is busy from the first tool on where a wake by the socket began the turn [X9]', async () => {
    const { fire, state, turns } = await hooked();
    fire('SessionStart', { source: 'startup' });
    expect(await state()).toBe('idle');
    fire('PreToolUse', { tool_name: 'mcp__ovld-relay__check_inbox', tool_input: {} });
    expect(await state()).toBe('busy');
    fire('PostToolUse', { tool_name: 'mcp__ovld-relay__check_inbox' });
    fire('UserPromptSubmit', { prompt: '' });
    fire('Stop', { stop_hook_active: false });
    expect([await state(), await turns()]).toEqual(['idle', 1]);
  });

  it('is idle after Esc and after an API error, and no turn is counted [X7 C8]', async () => {
    const { fire, state, turns } = await hooked();
    const rest = { notification_type: 'idle_prompt' };
    for (const [event, more, expected] of [
      ['Notification', rest, 'idle'],
      ['StopFailure', { error: 'server_error' }, 'idle'],
      ['StopFailure', { error: 'rate_limit' }, 'limited'],
    ] as const) {
      fire('UserPromptSubmit', { prompt: 'go', submitted_prompt: 'go' });
      expect(await state()).toBe('busy');
      fire(event, more);
      expect([await state(), await turns()]).toEqual([expected, 0]);
    }
  });

  it('waits for a permission, and not for one of a subagent that outlived the turn', async () => {
    const { fire, state } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    fire('PermissionRequest', { tool_name: 'run_shell_command', tool_input: {} });
    fire('Notification', { notification_type: 'permission_prompt' });
    expect(await state()).toBe('waiting');
    fire('PostToolUse', { tool_name: 'run_shell_command' });
    expect(await state()).toBe('busy');
    fire('Stop');
    fire('PreToolUse', { tool_name: 'read_file' }, 'memory-1');
    expect(await state()).toBe('idle');
  });
});

describe('mail that Qwen Code’s hooks tell of', () => {
  it('is context after a tool, and the reason to go on at the end of a turn [R7]', async () => {
    const { fire, mail, store, state, spoken } = await hooked();
    fire('PreToolUse', { tool_name: 'x' });
    const first = await mail();
    expect(fire('PostToolUse', { tool_name: 'x' }, 'sub-1')).toBeUndefined();
    const tool = { tool_name: 'x', tool_input: { s: '"agent_id"' } };
    expect(fire('PostToolUse', tool)).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: first },
    });
    expect(fire('Stop')).toBeUndefined();
    await store.mail.clearFlag('storm');
    const second = await mail();
    expect(fire('Stop')).toEqual({ decision: 'block', reason: second });
    expect(await state()).toBe('busy');
    // It is given to the model as a prompt of its own, which is no person's.
    fire('UserPromptSubmit', { prompt: second });
    expect([spoken(), await state()]).toEqual([false, 'busy']);
  });
});

describe('a prompt that Qwen Code’s hook hears', () => {
  it('is a person’s, a nudge, or the empty one of a tool’s results', async () => {
    const { fire, spoken, store } = await hooked();
    fire('UserPromptSubmit', { prompt: '' });
    const nudge = launchWords.mail('l8nhr6.2');
    fire('UserPromptSubmit', { prompt: nudge, submitted_prompt: nudge });
    expect(await store.wakes.readLastHeard('storm')).toMatchObject({ mark: 'l8nhr6.2' });
    expect(spoken()).toBe(false);
    fire('UserPromptSubmit', { prompt: 'go', submitted_prompt: 'go' });
    expect(spoken()).toBe(true);
  });
});

describe('the start of a conversation in Qwen Code', () => {
  const context = (additionalContext: string) => ({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
  });

  it.each(['startup', 'resume', 'clear', 'compact'])(
    'puts the ritual, and never what is owed, into the system prompt: %s',
    async (source) => {
      const { fire, mail, store } = await hooked();
      await mail();
      expect(fire('SessionStart', { source })).toEqual(context(RITUAL.text));
      const transcript = '/t/a.jsonl';
      expect(await store.conversations.read('storm')).toMatchObject({ transcript });
    },
  );

  it('gives a typed ritual again only where the conversation lost it', async () => {
    const { fire } = await hooked({ ...RITUAL, delivery: 'typed' });
    const again = context(`${launchWords.role}\n\n${RITUAL.text}`);
    expect(fire('SessionStart', { source: 'startup' })).toBeUndefined();
    for (const source of ['resume', 'clear', 'compact'])
      expect(fire('SessionStart', { source })).toEqual(again);
  });
});
