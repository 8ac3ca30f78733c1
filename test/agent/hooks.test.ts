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
import { openQueueStore } from '../../src/store/queue.ts';
import { seatOf } from '../support/backends.ts';
import { everything } from '../support/letters.ts';
import { launchArmy, launchWords } from '../support/launch-words.ts';
import { tempDir } from '../support/temp.ts';

interface Hooks {
  [event: string]: { matcher?: string; hooks: { type: string; command: string }[] }[];
}

const LIMIT = "You've hit your session limit · resets 5:10pm (Europe/Paris)";
const NASTY = `it's "a" $HOME \\n %s \`x\` *`;
const ID = '0b1c2d3e-0000-4000-8000-000000000001';

/** The hooks of one role as Claude runs them: `/bin/sh -c`, one line of JSON on stdin. */
async function hooked({
  ritual = 'You are storm.\nNever "yield".',
  folder = NASTY,
  kind = 'files',
} = {}) {
  const project = join(tempDir(), folder);
  const dir = join(project, 'relay');
  mkdirSync(dir, { recursive: true });
  const store = kind === 'queue' ? openQueueStore(dir, project) : openFileStore(dir);
  const mailText = store.mailText('storm');
  await store.init(overlordFormation);
  const paths = {
    mcp: '',
    settings: '',
    hooks: store.outfitPath('storm', 'hooks'),
    ritual: '',
    files: '',
  };
  const launch = claudeAgent.launch({
    role: 'storm',
    session: 'overlord',
    relayDir: dir,
    ...(mailText !== undefined && { mailText }),
    ovld: ['ovld'],
    paths,
    args: [],
    env: {},
    words: launchWords,
    army: launchArmy,
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
  const state = () => store.statuses.readObserved('storm');
  async function mail(): Promise<string> {
    const draft = { subject: 's', body: 'b', priority: 'normal' as const };
    await store.mail.deliver({ from: 'overlord', to: 'storm', ...draft });
    await store.mail.raiseFlag('storm');
    return (await store.mail.readFlag('storm'))?.nonce ?? '';
  }
  return { dir, store, paths, hooks, fire, state, mail, mailText: mailText ?? '' };
}

const context = (event: string, text: unknown) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
const tailOf = (nonce: string): string => nonce.split('-').at(-1) ?? '';
const nudge = (nonce: string): string => launchWords.mail(tailOf(nonce));

describe('the state file that the hooks write', () => {
  it('follows the turn and counts the turns that the model finished', async () => {
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
      ['StopFailure', { error: 'server_error' }, 'idle', 1],
      ['UserPromptSubmit', { prompt: 'and on' }, 'busy', 1],
      ['StopFailure', { error: 'rate_limit', last_assistant_message: LIMIT }, 'limited', 1],
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

  it('a turn that ends at the limit of the account says until when [X7]', async () => {
    const { fire, state } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    fire('StopFailure', { error: 'rate_limit', last_assistant_message: LIMIT });
    const { until = 0 } = (await state()) ?? {};
    expect(until).toBeGreaterThan(Date.now());
    const time = { timeZone: 'Europe/Paris', hour: 'numeric', minute: 'numeric' } as const;
    expect(new Date(until).toLocaleTimeString('en-GB', time)).toBe('17:10');
    // The next turn is the end of it, whatever the clock says.
    fire('UserPromptSubmit', { prompt: 'again' });
    expect(await state()).not.toHaveProperty('until');
  });

  it('is not set to busy or waiting by a subagent that runs on after the turn [C8]', async () => {
    const { fire, state } = await hooked();
    fire('UserPromptSubmit', { prompt: 'go' });
    fire('Stop');
    for (const event of ['PostToolUse', 'PermissionRequest', 'Notification']) {
      fire(event, {}, { agent_id: 'a' });
      expect((await state())?.state, event).toBe('idle');
    }
  });

  it('starts anew when the file is torn, and counts past a million turns', async () => {
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
  it('does not undo a counted turn or its end [R12]', async () => {
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

  it('announces nothing for a flag that was lowered meanwhile [R7]', async () => {
    const { fire, mail, paths } = await hooked();
    await mail();
    const script = readFileSync(paths.hooks, 'utf8');
    const gone = 'claim() {\n  rm -f "$d/pending/$r"\n';
    writeFileSync(paths.hooks, script.replace('claim() {\n', gone));
    expect(fire('PostToolUse')).toBeUndefined();
  });
});

describe.each(['files', 'queue'])('mail in the store %s that a hook announces', (kind) => {
  it.each([
    ['PostToolUse', {}],
    ['PostToolUseFailure', {}],
    ['Stop', { stop_hook_active: true }],
  ])('is announced once by %s, and again for the next flag [R7]', async (event, more) => {
    const { fire, mail, store, state } = await hooked({ kind });
    fire('UserPromptSubmit', { prompt: 'go' });
    expect(fire(event, more)).toBeUndefined();
    const nonce = await mail();
    expect(fire(event, more)).toEqual(context(event, nudge(nonce)));
    expect((await state())?.state).toBe('busy');
    const by = event === 'Stop' ? 'hook:stop' : 'hook:tool';
    const told = await store.wakes.readAnnouncement('storm', { nonce, since: '' });
    expect(told?.by).toBe(by);
    expect(fire('PostToolUse')).toBeUndefined();
    expect(fire('Stop')).toBeUndefined();
    await store.mail.clearFlag('storm');
    const next = await mail();
    expect(fire(event, more)).toEqual(context(event, nudge(next)));
  });

  it('is not announced once a relay has collected or settled it, whatever flag is up [R5]', async () => {
    const { fire, mail, store } = await hooked({ kind });
    const incarnation = await store.seats.add('storm', seatOf(process.pid));
    await mail();
    const taken = await store.mail.collect('storm', incarnation, everything);
    expect(fire('PostToolUse')).toBeUndefined();
    await store.mail.putBack('storm', incarnation, 'left');
    expect(fire('PostToolUse')).toBeDefined();
    const ids = taken.messages.map(({ id }) => id);
    await store.mail.collect('storm', incarnation, everything);
    await store.mail.clearFlag('storm');
    await store.mail.raiseFlag('storm');
    expect(fire('Stop')).toBeUndefined();
    await store.mail.acknowledge('storm', incarnation, ids);
    expect(fire('Stop')).toBeUndefined();
    await mail();
    expect(fire('Stop')).toBeDefined();
  });

  it('is not announced again after a ring: one announcement for each flag [R7]', async () => {
    const { fire, mail, store } = await hooked({ kind });
    const flag = { nonce: await mail(), since: '' };
    expect(await store.wakes.claim('storm', flag, 'socket')).toBe(true);
    expect(fire('PostToolUse')).toBeUndefined();
    expect(fire('Stop')).toBeUndefined();
    await store.wakes.dropClaim('storm', flag);
    expect(fire('Stop')).toBeDefined();
    expect(await store.wakes.claim('storm', flag, 'socket')).toBe(false);
  });

  it('is not announced to a subagent, whatever a tool returned', async () => {
    const { fire, mail } = await hooked({ kind });
    await mail();
    expect(fire('PostToolUse', {}, { agent_id: 'a1', agent_type: 'x' })).toBeUndefined();
    const tool = { tool_input: { agent_id: 'b' }, tool_response: 'x'.repeat(200_000) };
    expect(fire('PostToolUse', tool)).toBeDefined();
  });

  it.each(['storm', 'all'])('is not announced while there is a hold of %s [R15]', async (held) => {
    const { fire, mail, dir } = await hooked({ kind });
    await mail();
    writeFileSync(join(dir, 'hold', held), '');
    expect(fire('Stop')).toBeUndefined();
    rmSync(join(dir, 'hold', held));
    expect(fire('Stop')).toBeDefined();
  });

  it.each([
    ['a flag without mail', '{"nonce":"0a-b-c-d","since":""}', false],
    ['a nonce that is a path', '{"nonce":"../../x","since":""}', true],
    ['no flag at all', '', true],
    ['half a flag', '{"non', true],
  ])('is not announced for %s', async (_what, flag, withMail) => {
    const { fire, mail, dir } = await hooked({ kind });
    if (withMail) await mail();
    writeFileSync(join(dir, 'pending/storm'), flag);
    expect(fire('Stop')).toBeUndefined();
    expect(readdirSync(join(dir, 'told/storm'))).toEqual([]);
  });
});

describe('mail in a text that a person wrote', () => {
  const ENTRY = [
    'timestamp: "2026-02-08T10:00:00"',
    'from: overlord',
    'message: "status: processed"',
  ];
  const lines = (...more: string[]) => `- ${['id: msg_001', ...ENTRY, ...more].join('\n  ')}\n`;

  it.each([
    ['without a status', lines(), true],
    [
      'with its status first',
      lines('status: pending').replace('- id', '- status: pending\n  id'),
      true,
    ],
    ['in quotes', lines('status: "pending"').replace('msg_001', '"msg_001"'), true],
    ['with CRLF', lines('status: pending').replaceAll('\n', '\r\n'), true],
    ['in brackets', `[{ id: msg_001, ${ENTRY.join(', ')}, status: pending }]\n`, true],
    ['that is processed', lines('status: processed # done'), false],
    ['that is empty', '[]\n', false],
    ['that is gone', undefined, false],
  ])('is announced only where an entry may wait: one %s', async (_what, text, isTold) => {
    const { fire, store, mailText } = await hooked({ kind: 'queue' });
    if (text === undefined) rmSync(mailText);
    else writeFileSync(mailText, text);
    await store.mail.raiseFlag('storm');
    expect(fire('PostToolUse') !== undefined).toBe(isTold);
  });
});

describe('a prompt', () => {
  it('that is a nudge is recorded by its mark, not as a person’s prompt', async () => {
    const { fire, store, dir } = await hooked();
    fire('UserPromptSubmit', { prompt: launchWords.mail('l8nhr6.2') });
    expect(await store.wakes.readLastHeard('storm')).toMatchObject({ mark: 'l8nhr6.2' });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
  });

  it('of a person is recorded as such, whatever it says; a ritual that is due is not', async () => {
    const { fire, store, dir } = await hooked();
    const at = '2026-11-15T12:00:00.000Z';
    await store.statuses.noteRitual('storm', { state: 'due', at });
    fire('UserPromptSubmit', { prompt: 'You are storm.' });
    expect(existsSync(join(dir, 'person/storm'))).toBe(false);
    await store.statuses.noteRitual('storm', { state: 'given', at });
    fire('UserPromptSubmit', { prompt: 'what is (#l8nhr6.2) in "[MESSAGE from x]"?' });
    expect(await store.wakes.readLastHeard('storm')).toBeUndefined();
    expect(statSync(join(dir, 'person/storm')).size).toBe(1);
  });
});

describe('the start of a conversation', () => {
  it('is recorded with its id, for a later resume', async () => {
    const { fire, dir } = await hooked();
    fire('SessionStart', { source: 'startup' });
    const noted = JSON.parse(readFileSync(join(dir, 'conversation/storm'), 'utf8'));
    expect(noted).toEqual({ id: ID, transcript: '/t/a.jsonl' });
  });

  it('is recorded with its id even when the path of its file is not usable', async () => {
    const { fire, store } = await hooked();
    fire('SessionStart', { source: 'startup' }, { transcript_path: '/a/b "c".jsonl' });
    expect(await store.conversations.read('storm')).toEqual({ id: ID, transcript: '/' });
  });

  it.each(['clear', 'compact', 'resume'])(
    'by %s gives the role its ritual again [C11]',
    async (source) => {
      const { fire } = await hooked();
      const told = fire('SessionStart', { source });
      const text = `${launchWords.role}\n\nYou are storm.\nNever "yield".`;
      expect(told).toEqual(context('SessionStart', text));
    },
  );

  it('mentions unread mail, and the ring still comes', async () => {
    const { fire, mail, store } = await hooked();
    const nonce = await mail();
    expect(fire('SessionStart', { source: 'startup' })).toEqual(
      context('SessionStart', nudge(nonce)),
    );
    expect(await store.wakes.readAnnouncement('storm', { nonce, since: '' })).toBeUndefined();
    expect(fire('SessionStart', { source: 'clear' })).toEqual(
      context('SessionStart', expect.stringMatching(/yield"\.\n\n\[MESSAGE/)),
    );
  });

  it('adds no ritual when the person wanted no rituals [ritual.skip.1]', async () => {
    const { fire } = await hooked({ ritual: '' });
    for (const source of ['startup', 'clear', 'compact', 'resume']) {
      expect(fire('SessionStart', { source })).toBeUndefined();
    }
  });
});

describe('hooks that cannot work', () => {
  it('exit without an error when the script, the relay directory or a part of the script is missing', async () => {
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
