import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/settings.ts';
import type { Reason } from '../../src/errors.ts';
import { reasonIn } from '../../src/i18n/reasons.ts';
import { explain } from '../../src/i18n/explain.ts';
import { ownFiles } from '../support/own-files.ts';

const PROJECT = 'project/.ovld/config.yaml';
const USER = 'user/config.yaml';

describe('settings', () => {
  it('have their defaults where nothing is configured', async () => {
    const from = 'default';
    expect(await loadSettings({}, { LANG: 'ja_JP.UTF-8' }, ownFiles().places)).toEqual({
      mux: { value: undefined, from },
      agent: { value: undefined, from },
      history: { keep_days: { value: 90, from }, keep_armies: { value: 50, from } },
      dashboard: { value: false, from },
      language: { value: 'ja', from },
      formation: { value: 'overlord', from },
      store: { value: undefined, from },
      toolsets: { value: undefined, from },
      specialists: { value: undefined, from },
      targeting: { value: 'pane', from },
      pauses: {
        before: { value: 500, from },
        enter: { value: 200, from },
        between: { value: 1000, from },
      },
      notify: {
        bell: { value: true, from },
        desktop: { value: true, from },
        command: { value: undefined, from },
        on: {
          value: ['waits', 'died', 'unreachable', 'wrote', 'loops', 'limited', 'set_aside'],
          from,
        },
      },
      guard: {
        messages: { value: 20, from },
        window: { value: 300, from },
        pause: { value: 30, from },
        longest_pause: { value: 600, from },
      },
      ritual: { delivery: { value: 'typed', from } },
      ready_timeout: { value: 60, from },
    });
  });

  it('of a flag win over a variable, the project, the user', async () => {
    const { places, at } = ownFiles({
      [PROJECT]: 'mux: zellij\nagent: claude\nlanguage: ja\nformation: third\n',
      [USER]: 'mux: tmux\nagent: mock\nlanguage: en\nformation: fourth\n',
    });
    const flags = { mux: 'tmux', agent: 'mock', language: 'en', formation: 'first' };
    const env = {
      OVLD_MUX: 'zellij',
      OVLD_AGENT: 'claude',
      OVLD_LANG: 'ja',
      OVLD_FORMATION: 'second',
    };
    const steps = [
      ['flag', 'tmux', 'mock', 'en', 'first', () => loadSettings(flags, env, places)],
      ['env', 'zellij', 'claude', 'ja', 'second', () => loadSettings({}, env, places)],
      ['project', 'zellij', 'claude', 'ja', 'third', () => loadSettings({}, {}, places)],
      ['user', 'tmux', 'mock', 'en', 'fourth', () => loadSettings({}, {}, places)],
    ] as const;
    for (const [from, mux, agent, language, formation, load] of steps) {
      if (from === 'user') rmSync(at(PROJECT));
      expect(await load()).toMatchObject({
        mux: { value: mux, from },
        agent: { value: agent, from },
        language: { value: language, from },
        formation: { value: formation, from },
      });
    }
  });

  it('are merged one by one, pauses too', async () => {
    const { places } = ownFiles({
      [PROJECT]: 'pauses:\n  enter: 0\ntargeting: focus\nnotify: { desktop: false }\n',
      [USER]:
        'notify: { bell: false, on: [died], command: [say, hello] }\npauses: { enter: 9, before: 7 }\nready_timeout: 5\nritual: { delivery: system-prompt }\n',
    });
    expect(await loadSettings({ mux: undefined }, { OVLD_MUX: '' }, places)).toMatchObject({
      mux: { from: 'default' },
      targeting: { value: 'focus', from: 'project' },
      pauses: {
        before: { value: 7, from: 'user' },
        enter: { value: 0, from: 'project' },
        between: { value: 1000, from: 'default' },
      },
      notify: {
        bell: { value: false, from: 'user' },
        desktop: { value: false, from: 'project' },
        command: { value: ['say', 'hello'], from: 'user' },
        on: { value: ['died'], from: 'user' },
      },
      ritual: { delivery: { value: 'system-prompt', from: 'user' } },
      ready_timeout: { value: 5, from: 'user' },
    });
  });

  it('of a bastion come from a flag, the project, the user, in this order', async () => {
    const { places, at } = ownFiles({
      [PROJECT]: 'store: files\ntoolsets: [board]\nspecialists: 6\n',
      [USER]: 'store: queue\ntoolsets: [messaging, knowledge]\nspecialists: 2\n',
    });
    const flags = { store: 'queue', toolsets: ['knowledge'], specialists: 12 };
    const steps = [
      ['flag', 'queue', ['knowledge'], 12, flags],
      ['project', 'files', ['board'], 6, {}],
      ['user', 'queue', ['messaging', 'knowledge'], 2, {}],
    ] as const;
    for (const [from, store, toolsets, specialists, given] of steps) {
      if (from === 'user') rmSync(at(PROJECT));
      expect(await loadSettings(given, {}, places)).toMatchObject({
        store: { value: store, from },
        toolsets: { value: toolsets, from },
        specialists: { value: specialists, from },
      });
    }
  });

  it('of an empty file change nothing', async () => {
    const { places } = ownFiles({ [PROJECT]: '', [USER]: '# nothing yet\n' });
    expect((await loadSettings({}, {}, places)).formation.from).toBe('default');
  });
});

