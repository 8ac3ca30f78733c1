import type { send as en } from '../en/send.ts';

export const send: typeof en = {
  about: '人 (human) として、役に、または全員に書く',
  args: {
    to: '宛先。役の名前か all',
    message: '本文。- なら標準入力から読む。書かなければ $VISUAL か $EDITOR が開く',
  },
  options: { subject: '件名。書かなければ本文の一行目', urgent: '受信箱の先頭に置く' },
  examples: {
    line: 'コマンドラインから一行で',
    piped: '他のプログラムの出力を送る',
    all: '全員に送る',
  },
  lines: {
    line: 'ovld send storm "テストをもう一度実行してください"',
    piped: 'echo "docs/plan.md を参照" | ovld send glacier --subject 計画',
    all: 'ovld send all --urgent "中断: ブランチを凍結します"',
  },
  optionInLetter: (option) =>
    `${option} が本文の中にあります。本文を引用符で囲むか -- の後に書き、オプションは本文より前に置いてください`,
  instructions: (to, firstIsSubject) => [
    `${to === 'all' ? 'すべての役' : to} へのメッセージをこの線より上に書いてください。線から下は送られません。`,
    ...(firstIsSubject ? ['最初の行は件名にもなります。'] : []),
    '保存してエディターを閉じると送ります。何も書かなければ送りません。',
  ],
  noEditor: (program, to) => ({
    message: `エディター ${program} がインストールされていないか、PATH にありません`,
    hint: `$EDITOR に使うエディターを設定するか、本文を書いてください: ovld send ${to} "<本文>"`,
  }),
  nothing: {
    message: '何も書かれていないので、送りませんでした',
    hint: '本文を役の後に書くか、パイプで渡してください',
  },
  aborted: {
    message: 'エディターがエラーで終わったので、送りませんでした',
    hint: '上に示したファイルを送るか、もう一度書いてください',
  },
  toOneself: {
    message: 'human はあなた自身です。送る相手がいません',
    hint: 'あなた宛てのメッセージは ovld inbox で見られます',
  },
  stored: {
    ringing: (to, id) => `${to} 宛てに保存しました (${id})。合図を送っています。`,
    coalesced: (to, id) => `${to} 宛てに保存しました (${id})。合図を送っています。`,
    typed: (to, id) => `${to} 宛てに保存しました (${id})。合図を送りました。`,
    person: (to, id) => `${to} 宛てに保存しました (${id})。`,
    held: (to, id) =>
      `${to} 宛てに保存しました (${id})。${to} は保留中なので、ovld release ${to} で解くまで合図は送られません。`,
    over: (to, id) =>
      `${to} 宛てに保存しました (${id})。ただし軍は終了しています。ovld summon --resume で、メールごと再召喚できます。`,
    later: (to, id, why) =>
      `${to} 宛てに保存しましたが (${id})、合図は送れていません: ${why}。後で読まれます。`,
  },
  kept: (path) => `書いた文章は ${path} に残してあります`,
};
