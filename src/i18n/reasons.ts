import type { Language } from './texts.ts';

type Phrase = readonly [said: RegExp, ja: (...parts: string[]) => string];

const TYPES: Readonly<Record<string, string>> = {
  string: '文字列',
  number: '数',
  int: '整数',
  boolean: 'true か false',
  array: 'リスト',
  object: '「名前: 値」の並び',
  undefined: '値なし',
  null: '値なし',
};
const typed = (name: string): string => TYPES[name] ?? name;

/**
 * Why a person's file cannot be taken is said where it is read, in English: by the schema, by our own
 * checks, by the parser of YAML. This is the book of those sentences; one that is not in it is quoted.
 */
const PHRASES: readonly Phrase[] = [
  [
    /^Invalid option: expected one of (.*)$/,
    (of) => `${of.replaceAll('|', '、')} のどれかにしてください`,
  ],
  [
    /^Invalid input: expected (\w+), received (\w+)$/,
    (wanted, given) => `${typed(wanted)}にしてください（今は${typed(given)}です）`,
  ],
  [/^Invalid input: expected (.*)$/, (wanted) => `${wanted} にしてください`],
  [/^Too big: expected .* <=?(\S+) items$/, (most) => `${most} 個までです`],
  [/^Too big: expected .* <=?(\S+) characters$/, (most) => `${most} 文字までです`],
  [/^Too big: expected .* <=?(\S+)$/, (most) => `${most} 以下にしてください`],
  [/^Too small: expected .* >=?(\S+) items$/, (least) => `${least} 個以上にしてください`],
  [/^Too small: expected .* >=?(\S+) characters$/, (least) => `${least} 文字以上にしてください`],
  [/^Too small: expected .* >=?(\S+)$/, (least) => `${least} 以上にしてください`],
  [/^Invalid string: must match pattern (.*)$/, (pattern) => `${pattern} に合いません`],
  [/^(?:Invalid input|not valid)$/, () => '正しくありません'],
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
];

/** A reason in a person's language; before it may stand the name of what it is about. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  const [, at = '', said = reason] = /^((?:--)?[\w.-]+: )([^]*)$/.exec(reason) ?? [];
  for (const [whole, lead] of [
    [reason, ''],
    [said, at],
  ] as const) {
    for (const [pattern, ja] of PHRASES) {
      const found = pattern.exec(whole);
      if (found) return lead + ja(...found.slice(1));
    }
  }
  return reason;
}
