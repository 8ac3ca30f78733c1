import type { Language } from './texts.ts';

type Words = (...parts: string[]) => string;
/** `en` where the sentence is not a person's English as it is. */
type Phrase = readonly [said: RegExp, ja: Words, en?: Words];

const TYPES: Readonly<Record<string, Record<Language, string>>> = {
  string: { en: 'text', ja: '文字列' },
  number: { en: 'a number', ja: '数' },
  int: { en: 'a whole number', ja: '整数' },
  boolean: { en: 'true or false', ja: 'true か false' },
  array: { en: 'a list', ja: 'リスト' },
  object: { en: 'lines of "name: value"', ja: '「名前: 値」の並び' },
};
const typed = (language: Language, name: string): string => TYPES[name]?.[language] ?? name;
const isMissing = (name: string): boolean => name === 'undefined' || name === 'null';
const counted = (n: string, noun: string): string => `${n} ${noun}${n === '1' ? '' : 's'}`;

/**
 * Why a person's file cannot be taken, or a program did not do its work, is said where that is seen, in English: by
 * the schema, by our own checks, by the parser of YAML. This is the book of those sentences; one that is not in it
 * is quoted.
 */
const PHRASES: readonly Phrase[] = [
  [
    /^Invalid option: expected one of (.*)$/,
    (of) => `${of.replaceAll('|', '、')} のどれかにしてください`,
    (of) => `must be one of ${of.replaceAll('|', ', ')}`,
  ],
  [
    /^Invalid input: expected (\w+), received (\w+)$/,
    (wanted, given) =>
      `${typed('ja', wanted)}にしてください（${isMissing(given) ? '値がありません' : `今は${typed('ja', given)}です`}）`,
    (wanted, given) =>
      `must be ${typed('en', wanted)}, ${isMissing(given) ? 'and is missing' : `not ${typed('en', given)}`}`,
  ],
  [
    /^Invalid input: expected (.*)$/,
    (wanted) => `${wanted} にしてください`,
    (wanted) => `must be ${wanted}`,
  ],
  [
    /^Too big: expected .* <=?(\S+) items$/,
    (most) => `${most} 個までです`,
    (most) => `must have at most ${counted(most, 'item')}`,
  ],
  [
    /^Too big: expected .* <=?(\S+) characters$/,
    (most) => `${most} 文字までです`,
    (most) => `must have at most ${counted(most, 'character')}`,
  ],
  [
    /^Too big: expected .* <=?(\S+)$/,
    (most) => `${most} 以下にしてください`,
    (most) => `must be at most ${most}`,
  ],
  [
    /^Too small: expected .* >=?(\S+) items$/,
    (least) => `${least} 個以上にしてください`,
    (least) => `must have at least ${counted(least, 'item')}`,
  ],
  [
    /^Too small: expected .* >=?(\S+) characters$/,
    (least) => `${least} 文字以上にしてください`,
    (least) => `must have at least ${counted(least, 'character')}`,
  ],
  [
    /^Too small: expected .* >=?(\S+)$/,
    (least) => `${least} 以上にしてください`,
    (least) => `must be at least ${least}`,
  ],
  [
    /^Invalid string: must match pattern (.*)$/,
    (pattern) => `${pattern} に合いません`,
    (pattern) => `must match ${pattern}`,
  ],
  [/^(?:Invalid input|not valid)$/, () => '正しくありません', () => 'is not valid'],
  [
    /^notify\.command runs a program: it is taken from your own config\.yaml alone$/,
    () =>
      'notify.command はプログラムを実行するため、あなた自身の ~/.config/ovld/config.yaml にだけ書けます',
  ],
  [/^there is no key (.*)$/, (key) => `${key} という項目はありません`],
  [
    /^it says its name is (.*); a formation is named like its file$/,
    (name) => `name が ${name} になっています。陣形の名前はファイル名と同じにしてください`,
  ],
  [/^(\S+) is no role: it means .*$/, (name) => `${name} は役の名前に使えません`],
  [/^the role (\S+) appears twice$/, (role) => `役 ${role} が二度出てきます`],
  [/^there is no role (\S+)$/, (role) => `${role} という役はありません`],
  [/^(\S+) is the (\S+) already$/, (role, duty) => `${duty} はすでに ${role} です`],
  [/^the tab (\S+) appears twice$/, (tab) => `タブ ${tab} が二度出てきます`],
  [
    /^the panes of a tiled tab are all of a size$/,
    () => 'tiled のタブではペインの大きさを選べません',
  ],
  [/^(\S+) already has a pane$/, (role) => `${role} のペインはすでにあります`],
  [/^(\S+) has no pane$/, (role) => `${role} のペインがありません`],
  [
    /^the sizes of (\S+) add up to (\S+) per cent$/,
    (tab, sum) => `${tab} の大きさの合計が ${sum} % です`,
  ],
  [
    /^the board needs a role with duty: (\S+)$/,
    (duty) => `掲示板には duty: ${duty} の役が要ります`,
  ],
  [/^(\S+) is the name of another role$/, (role) => `${role} は別の役の名前です`],
  [/^(\S+) is too long a name$/, (role) => `${role} は名前として長すぎます`],
  [/^there is only one (\S+)$/, (duty) => `${duty} は一人だけです`],
  [
    /^(\S+) has a count: its panes share what is left$/,
    (role) => `${role} は人数のある役なので、ペインの大きさは選べません`,
  ],
  [
    /^(\S+) has (\d+) panes, and a tab at most (\d+)$/,
    (tab, panes, most) => `${tab} のペインは ${panes} 個ありますが、${most} 個までです`,
  ],
  [
    /^a control character \((\S+)\) would .*$/,
    (name) => `端末に届くと困る制御文字（${name}）があります`,
  ],
  [/^the ritual is empty$/, () => '儀式が空です'],
  [
    /^a ritual that begins with .*$/,
    () => '/ や ! で始まる儀式は、コマンドとして実行されてしまいます',
  ],
  [/^not a regular file$/, () => '普通のファイルではありません'],
  [/^larger than (.*)$/, (size) => `${size.replace('bytes', 'バイト')} を超えています`],
  [/^not UTF-8$/, () => 'UTF-8 ではありません'],
  [/^not readable \((.*)\)$/, (code) => `読めません（${code}）`],
  [/^a link to a file that does not exist$/, () => 'リンク先のファイルがありません'],
  [/^a link to a directory that does not exist$/, () => 'リンク先のディレクトリがありません'],
  [/^a symbolic link$/, () => 'シンボリックリンクです'],
  [/^not a directory$/, () => 'ディレクトリではありません'],
  [/^not a list$/, () => 'リストではありません'],
  [/^the session did not come up$/, () => 'セッションが始まりませんでした'],
  [/^the session is still there$/, () => 'セッションがまだ残っています'],
  [/^the new pane was not seen$/, () => '新しいペインが現れませんでした'],
  [/^there is no pane (\S+)$/, (pane) => `ペイン ${pane} がありません`],
  [/^there is no tab to put it in$/, () => 'ペインを開くタブがありません'],
  [/^empty answer$/, () => '何も答えませんでした'],
  [/^no answer in (\d+) ms$/, (ms) => `${ms} ミリ秒以内に応答がありませんでした`],
  [/^timeout$/, () => '時間内に終わりませんでした'],
  [/^exit (\d+)$/, (code) => `終了コードは ${code} でした`],
  [/^exit (SIG\w+)$/, (signal) => `シグナル ${signal} で終了しました`],
  [/^unexpected line: (.*)$/, (line) => `出力を読み取れませんでした: ${line}`],
];

/** A reason in a person's language and in plain words; before it may stand the name of what it is about. */
export function reasonIn(language: Language, reason: string): string {
  const [, at = '', said = reason] = /^((?:--)?[\w.-]+: )([^]*)$/.exec(reason) ?? [];
  for (const [whole, lead] of [
    [reason, ''],
    [said, at],
  ] as const) {
    for (const [pattern, ja, en] of PHRASES) {
      const found = pattern.exec(whole);
      const words = language === 'ja' ? ja : en;
      if (found) return words === undefined ? reason : lead + words(...found.slice(1));
    }
  }
  return reason;
}
