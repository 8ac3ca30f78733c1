import type { values as en } from '../en/values.ts';

export const values: typeof en = {
  options: {
    session: '軍をセッション名で選ぶ。書かなければこのフォルダーの軍',
    json: 'JSON だけを表示する',
    formation: '陣形（overlord、pair、bastion、または自作のもの）',
    mux: 'エージェントを表示する場所（zellij または tmux）',
    agent: '役を演じるプログラム。全員に 1 つ、または 役=プログラム をカンマ区切りで',
    specialists: '専門家の人数（1 から 12 まで。人数を変えられる陣形で）',
    store: 'メッセージの置き場所（files、またはプロジェクトの queue）',
    toolsets: 'メッセージのほかにエージェントへ渡すツール（board、knowledge）',
    all: 'このフォルダーだけでなく、すべての軍',
    dryRun: 'エージェント用のファイルとマルチプレクサのコマンドを表示するだけにする',
    boardFormation: '軍がいないとき、どの陣形の掲示板か（bastion）',
    as: 'この役として行う',
    input: 'すべてを YAML か JSON のファイルから取る。- は標準入力',
  },
  empty: '空にはできません。',
  notOneOf: (names) => `${names.join('、')} のどれかにしてください。`,
  notSomeOf: (names) => `${names.join('、')} から選び、コンマで区切ってください。`,
  notUpTo: (most) => `1 から ${most} までの整数にしてください。`,
  notSession: '英小文字で始まる、英小文字・数字・-・_ の 32 文字以内にしてください。',
  notSince: '期間 (10m、2h)、時刻 (14:30)、または RFC 3339 の日時にしてください。',
};
