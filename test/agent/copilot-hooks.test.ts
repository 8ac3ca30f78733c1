import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { launchArmy, launchWords } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

interface Hooks {
  [event: string]: { type: string; bash: string; matcher?: string }[];
}

const ID = '0b1c2d3e-0000-4000-8000-000000000001';
const OTHER = '0b1c2d3e-0000-4000-8000-000000000002';
/** The last fields of every event of a subagent, whose session is its own. */
const SUBAGENT = { agentId: OTHER, agentType: 'explore', parentAgentId: ID };

/** The hooks of one role as Copilot CLI 1.0.102 runs them: bash, one JSON text on stdin, its fields in that order. */
async function hooked({ ritual = 'You are storm.' } = {}) {
  const dir = join(tempDir(), `it's a "relay"`);
  mkdirSync(dir, { recursive: true });
  const store = openFileStore(dir);
  await store.init(overlordFormation);
  const hooks = store.outfitPath('storm', 'hooks');
  const launch = copilotAgent.launch({
    role: 'storm',
    session: 'overlord',
    relayDir: dir,
    ovld: ['ovld'],
    paths: { mcp: '', settings: '', hooks, ritual: '', files: '/files' },
    args: [],
    env: {},
    words: launchWords,
    army: launchArmy,
    ritual: { text: ritual, delivery: 'typed' },
  });
  writeFileSync(hooks, launch.hooks ?? '');
  await store.conversations.note('storm', { id: ID, transcript: '' });
  const plugin = JSON.parse(launch.files?.['plugin/hooks.json'] ?? '') as { hooks: Hooks };

  function fire(event: string, fields: object = {}, more: object = {}, sessionId = ID): unknown {
    const input = { sessionId, timestamp: 1, cwd: '/x', ...fields, ...more };
    const command = plugin.hooks[event]?.[0]?.bash ?? 'exit 1';
    const ran = spawnSync('bash', ['-c', command], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      env: { ...process.env, HOME: '/home/x', COPILOT_HOME: '' },
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    return ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
  }
  const state = () => store.statuses.readObserved('storm');
  async function mail(): Promise<string> {
    const draft = { subject: 's', body: 'b', priority: 'normal' as const };
    await store.mail.deliver({ from: 'overlord', to: 'storm', ...draft });
    await store.mail.raiseFlag('storm');
    return launchWords.mail((await store.mail.readFlag('storm'))?.nonce.split('-').at(-1) ?? '');
  }
  return { dir, store, fire, state, mail };
}

const tool = (toolName: string) => ({
  toolName,
  toolArgs: {},
  toolResult: { resultType: 'success' },
});

describe('the hooks of Copilot CLI', () => {
  it('follow its turns, and count those that its model has finished', async () => {
    const { fire, state } = await hooked();
    const steps: [string, object, string, number][] = [
      ['sessionStart', { source: 'new', initialPrompt: 'go' }, 'idle', 0],
      ['userPromptSubmitted', { prompt: 'go' }, 'busy', 0],
      ['notification', { notification_type: 'permission_prompt' }, 'waiting', 0],
      ['postToolUse', tool('bash'), 'busy', 0],
      ['postToolUseFailure', { toolName: 'bash', error: 'no' }, 'busy', 0],
      ['agentStop', { transcriptPath: '/t', stopReason: 'end_turn' }, 'idle', 1],
      ['userPromptSubmitted', { prompt: 'again' }, 'busy', 1],
      ['sessionEnd', { reason: 'user_exit' }, 'idle', 1],
    ];
    for (const [event, fields, expected, turns] of steps) {
      expect(fire(event, fields)).toBeUndefined();
      expect(await state(), event).toMatchObject({ state: expected, turns });
    }
  });

  it('take no event of a subagent for their agent’s, whatever a tool has printed', async () => {
    const { fire, state, mail, store } = await hooked();
    fire('userPromptSubmitted', { prompt: 'go' });
    const told = await mail();
    const events: [string, object][] = [
      ['userPromptSubmitted', { prompt: '[MESSAGE from x] (#aa.1)' }],
      ['postToolUse', { ...tool('grep'), big: 'x'.repeat(100_000) }],
      ['postToolUseFailure', { toolName: 'grep', error: 'no' }],
      ['agentStop', { stopReason: 'end_turn' }],
      ['sessionEnd', { reason: 'complete' }],
    ];
    for (const [event, fields] of events) {
      expect(fire(event, fields, SUBAGENT, OTHER), event).toBeUndefined();
      expect(await state(), event).toMatchObject({ state: 'busy', turns: 0 });
    }
    expect(await store.wakes.readLastHeard('storm')).toBeUndefined();
    const said = { ...tool('bash'), printed: '","parentAgentId":"x"' };
    expect(fire('postToolUse', said)).toEqual({ additionalContext: told });
  });

  it('tell of mail once, by context or by a turn that goes on [R7]', async () => {
    const { dir, fire, state, mail, store } = await hooked();
    fire('userPromptSubmitted', { prompt: '[MESSAGE from x] (#aa.1)' });
    const first = await mail();
    expect(fire('postToolUseFailure', { toolName: 'x', error: 'y' })).toEqual({
      additionalContext: first,
    });
    expect(fire('agentStop')).toBeUndefined();
    await store.mail.clearFlag('storm');
    fire('userPromptSubmitted', { prompt: '[MESSAGE from x] (#aa.2)' });
    const second = await mail();
    expect(fire('agentStop')).toEqual({ decision: 'block', reason: second });
    expect(await state()).toMatchObject({ state: 'busy', turns: 2 });
    // It comes back as a prompt, and is no person's.
    fire('userPromptSubmitted', { prompt: second });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
  });

  it('know a person’s prompt from what it tells itself', async () => {
    const { fire, dir } = await hooked();
    const prompt = '<system_notification>\nAgent "sub" is now idle.\n</system_notification>';
    fire('userPromptSubmitted', { prompt });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
    fire('userPromptSubmitted', { prompt: 'Please.' });
    expect(existsSync(join(dir, 'person/storm'))).toBe(true);
  });

  it('record the conversation with the place of its transcript', async () => {
    const { fire, store } = await hooked();
    fire('sessionStart', { source: 'new', initialPrompt: 'hi "there"' });
    const transcript = `/home/x/.copilot/session-state/${ID}/events.jsonl`;
    expect(await store.conversations.read('storm')).toEqual({ id: ID, transcript });
  });

  it('give the role its ritual again after /clear and a resume, not at the first start [C11]', async () => {
    const { fire } = await hooked();
    expect(fire('sessionStart', { source: 'new' })).toBeUndefined();
    const again = { additionalContext: `${launchWords.role}\n\nYou are storm.` };
    expect(fire('sessionStart', { source: 'resume' })).toEqual(again);
    // It says 'new' once more, under an id of its own.
    expect(fire('sessionStart', { source: 'new' }, {}, OTHER)).toEqual(again);
    expect(fire('sessionStart', { source: 'new' }, {}, OTHER)).toBeUndefined();
  });

  it('are none where a turn ends by an error: that is seen on the screen [X7]', async () => {
    const { fire, state } = await hooked();
    fire('userPromptSubmitted', { prompt: 'go' });
    const launch = readFileSync(
      new URL('../../src/agent/copilot/plugin.ts', import.meta.url),
      'utf8',
    );
    expect(launch).not.toContain('errorOccurred');
    expect((await state())?.state).toBe('busy');
  });
});
