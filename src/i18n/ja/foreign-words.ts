import type { foreignWords as en } from '../en/foreign-words.ts';

const types: Readonly<Record<string, string>> = {
  string: '文字列',
  number: '数',
  int: '整数',
  boolean: 'true か false',
  array: 'リスト',
  object: '「名前: 値」の並び',
};
const typed = (name: string): string => types[name] ?? name;

const errnos: Readonly<Record<string, string>> = {
  EACCES: '権限がありません',
  EEXIST: 'すでに存在します',
  ENOENT: '存在しません',
  ENOTDIR: 'パスの途中がディレクトリではありません',
  EPERM: '許可されていません',
  EROFS: '読み取り専用のファイルシステムです',
};

export const foreignWords: typeof en = {
  oneOf: (of) => `${of.replaceAll('|', '、')} のどれかにしてください`,
  missing: (wanted) => `${typed(wanted)}にしてください（値がありません）`,
  wrongType: (wanted, given) => `${typed(wanted)}にしてください（今は${typed(given)}です）`,
  wanted: (wanted) => `${wanted} にしてください`,
  tooManyItems: (most) => `${most} 個までです`,
  tooManyCharacters: (most) => `${most} 文字までです`,
  tooBig: (most) => `${most} 以下にしてください`,
  tooFewItems: (least) => `${least} 個以上にしてください`,
  tooFewCharacters: (least) => `${least} 文字以上にしてください`,
  tooSmall: (least) => `${least} 以上にしてください`,
  pattern: (pattern) => `${pattern} に合いません`,
  invalid: () => '正しくありません',
  notAFile: () => '普通のファイルではありません',
  largerThan: (size) => `${size.replace('bytes', 'バイト')} を超えています`,
  notUtf8: () => 'UTF-8 ではありません',
  notReadable: (errno) => `読めません（${errno}）`,
  symlink: () => 'シンボリックリンクです',
  linkToNothing: () => 'リンク先のディレクトリがありません',
  notADirectory: () => 'ディレクトリではありません',
  notAList: () => 'リストではありません',
  notAMessage: () => 'メッセージではありません',
  errno: (code) => (errnos[code] === undefined ? code : `${errnos[code]}（${code}）`),
  toAnother: () => '別の役に宛てたものです',
  beforeFirst: () => '最初の項目の前に、項目でないものがあります',
  idTaken: () => 'ID はすでに使われています',
  nameNotId: () => 'ファイル名が ID と違います',
  idTwice: (id) => `ID ${id} が二度使われています`,
  inAnotherFile: (id) => `${id} は別のファイルにあります`,
  notItsSpecialist: () => 'assigned_to が、このファイルの専門家と違います',
  aliases: () => 'エイリアスは使えません',
  tags: () => 'タグは使えません',
  tooDeep: () => '入れ子が深すぎます',
  entry: (n, reason) => `${n} 件目: ${reason}`,
  line: (n, reason) => `${n} 行目: ${reason}`,
  field: (name, reason) => `${name}: ${reason}`,
};