it.each<[string, string, number, RegExp]>([
  ['an unknown key', 'mux: tmux\nmutliplexer: x\n', 2, /there is no key mutliplexer/],
  ['an unknown pause', 'pauses:\n  enter: 1\n  after: 2\n', 3, /there is no key pauses\.after/],
  ['an unknown multiplexer', '\n\nmux: screen\n', 3, /mux: .*zellij.*tmux/],
  ['an unknown alert', 'notify:\n  on: [sneezes]\n', 2, /notify\.on/],
  ['a command that is a line', 'notify:\n  command: say hello\n', 2, /notify\.command/],
  ['a number that is none', 'pauses:\n  enter: fast\n', 2, /pauses\.enter: .*number/],
  ['a pause of an hour', 'pauses:\n  between: 3600000\n', 2, /60000/],
  ['a guard of no messages', 'guard:\n  messages: 0\n', 2, /guard\.messages/],
  ['a guard that is on', 'guard:\n  messages: on\n', 2, /guard\.messages/],
  ['a pause of no time', 'guard:\n  window: 60\n  pause: 0\n', 3, /guard\.pause: .*1/],
  ['an unknown key of the guard', 'guard:\n  limit: 3\n', 2, /there is no key guard\.limit/],
  ['no time at all', 'ready_timeout: 0\n', 1, /ready_timeout/],
  ['a path as a formation', 'formation: ../x\n', 1, /formation/],
  ['an unknown store', 'store: cloud\n', 1, /store: .*files.*queue/],
  ['an unknown toolset', 'toolsets:\n  - board\n  - magic\n', 3, /toolsets\.1: .*knowledge/],
  ['one toolset', 'toolsets: board\n', 1, /toolsets: .*array/],
  ['no specialists', 'specialists: 0\n', 1, /specialists: .*1/],
  ['too many', '\nspecialists: 13\n', 2, /specialists: .*12/],
  ['a value left out', 'agent:\nmux: tmux\n', 1, /agent/],
  ['two faults: the first is told', 'agent: claude\nzzz: 1\nmux: 3\n', 2, /zzz/],
  ['a syntax error', 'mux: tmux\nagent: [claude\n', 3, /./],
  ['an exploding document', `a: &a [${'x,'.repeat(9)}x]\n${explosion()}`, 1, /alias/i],
])('a configuration with %s is refused, with file and line', async (_, text, line, reason) => {
  const { places, at } = ownFiles({ [USER]: text });
  const error = await loadSettings({}, {}, places).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'config_invalid', data: { path: at(USER) } });
  const { data } = error as { data: { line?: number; reason: Reason } };
  expect(reasonIn('en', data.reason)).toMatch(reason);
  expect(data.line).toBe(line);
  expect(explain(error, 'en').what).toContain(`${at(USER)}:${line}:`);
});

it("a project's configuration cannot name a program to run", async () => {
  const text = 'notify:\n  bell: true\n  command: [rm, me]\n';
  const { places, at } = ownFiles({ [PROJECT]: text });
  await expect(loadSettings({}, {}, places)).rejects.toMatchObject({
    code: 'config_invalid',
    data: { path: at(PROJECT), line: 3, reason: { code: 'project_command' } },
  });
});

/** Each list holds ten of the one before it. */
function explosion(): string {
  const names = [...'abcdefgh'];
  return names
    .slice(1)
    .map((name, i) => `${name}: &${name} [${Array(10).fill(`*${names[i]}`).join(',')}]\n`)
    .join('');
}

it('a flag with an impossible value is a usage error', async () => {
  await expect(loadSettings({ mux: 'screen' }, {}, ownFiles().places)).rejects.toMatchObject({
    code: 'usage',
    data: { message: expect.stringMatching(/^--mux: .*zellij/) },
  });
});

it.each([
  ['OVLD_MUX', 'screen', 'zellij, tmux'],
  ['OVLD_AGENT', 'gpt', 'claude, codex, opencode, qwen, copilot, gemini, mock'],
  ['OVLD_FORMATION', '../x', undefined],
])('the variable %s=%s is refused', async (variable, value, expected) => {
  const error = await loadSettings({}, { [variable]: value }, ownFiles().places).catch(
    (e: unknown) => e,
  );
  expect(error).toMatchObject({ code: 'env_invalid', data: { variable, value, expected } });
  for (const language of ['en', 'ja'] as const) {
    expect(explain(error, language).hint).toContain(expected ?? '32');
  }
});
