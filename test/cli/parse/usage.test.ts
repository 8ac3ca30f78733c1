import { afterEach, describe, expect, it, vi } from 'vitest';
import { runApp } from '../../../src/cli/app.ts';
import { englishIn } from '../../support/english.ts';
import { tempDir } from '../../support/temp.ts';

const before = { ...process.env };
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

/** What the program says on stderr, and its exit code. */
async function refusal(argv: readonly string[], env: Record<string, string>, asked?: string) {
  for (const name of ['OVLD_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG']) delete process.env[name];
  Object.assign(process.env, { HOME: tempDir(), ...env });
  let told = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
  const code = await runApp(argv, asked);
  vi.restoreAllMocks();
  return { code, told };
}

const MISTAKES: [argv: string[], en: string, ja: string][] = [
  [['bogus'], "unknown command 'bogus'", 'bogus というコマンドはありません'],
  [['sumon'], "unknown command 'sumon' (did you mean summon?)", 'もしかして: summon'],
  [['help', 'nix'], "unknown command 'nix'", 'nix というコマンドはありません'],
  [
    ['history', 'shwo', '--help'],
    "unknown command 'shwo' (did you mean show?)",
    'もしかして: show',
  ],
  [['queue', 'wrte'], '(did you mean write?)', 'もしかして: write'],
  [['summon', '--bogus'], "unknown option '--bogus'", '--bogus というオプションはありません'],
  [['summon', '--formaton'], '(did you mean --formation?)', 'もしかして: --formation'],
  [['hold'], "missing required argument 'role'", '<role> が指定されていません'],
  [['inbox', 'a', 'b'], 'too many arguments for', 'inbox の引数が多すぎます'],
  [['summon', '--mux'], "option '--mux <program>' argument missing", '--mux <program> には値が'],
  [['summon', '--mux', 'x'], 'It must be one of zellij, tmux.', 'zellij、tmux のどれか'],
  [['summon', '--toolsets', 'x'], 'It must be some of', 'コンマで区切ってください'],
  [['summon', '--specialists', '99'], 'from 1 to 12', '1 から 12 までの整数'],
  [['summon', '--session', 'A B'], 'lower-case letters', '英小文字'],
  [['log', '--since', 'x'], 'It must be a duration', '期間'],
  [['mock-agent'], "required option '--mcp-config <file>' not", '--mcp-config <file> は必ず'],
  [['completion', 'ksh'], "'ksh' is invalid. It must be one of", "'ksh' は使えません"],
  [['send', 'storm', 'x', '--urgent'], 'quote the message', '本文を引用符で囲む'],
  [['queue', 'write', 'storm', 'x'], 'say who writes', '差出人を指定してください'],
];

describe('a mistake on the command line', () => {
  it.each(MISTAKES)('%j is reported in both languages', async (argv, en, ja) => {
    const english = await refusal(argv, {});
    expect(english).toMatchObject({ code: 2, told: expect.stringMatching(/^ovld: .*\n {2}→ /) });
    expect(english.told).toContain(en);
    const japanese = await refusal(argv, { OVLD_LANG: 'ja' });
    expect(japanese).toMatchObject({ code: 2, told: expect.stringMatching(/^ovld: .*\n {2}→ /) });
    expect(japanese.told).toContain(ja);
    expect(englishIn(japanese.told)).toEqual([]);
  });

  it.each([
    [['bogus'], '→ ovld --help'],
    [['queue', 'wrte'], '→ ovld queue --help'],
    [['queue', 'write', 'storm', 'x'], '→ ovld queue write --help'],
    [['summon', '--bogus'], '→ ovld summon --help'],
  ])('%j names the help to read', async (argv, hint) => {
    expect((await refusal(argv, {})).told).toContain(hint);
  });

  it.each([
    [['ls'], 'status'],
    [['list'], 'status'],
    [['ps', '-a'], 'status'],
    [['start'], 'summon'],
    [['run', '--agent', 'mock'], 'summon'],
    [['up'], 'summon'],
    [['stop'], 'unsummon'],
    [['kill', '--all'], 'unsummon'],
    [['down'], 'unsummon'],
    [['quit'], 'unsummon'],
    [['logs', '-f'], 'log'],
    [['task', 'ls'], 'list'],
    [['history', 'ls'], undefined],
  ])('%j is told which command is meant, and what it does', async (argv, name) => {
    const { code, told } = await refusal(argv, {});
    expect(code).toBe(2);
    const word = argv.find((one) => one !== 'task' && one !== 'history') ?? '';
    expect(told).toContain(`unknown command '${word}'`);
    if (name === undefined) return;
    expect(told).toMatch(new RegExp(`did you mean (?:\\w+, )?${name}(?:, \\w+)?\\?`));
    const line = [...argv.slice(0, argv.indexOf(word)), name].join(' ');
    expect(told).toMatch(new RegExp(`→ .*ovld ${line}: \\w`));
    const japanese = await refusal(argv, { OVLD_LANG: 'ja' });
    expect(japanese.told).toContain(name);
    expect(englishIn(japanese.told)).toEqual([]);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    '%s is only an unknown command',
    async (word) => {
      expect((await refusal([word], {})).told).toMatch(/unknown command '\w+'\n/);
    },
  );

  it('in a command that starts an army is reported before a terminal is required', async () => {
    const { code, told } = await refusal(['summon', '--formation', 'nope'], {});
    expect([code, told]).toEqual([3, expect.stringContaining('nope')]);
  });

  it('without a command is reported below the help', async () => {
    expect(await refusal(['queue'], { LANG: 'ja_JP.UTF-8' })).toMatchObject({
      code: 2,
      told: expect.stringMatching(/^使い方: ovld queue [^]*ovld: コマンドが指定されていません\n/),
    });
  });
});

describe('an unknown language', () => {
  it.each([
    ['xx', "option '--lang <language>' argument 'xx' is invalid. It must be one of en, ja."],
    ['', "option '--lang <language>' argument missing"],
  ])('in --lang %j is refused with the languages that exist', async (asked, sentence) => {
    const { code, told } = await refusal(['status'], {}, asked);
    expect({ code, told }).toMatchObject({ code: 2, told: expect.stringContaining(sentence) });
  });

  it.each(['xx', 'jam', 'english'])('in OVLD_LANG=%s is refused too', async (value) => {
    const { code, told } = await refusal(['log'], { OVLD_LANG: value, LANG: 'ja_JP.UTF-8' });
    expect(code).toBe(2);
    expect(told).toBe(`ovld: OVLD_LANG の値 "${value}" は使えません\n  → 使える値: en, ja\n`);
  });
});
