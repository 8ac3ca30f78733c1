import { describe, expect, it } from 'vitest';
import { languageOf, startingEnv, userDirs } from '../../src/config/env.ts';
import { insideOf } from '../../src/config/inside.ts';
import { relaySettings } from '../../src/config/relay-settings.ts';

const whole = { OVLD_ROLE: 'storm', OVLD_RELAY_DIR: '/r', OVLD_SESSION: 'overlord' };

describe('the relay reads three variables', () => {
  it('role, directory and session [relay.env.1 relay.env.2 relay.env.3]', () => {
    expect(relaySettings(whole)).toMatchObject({ role: 'storm', dir: '/r', session: 'overlord' });
  });

  it.each([
    ['tmux', { TMUX_PANE: '%3' }, '%3'],
    ['tmux', { TMUX_PANE: '3; kill' }, undefined],
    ['zellij', { ZELLIJ_PANE_ID: '4', ZELLIJ_SESSION_NAME: 'overlord' }, 'terminal_4'],
    ['zellij', { ZELLIJ_PANE_ID: '4', ZELLIJ_SESSION_NAME: 'another' }, undefined],
    ['zellij', { TMUX_PANE: '%3' }, undefined],
    ['recording', { TMUX_PANE: '%3' }, undefined],
  ])('and finds its pane in %s by %j', (mux, more, pane) => {
    expect(relaySettings({ ...whole, ...more }).paneIn(mux)).toBe(pane);
  });

  it.each(Object.keys(whole))('and names %s when it is not set [relay.env.4]', (variable) => {
    for (const value of [undefined, '']) {
      expect(() => relaySettings({ ...whole, [variable]: value })).toThrow(
        expect.objectContaining({ code: 'env_missing', data: { variable } }),
      );
    }
  });

  it.each([
    ['OVLD_ROLE', '../storm'],
    ['OVLD_ROLE', 'Storm'],
    ['OVLD_ROLE', 'a'.repeat(33)],
    ['OVLD_RELAY_DIR', 'relative/dir'],
    ['OVLD_RELAY_DIR', '/nul\0'],
    ['OVLD_SESSION', '-dash'],
    ['OVLD_SESSION', 'two words'],
  ])('and refuses %s=%j', (variable, value) => {
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
    expect(dirs.knowledge()).toBe('/home/u/.config/ovld/knowledge');
  });

  it('need HOME, and an error says so [relay.home-unset.1]', () => {
    for (const env of [{}, { HOME: '' }, { HOME: 'relative' }]) {
      const dirs = userDirs(env);
      for (const [purpose, find] of [
        ['relay', () => dirs.relay('overlord')],
        ['history', () => dirs.history('overlord')],
        ['knowledge', () => dirs.knowledge()],
      ] as const) {
        expect(find).toThrow(expect.objectContaining({ code: 'home_unset', data: { purpose } }));
      }
    }
  });
});

it.each([
  [{}, 'en'],
  [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'de_DE.UTF-8', OVLD_LANG: 'ja' }, 'ja'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: '', OVLD_LANG: '' }, 'ja'],
])('the language of %j is %s', (env, language) => {
  expect(languageOf(env)).toBe(language);
});

describe('the multiplexer one is inside of', () => {
  const none = () => [];
  it.each([
    [{}, undefined],
    [{ ZELLIJ: '0' }, 'zellij'],
    [{ TMUX: '/s,1,0' }, 'tmux'],
  ] as const)('by %j: %s', (env, inside) => {
    expect(insideOf(env, none)).toBe(inside);
  });

  it.each([
    [['bash', 'tmux: server', 'zellij'], 'tmux'],
    [['node', 'bash', 'zellij', 'bash', 'tmux: server'], 'zellij'],
  ] as const)('where one runs in the other, by the nearest of %j', (ancestors, inside) => {
    expect(insideOf({ ZELLIJ: '0', TMUX: '/s,1,0' }, () => ancestors)).toBe(inside);
  });
});

describe('what is started', () => {
  it('does not pass for a child of the agent that runs ovld', () => {
    const person = { PATH: '/bin', CLAUDE_CONFIG_DIR: '/c', CLAUDE_CODE_USE_BEDROCK: '1' };
    const agents = { CLAUDECODE: '1', CLAUDE_CODE_MESSAGING_SOCKET: '/s', OVLD_ROLE: 'storm' };
    expect(startingEnv({ ...person, ...agents })).toEqual(person);
  });

  it('keeps what a person set for their agents, outside of one', () => {
    const env = { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9', OVLD_LANG: 'ja' };
    expect(startingEnv(env)).toEqual(env);
  });
});
