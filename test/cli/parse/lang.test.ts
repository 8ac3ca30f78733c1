import { describe, expect, it } from 'vitest';
import { command as send } from '../../../src/cli/commands/send.ts';
import { takeLang, WITH_VALUE } from '../../../src/cli/parse/lang.ts';
import { languageOf } from '../../../src/config/env.ts';
import { cliArmy, ovld, runningArmy } from '../../support/cli-army.ts';

it('what takes a value before a letter is what `ovld send` defines', () => {
  const { options = {} } = send;
  const valued = Object.entries(options).filter(([, option]) => 'value' in option);
  expect([...WITH_VALUE].toSorted()).toEqual(
    ['--lang', ...valued.map(([name]) => `--${name}`)].toSorted(),
  );
});

describe('--lang', () => {
  it.each([
    [['status'], ['status'], undefined],
    [['--lang', 'ja', 'status'], ['status'], 'ja'],
    [['status', '--lang', 'ja', '--all'], ['status', '--all'], 'ja'],
    [['status', '--lang=en'], ['status'], 'en'],
    [['--lang', 'en', 'status', '--lang', 'ja'], ['status'], 'ja'],
    [['status', '--lang'], ['status'], ''],
    [
      ['queue', 'write', 'storm', '--', '--lang'],
      ['queue', 'write', 'storm', '--', '--lang'],
      undefined,
    ],
    [['--lang', '--', 'x'], ['--', 'x'], ''],
    // The words of a letter are its writer's.
    [['send', 'storm', 'say', '--lang', 'ja'], ['send', 'storm', 'say', '--lang', 'ja'], undefined],
    [
      ['--lang', 'ja', 'send', '--subject', 's', 'storm', 'x', '--lang=en'],
      ['send', '--subject', 's', 'storm', 'x', '--lang=en'],
      'ja',
    ],
    [['send', 'storm', '--lang', 'ja', 'x'], ['send', 'storm', 'x'], 'ja'],
    [['send', '--lang', 'ja', 'storm', '-'], ['send', 'storm', '-'], 'ja'],
  ])('is taken out of %j', (argv, words, lang) => {
    expect(takeLang(argv)).toEqual({ words, lang });
  });

  // status alone has no parser, log has one.
  it.each([
    [['--lang', 'ja', 'status'], '申告'],
    [['status', '--lang=ja'], '申告'],
    [['--lang', 'ja', 'hold', 'storm'], 'storm への合図を止めました'],
    [['hold', 'storm', '--lang', 'ja'], 'storm への合図を止めました'],
    [['--lang', 'ja', 'log', '--help'], '使い方: ovld log'],
    [['--lang', 'en', 'log', '--help'], 'Usage: ovld log'],
  ])('of %j wins over the environment', async (args, words) => {
    const env = { OVLD_LANG: words.startsWith('U') ? 'ja' : 'en', LANG: 'C.UTF-8' };
    const { code, stdout } = await ovld(await runningArmy(env), ...args);
    expect(code).toBe(0);
    expect(stdout).toContain(words);
  });

  it.each([
    [['--lang', 'fr', 'status']],
    [['status', '--lang=fr']],
    [['mock-agent', '--lang', 'fr']],
  ])('%j is refused', async (args) => {
    const { code, stdout, stderr } = await ovld(await cliArmy(), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('It must be one of en, ja.');
  });

  it('and OVLD_LANG with an unknown language are refused by status, and help is printed all the same', async () => {
    const army = await cliArmy({ OVLD_LANG: 'fr' });
    const { code, stderr } = await ovld(army, 'status');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('en, ja') });
    expect(await ovld(army, '--help')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the language of a person', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
    [{ LANG: 'ja_JP.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ja_JP.UTF-8' }, 'ja'],
    [{ LC_ALL: '', LANG: 'ja' }, 'ja'],
    [{ LC_ALL: 'ja_JP.UTF-8', OVLD_LANG: 'en' }, 'en'],
    [{ LANG: 'C', OVLD_LANG: 'JA' }, 'ja'],
    [{ LANG: 'java' }, 'en'],
    // An unknown language is refused elsewhere; a relay goes on.
    [{ LANG: 'ja_JP.UTF-8', OVLD_LANG: 'xx' }, 'ja'],
  ])('%j is %s', (env, language) => {
    expect(languageOf(env)).toBe(language);
  });
});
