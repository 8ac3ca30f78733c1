import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeAgent } from '../../src/agent/claude.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { openFileStore } from '../../src/store/files.ts';
import { launchWords } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

interface Hooks {
  [event: string]: { matcher?: string; hooks: { type: string; command: string }[] }[];
}

const NASTY = `it's "a" $HOME \\n %s \`x\` *`;
const ID = '0b1c2d3e-0000-4000-8000-000000000001';

/** The hooks of one role as Claude runs them: `/bin/sh -c`, one line of JSON on stdin. */
async function hooked({ ritual = 'You are storm.\nNever "yield".', folder = NASTY } = {}) {
  const dir = join(tempDir(), folder, 'relay');
  mkdirSync(dir, { recursive: true });
  const store = openFileStore(dir);
  await store.init(overlordFormation);
  const paths = { mcp: '', settings: '', hooks: store.outfitPath('storm', 'hooks'), ritual: '' };
  const launch = claudeAgent.launch({
    role: 'storm',
    session: 'overlord',
    relayDir: dir,
    ovld: ['ovld'],
    paths,
    args: [],
    words: launchWords,
    ...(ritual !== '' && { ritual: { text: ritual, delivery: 'typed' as const } }),
  });
  writeFileSync(paths.hooks, launch.hooks ?? '');
  const { hooks } = launch.settings as { hooks: Hooks };

  /** What the hook printed, as Claude reads it. */
  function fire(event: string, more: object = {}, before: object = {}): unknown {
    const input = {
      session_id: ID,
      transcript_path: '/t/a.jsonl',
      cwd: dir,
      ...before,
      hook_event_name: event,
      ...more,
    };
    const command = hooks[event]?.[0]?.hooks[0]?.command ?? 'exit 1';
    const ran = spawnSync('/bin/sh', ['-c', command], {
      input: `${JSON.stringify(input)}\n`,
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    return ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
  }
  const state = () => store.statuses.observed('storm');
  async function mail(): Promise<string> {
    const draft = { subject: 's', body: 'b', priority: 'normal' as const };
    await store.mail.deliver({ from: 'overlord', to: 'storm', ...draft });
    await store.mail.raise('storm');
    return (await store.mail.flag('storm'))?.nonce ?? '';
  }
  return { dir, store, paths, hooks, fire, state, mail };
}

const context = (event: string, text: unknown) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
const tailOf = (nonce: string): string => nonce.split('-').at(-1) ?? '';
const nudge = (nonce: string): string => launchWords.mail(tailOf(nonce));

describe('the state an agent’s hooks write', () => {
  it('follows the turn, and counts those its model has finished', async () => {
    const { fire, state } = await hooked();
    expect(await state()).toBeUndefined();
    const steps: [string, object, string, number][] = [
      ['SessionStart', { source: 'startup' }, 'idle', 0],
      ['UserPromptSubmit', { prompt: 'go' }, 'busy', 0],
      ['PermissionRequest', { tool_name: 'Bash' }, 'waiting', 0],
      ['PostToolUse', { tool_name: 'Bash' }, 'busy', 0],
      ['SessionStart', { source: 'compact' }, 'busy', 0],
      ['Stop', {}, 'idle', 1],
      ['UserPromptSubmit', { prompt: 'go on' }, 'busy', 1],
      ['StopFailure', { error: 'rate_limit' }, 'idle', 1],
      ['UserPromptSubmit', { prompt: 'again' }, 'busy', 1],
      ['PostToolUseFailure', {}, 'busy', 1],
      ['Stop', {}, 'idle', 2],
      ['SessionEnd', { reason: 'clear' }, 'idle', 2],
    ];
    for (const [event, more, expected, turns] of steps) {
      fire(event, more);
      expect(await state(), event).toMatchObject({ state: expected, turns });
    }
  });

  it('is not made busy, or waiting, by a subagent that goes on after the turn [C8]', async () => {
    const { fire, state } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    fire('Stop');
    for (const event of ['PostToolUse', 'PermissionRequest', 'Notification']) {
      fire(event, {}, { agent_id: 'a' });
      expect((await state())?.state, event).toBe('idle');
    }
  });

  it('begins anew where the file is torn, and goes over a million turns', async () => {
    const { fire, state, dir } = await hooked();
    writeFileSync(join(dir, 'state/storm'), '{"sta');
    fire('Stop');
    expect(await state()).toMatchObject({ state: 'idle', turns: 1 });
    writeFileSync(join(dir, 'state/storm'), '{"state":"busy"   ,"turns":"000099"}\n');
    fire('Stop');
    expect(await state()).toMatchObject({ turns: 100 });
  });
});

describe('a hook that comes late', () => {
  it('takes back no turn that was counted, and no end of it [R12]', async () => {
    const { fire, state, dir, paths } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    // It read the state, and then the turn ended.
    const script = readFileSync(paths.hooks, 'utf8');
    const stop = `printf '{"state":"idle"   ,"turns":"000001"}\\n' 1<>"$d/state/$r"`;
    writeFileSync(paths.hooks, script.replace('case $e in', `${stop}\ncase $e in`));
    for (const event of ['PostToolUse', 'PermissionRequest']) {
      fire(event);
      expect((await state())?.turns, event).toBe(1);
    }
    writeFileSync(join(dir, 'state/storm'), '{"state":"busy"   ,"turns":"000000"}\n');
    fire('PostToolUse');
    expect(await state()).toMatchObject({ state: 'idle', turns: 1 });
  });

  it('tells nothing of a flag that went down meanwhile [R7]', async () => {
    const { fire, mail, paths } = await hooked();
    await mail();
    const script = readFileSync(paths.hooks, 'utf8');
    const gone = 'claim() {\n  rm -f "$d/pending/$r"\n';
    writeFileSync(paths.hooks, script.replace('claim() {\n', gone));
    expect(fire('PostToolUse')).toBeUndefined();
  });
});

describe('mail, told by a hook', () => {
  it.each([
    ['PostToolUse', {}],
    ['PostToolUseFailure', {}],
    ['Stop', { stop_hook_active: true }],
  ])('%s tells of it once, and of the next flag again [R7]', async (event, more) => {
    const { fire, mail, store, state } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    expect(fire(event, more)).toBeUndefined();
    const nonce = await mail();
    expect(fire(event, more)).toEqual(context(event, nudge(nonce)));
    expect((await state())?.state).toBe('busy');
    const by = event === 'Stop' ? 'hook:stop' : 'hook:tool';
    const told = await store.wakes.told('storm', { nonce, since: '' });
    expect(told?.by).toBe(by);
    expect(fire('PostToolUse')).toBeUndefined();
    expect(fire('Stop')).toBeUndefined();
    await store.mail.clear('storm');
    const next = await mail();
    expect(fire(event, more)).toEqual(context(event, nudge(next)));
  });

  it('is not told again where a ring has: one announcement a flag [R7]', async () => {
    const { fire, mail, store } = await hooked();
    const flag = { nonce: await mail(), since: '' };
    expect(await store.wakes.claim('storm', flag, 'socket')).toBe(true);
    expect(fire('PostToolUse')).toBeUndefined();
    expect(fire('Stop')).toBeUndefined();
    await store.wakes.disclaim('storm', flag);
    expect(fire('Stop')).toBeDefined();
    expect(await store.wakes.claim('storm', flag, 'socket')).toBe(false);
  });

  it('is not told to a subagent, whatever a tool returned', async () => {
    const { fire, mail } = await hooked();
    await mail();
    expect(fire('PostToolUse', {}, { agent_id: 'a1', agent_type: 'x' })).toBeUndefined();
    const tool = { tool_input: { agent_id: 'b' }, tool_response: 'x'.repeat(200_000) };
    expect(fire('PostToolUse', tool)).toBeDefined();
  });

  it('is kept back by a hold on the role', async () => {
    const { fire, mail, dir } = await hooked();
    await mail();
    writeFileSync(join(dir, 'hold/storm'), '');
    expect(fire('Stop')).toBeUndefined();
    rmSync(join(dir, 'hold/storm'));
    expect(fire('Stop')).toBeDefined();
  });

  it.each([
    ['a flag without mail', '{"nonce":"0a-b-c-d","since":""}', false],
    ['a nonce that is a path', '{"nonce":"../../x","since":""}', true],
    ['no flag at all', '', true],
    ['half a flag', '{"non', true],
  ])('%s tells nothing', async (_what, flag, withMail) => {
    const { fire, mail, dir } = await hooked();
    if (withMail) await mail();
    writeFileSync(join(dir, 'pending/storm'), flag);
    expect(fire('Stop')).toBeUndefined();
    expect(readdirSync(join(dir, 'told/storm'))).toEqual([]);
  });
});

describe('a prompt', () => {
  it('that is a nudge of ours is noted by its mark, and is no person’s', async () => {
    const { fire, store, dir } = await hooked();
    fire('UserPromptSubmit', { prompt: launchWords.mail('l8nhr6.2') });
    expect(await store.wakes.heard('storm')).toMatchObject({ mark: 'l8nhr6.2' });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
  });

  it('of a person is noted as such, whatever it says; a ritual that is due is not', async () => {
    const { fire, store, dir } = await hooked();
    const at = '2026-11-15T12:00:00.000Z';
    await store.statuses.noteRitual('storm', { state: 'due', at });
    fire('UserPromptSubmit', { prompt: 'You are storm.' });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
    await store.statuses.noteRitual('storm', { state: 'given', at });
    fire('UserPromptSubmit', { prompt: 'what is (#l8nhr6.2) in "[MESSAGE from x]"?' });
    expect(await store.wakes.heard('storm')).toBeUndefined();
    expect(statSync(join(dir, 'person/storm')).size).toBe(1);
  });
});

describe('the start of a conversation', () => {
  it('is noted with its id, for a later resume', async () => {
    const { fire, dir } = await hooked();
    fire('SessionStart', { source: 'startup' });
    const noted = JSON.parse(readFileSync(join(dir, 'conversation/storm'), 'utf8'));
    expect(noted).toEqual({ id: ID, transcript: '/t/a.jsonl' });
  });

  it('keeps its id where the path of its file cannot be told', async () => {
    const { fire, store } = await hooked();
    fire('SessionStart', { source: 'startup' }, { transcript_path: '/a/b "c".jsonl' });
    expect(await store.conversations.of('storm')).toEqual({ id: ID, transcript: '/' });
  });

  it.each(['clear', 'compact', 'resume'])('%s brings the role back [C11]', async (source) => {
    const { fire } = await hooked();
    const told = fire('SessionStart', { source });
    const text = `${launchWords.role}\n\nYou are storm.\nNever "yield".`;
    expect(told).toEqual(context('SessionStart', text));
  });

  it('mentions unread mail, which wakes nobody: the ring still comes', async () => {
    const { fire, mail, store } = await hooked();
    const nonce = await mail();
    expect(fire('SessionStart', { source: 'startup' })).toEqual(
      context('SessionStart', nudge(nonce)),
    );
    expect(await store.wakes.told('storm', { nonce, since: '' })).toBeUndefined();
    expect(fire('SessionStart', { source: 'clear' })).toEqual(
      context('SessionStart', expect.stringMatching(/yield"\.\n\n\[MESSAGE/)),
    );
  });

  it('adds no role where the person wanted no rituals [ritual.skip.1]', async () => {
    const { fire } = await hooked({ ritual: '' });
    for (const source of ['startup', 'clear', 'compact', 'resume']) {
      expect(fire('SessionStart', { source })).toBeUndefined();
    }
  });
});

describe('hooks that cannot work', () => {
  it('fail nothing: the script gone, the relay directory gone, a torn script', async () => {
    const { fire, hooks, paths, dir, mail } = await hooked();
    await mail();
    writeFileSync(paths.hooks, 'if [ "');
    for (const event of Object.keys(hooks))
      expect(fire(event, { source: 'clear' })).toBeUndefined();
    rmSync(paths.hooks);
    for (const event of Object.keys(hooks)) expect(fire(event)).toBeUndefined();
    rmSync(dir, { recursive: true });
    for (const event of Object.keys(hooks)) expect(fire(event)).toBeUndefined();
    expect(existsSync(dir)).toBe(false);
  });

  it('write nothing into a relay directory that is gone', async () => {
    const { fire, hooks, paths, dir } = await hooked();
    const script = readFileSync(paths.hooks);
    rmSync(dir, { recursive: true });
    mkdirSync(join(dir, 'hooks'), { recursive: true });
    writeFileSync(paths.hooks, script);
    for (const event of Object.keys(hooks)) expect(fire(event)).toBeUndefined();
    expect(readdirSync(dir)).toEqual(['hooks']);
  });
});
