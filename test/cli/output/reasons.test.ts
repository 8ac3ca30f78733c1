import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainReasons } from '../../../src/cli/output/explain-reasons.ts';
import { findFormation } from '../../../src/config/formations.ts';
import { loadSettings } from '../../../src/config/settings.ts';
import { OvldError, type CodedReason } from '../../../src/errors.ts';
import { explain } from '../../../src/i18n/explain.ts';
import { plainReason } from '../../../src/i18n/foreign-words.ts';
import { reasonIn } from '../../../src/i18n/reasons.ts';
import { englishIn } from '../../support/english.ts';
import { tempDir } from '../../support/temp.ts';

async function refusal(kind: 'config' | 'formation', text: string): Promise<unknown> {
  const folder = tempDir();
  const places = { folder, user: undefined };
  mkdirSync(join(folder, '.ovld', 'formations'), { recursive: true });
  const name = kind === 'config' ? 'config.yaml' : 'formations/mine.yaml';
  writeFileSync(join(folder, '.ovld', name), text);
  const reading =
    kind === 'config' ? loadSettings({}, {}, places) : findFormation('mine', places, undefined);
  return reading.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Every way a file can be wrong that has a sentence of its own. */
const FAULTS: ['config' | 'formation', string, string][] = [
  ['config', 'mux: 3', 'mux: "zellij"、"tmux" のどれか'],
  ['config', 'bogus: 1', 'bogus という項目はありません'],
  ['config', 'ready_timeout: 99999', '3600 以下'],
  ['config', 'pauses: { before: -1 }', '0 以上'],
  ['config', 'specialists: x', '数にしてください（今は文字列です）'],
  ['config', 'just text', '「名前: 値」の並びにしてください'],
  ['formation', 'roles: []', '1 個以上'],
  ['formation', 'name: other\nroles: [{role: a}]', 'ファイル名と同じ'],
  ['formation', 'roles: [{role: A}]', 'に合いません'],
  ['formation', 'roles: [{role: all}]', 'all は役の名前に使えません'],
  ['formation', 'roles: [{role: a}, {role: a}]', '役 a が二度'],
  ['formation', 'roles: [{role: a, commands: [z]}]', 'z という役はありません'],
  ['formation', 'roles: [{role: a, duty: envoy}, {role: b, duty: envoy}]', 'すでに a です'],
  ['formation', 'toolsets: [board]\nroles: [{role: a}]', '掲示板には duty: '],
  ['formation', 'roles: [{role: a, duty: envoy, count: 2}]', 'envoy は一人だけ'],
  ['formation', 'roles: [{role: a, count: 2}, {role: a_2}]', '別の役の名前'],
  ['formation', 'roles: [{role: a}]\ntabs: [{name: t, panes: [{role: b}]}]', 'b という役は'],
  ['formation', 'roles: [{role: a}, {role: b}]\ntabs: [{name: t, panes: [{role: a}]}]', 'ペインが'],
  ['formation', 'roles: [{role: a}]\ntabs: [{name: t, panes: [{role: a, size: 40}]}]', '40 %'],
];

/** How the schema words its faults. */
const SCHEMAS = /Invalid|Too (?:big|small)|expected|received|undefined/;

describe('the reason why a file is refused', () => {
  it.each(FAULTS)('is printed in Japanese: %s %j', async (kind, text, ja) => {
    const error = await refusal(kind, text);
    const { what } = explain(explainReasons(error, 'ja'), 'ja');
    expect(what).toContain(ja);
    expect(englishIn(what)).toEqual([]);
    const { what: english } = explain(explainReasons(error, 'en'), 'en');
    expect(english).not.toMatch(SCHEMAS);
    if (!SCHEMAS.test(explain(error, 'en').what)) expect(english).toBe(explain(error, 'en').what);
  });

  /** One of each code, and its English. */
  const CODED: [CodedReason, string][] = [
    [{ code: 'ritual_empty' }, 'the ritual is empty'],
    [
      { code: 'control_character', character: 'U+0007' },
      'a control character (U+0007) would reach the terminal',
    ],
    [{ code: 'ritual_is_command' }, 'a ritual that begins with / or ! would be run as a command'],
    [{ code: 'not_a_file' }, 'not a regular file'],
    [{ code: 'file_too_large', kib: 256 }, 'larger than 256 KiB'],
    [{ code: 'not_utf8' }, 'not UTF-8'],
    [{ code: 'not_readable', errno: 'EACCES' }, 'not readable (EACCES)'],
    [{ code: 'link_to_nothing' }, 'a link to a file that does not exist'],
    [{ code: 'symlink' }, 'a symbolic link'],
    [{ code: 'not_a_directory' }, 'not a directory'],
    [{ code: 'session_not_up' }, 'the session did not come up'],
    [{ code: 'session_left' }, 'the session is still there'],
    [{ code: 'session_ended_at_once' }, 'it ended at once'],
    [{ code: 'pane_not_seen' }, 'the new pane was not seen'],
    [{ code: 'pane_unknown', pane: 'terminal_3' }, 'there is no pane terminal_3'],
    [{ code: 'tab_unknown' }, 'there is no tab to put it in'],
    [{ code: 'answer_empty' }, 'empty answer'],
    [{ code: 'timed_out' }, 'timeout'],
    [{ code: 'exited', end: '2' }, 'exit 2'],
    [{ code: 'exited', end: 'SIGKILL' }, 'exit SIGKILL'],
    [{ code: 'answer_late', ms: 10_000 }, 'no answer in 10000 ms'],
    [{ code: 'answer_unexpected', line: 'tmux: x' }, 'unexpected line: "tmux: x"'],
  ];

  it.each(CODED)('is printed in both languages: %j', (reason, english) => {
    expect(reasonIn('en', reason)).toBe(english);
    expect(englishIn(reasonIn('ja', reason))).toEqual([]);
  });

  it.each([
    'not a regular file',
    'larger than 256 KiB',
    'not UTF-8',
    'not readable (EACCES)',
    'a link to a directory that does not exist',
    'a symbolic link',
    'not a directory',
    'not a list',
    'not a message',
    'addressed to another role',
    'something stands before the first entry',
    'aliases are not allowed',
    'tags are not allowed',
    'nested too deeply',
  ])('that is recorded beside a file has a translation: %j', (reason) => {
    expect(plainReason('en', reason)).toBe(reason);
    expect(plainReason('ja', reason)).not.toBe(reason);
    expect(englishIn(plainReason('ja', reason))).toEqual([]);
  });

  it.each([
    ['EACCES', 'permission denied (EACCES)', '権限がありません（EACCES）'],
    ['EHOSTDOWN', 'EHOSTDOWN', 'EHOSTDOWN'],
  ])('that is the system’s error code says what it means: %s', (reason, en, ja) => {
    expect(plainReason('en', reason)).toBe(en);
    expect(plainReason('ja', reason)).toBe(ja);
  });

  it.each<[string, string, string]>([
    [
      'Invalid option: expected one of "zellij"|"tmux"',
      'must be one of "zellij", "tmux"',
      '"zellij"、"tmux" のどれかにしてください',
    ],
    [
      'roles: Invalid input: expected array, received undefined',
      'roles: must be a list, and is missing',
      'roles: リストにしてください（値がありません）',
    ],
    [
      'roles.0.size: Invalid input: expected number, received string',
      'roles.0.size: must be a number, not text',
      'roles.0.size: 数にしてください（今は文字列です）',
    ],
    [
      '--specialists: Too big: expected number to be <=12',
      '--specialists: must be at most 12',
      '--specialists: 12 以下にしてください',
    ],
    [
      'entry 3: id: Invalid input: expected string, received undefined',
      'entry 3: id: must be text, and is missing',
      '3 件目: id: 文字列にしてください（値がありません）',
    ],
    ['line 2: tags are not allowed', 'line 2: tags are not allowed', '2 行目: タグは使えません'],
    [
      'line 4: Nested mappings are not allowed',
      'line 4: Nested mappings are not allowed',
      '4 行目: Nested mappings are not allowed',
    ],
    [
      'priority: Invalid option: expected one of "high"|"low"; status: not a list',
      'priority: must be one of "high", "low"; status: not a list',
      'priority: "high"、"low" のどれかにしてください; status: リストではありません',
    ],
    [
      'task_003 is in another file',
      'task_003 is in another file',
      'task_003 は別のファイルにあります',
    ],
    [
      'the id msg_001 appears twice',
      'the id msg_001 appears twice',
      'ID msg_001 が二度使われています',
    ],
    [
      'assigned_to is not the specialist of the file',
      'assigned_to is not the specialist whose file this is',
      'assigned_to が、このファイルの専門家と違います',
    ],
    [
      'roles: Too small: expected array to have >=1 items',
      'roles: must have at least 1 item',
      'roles: 1 個以上にしてください',
    ],
    [
      'roles.0.role: Invalid string: must match pattern /^[a-z]$/',
      'roles.0.role: must match /^[a-z]$/',
      'roles.0.role: /^[a-z]$/ に合いません',
    ],
    ['x: Invalid input', 'x: is not valid', 'x: 正しくありません'],
  ])('that the schema gives is put into plain words: %j', (said, en, ja) => {
    expect(plainReason('en', said)).toBe(en);
    expect(plainReason('ja', said)).toBe(ja);
  });

  it.each([
    new OvldError('folder_unusable', { path: '/p/.ovld', reason: { code: 'symlink' } }),
    new OvldError('mux_failed', {
      program: 'zellij',
      command: 'attach',
      reason: { code: 'session_not_up' },
    }),
  ])("is translated inside a folder's or a multiplexer's error too: $code", (error) => {
    const { what } = explain(explainReasons(error, 'ja'), 'ja');
    expect(englishIn(what)).toEqual([]);
    expect(what).not.toContain(reasonIn('en', error.data.reason));
    expect(explain(explainReasons(error, 'en'), 'en')).toEqual(explain(error, 'en'));
  });

  it('that another program gave is quoted as it is', () => {
    const said = 'Implicit map keys need to be followed by map values';
    expect(plainReason('ja', said)).toBe(said);
  });
});
