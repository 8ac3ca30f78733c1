import { describe, expect, it } from 'vitest';
import { cliWorld } from '../support/cli-world.ts';
import { languageOf, startingEnv, userDirs } from '../../src/config/env.ts';
import { detectMux } from '../../src/config/detect-mux.ts';
import { relaySettings } from '../../src/config/relay-settings.ts';

const whole = { OVLD_ROLE: 'storm', OVLD_RELAY_DIR: '/r', OVLD_SESSION: 'overlord' };

describe('the environment of a relay', () => {
  // [relay.env.1 relay.env.2 relay.env.3]
  it('gives role, directory and session', () => {
    expect(relaySettings(whole)).toMatchObject({ role: 'storm', dir: '/r', session: 'overlord' });
  });

  it.each([
    ['tmux', { TMUX_PANE: '%3' }, '%3'],
    ['tmux', { TMUX_PANE: '3; kill' }, undefined],
    ['zellij', { ZELLIJ_PANE_ID: '4', ZELLIJ_SESSION_NAME: 'overlord' }, 'terminal_4'],
    ['zellij', { ZELLIJ_PANE_ID: '4', ZELLIJ_SESSION_NAME: 'another' }, undefined],
    ['zellij', { TMUX_PANE: '%3' }, undefined],
    ['recording', { TMUX_PANE: '%3' }, undefined],
  ])('gives its pane in %s by %j', (mux, more, pane) => {
    expect(relaySettings({ ...whole, ...more }).paneIn(mux)).toBe(pane);
  });

  it.each(Object.keys(whole))(
    'is refused when %s is not set, which the error names [relay.env.4]',
    (variable) => {
      for (const value of [undefined, '']) {
        expect(() => relaySettings({ ...whole, [variable]: value })).toThrow(
          expect.objectContaining({ code: 'env_missing', data: { variable } }),
        );
      }
    },
  );

  it.each([
    ['OVLD_ROLE', '../storm'],
    ['OVLD_ROLE', 'Storm'],
    ['OVLD_ROLE', 'a'.repeat(33)],
    ['OVLD_RELAY_DIR', 'relative/dir'],
    ['OVLD_RELAY_DIR', '/nul\0'],
    ['OVLD_SESSION', '-dash'],
    ['OVLD_SESSION', 'two words'],
  ])('is refused with %s=%j', (variable, value) => {
    expect(() => relaySettings({ ...whole, [variable]: value })).toThrow(
      expect.objectContaining({ code: 'env_invalid', data: { variable, value } }),
    );
  });
});

describe('the folders of the user', () => {
  it('are below ~/.config/ovld, one store a session [relay.store-paths.1]', () => {
    const dirs = userDirs({ HOME: '/home/u' });
    expect(dirs.relay('overlord')).toBe('/home/u/.config/ovld/relay');
    expect(dirs.relay('second')).toBe('/home/u/.config/ovld/sessions/second/relay');
    expect(dirs.history('overlord')).toBe('/home/u/.config/ovld/history/overlord');
  });

  it('need HOME, and an error names the one that was looked for', () => {
    for (const env of [{}, { HOME: '' }, { HOME: 'relative' }]) {
      const dirs = userDirs(env);
      for (const [path, find] of [
        ['~/.config/ovld', () => dirs.own()],
        ['~/.config/ovld/armies', () => dirs.armies()],
        ['~/.config/ovld/relay', () => dirs.relay('overlord')],
        ['~/.config/ovld/sessions/x/relay', () => dirs.relay('x')],
        ['~/.config/ovld/history/x', () => dirs.history('x')],
        ['~/.config/ovld/history', () => dirs.histories()],
      ] as const) {
        expect(find).toThrow(expect.objectContaining({ code: 'home_unset', data: { path } }));
      }
    }
  });
});

it.each([
  ['en', 'HOME is not set to an absolute path, so ~/.config/ovld/armies cannot be found'],
  ['ja', 'HOME に絶対パスが設定されていないため、~/.config/ovld/armies の場所が決まりません'],
])(
  'looking for knowledge without a HOME ends with an error in %s that names the directory [relay.home-unset.1]',
  async (language, sentence) => {
    const { ovld } = cliWorld();
    for (const HOME of ['', 'relative']) {
      const words = ['knowledge', 'search', 'login', '--lang', language];
      const { code, stdout, stderr } = await ovld(...words, { HOME });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.split('\n')[0]).toBe(`ovld: ${sentence}`);
    }
  },
);

it.each([
  [{}, 'en'],
  [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'de_DE.UTF-8', OVLD_LANG: 'ja' }, 'ja'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: '', OVLD_LANG: '' }, 'ja'],
])('the language of %j is %s', (env, language) => {
  expect(languageOf(env)).toBe(language);
});

describe('the multiplexer around the process', () => {
  const none = () => [];
  it.each([
    [{}, undefined],
    [{ ZELLIJ: '0' }, 'zellij'],
    [{ TMUX: '/s,1,0' }, 'tmux'],
  ] as const)('is found by %j: %s', (env, inside) => {
    expect(detectMux(env, none)).toBe(inside);
  });

  it.each([
    [['bash', 'tmux: server', 'zellij'], 'tmux'],
    [['node', 'bash', 'zellij', 'bash', 'tmux: server'], 'zellij'],
  ] as const)('is, where one runs inside the other, the nearest of %j', (ancestors, inside) => {
    expect(detectMux({ ZELLIJ: '0', TMUX: '/s,1,0' }, () => ancestors)).toBe(inside);
  });
});

describe('the environment of a started program', () => {
  it('does not look like that of a child of the agent that runs ovld', () => {
    const person = { PATH: '/bin', CLAUDE_CONFIG_DIR: '/c', CLAUDE_CODE_USE_BEDROCK: '1' };
    const agents = { CLAUDECODE: '1', CLAUDE_CODE_MESSAGING_SOCKET: '/s', OVLD_ROLE: 'storm' };
    expect(startingEnv({ ...person, ...agents })).toEqual(person);
  });

  it('keeps what a person set for their agents, outside an agent', () => {
    const env = { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9', OVLD_LANG: 'ja' };
    expect(startingEnv(env)).toEqual(env);
  });
});
