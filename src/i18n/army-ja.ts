import { jaDoorbells } from './doorbells.ts';
import type { ArmyTexts } from './texts.ts';

export const jaArmy: ArmyTexts = {
  steps: {
    starting: '起動中',
    ready: '準備完了',
    given: '儀式完了',
    skipped: '省略',
  },
  saved: (messages, path) => `前の軍のメッセージ ${messages} 件を ${path} に移しました`,
  kept: (messages, path) => `メッセージ ${messages} 件を ${path} に残しました`,
  resumed: (messages) => `未読メッセージ ${messages} 件を引き継ぎました`,
  goOn: (conversations) => `会話 ${conversations} 件を続けます`,
  startFresh: (roles) => `${roles.join('、')}: 続けられる会話がないため、新しく始めます`,
  cramped: (panes) =>
    `誰も入っていない間、${panes} 個のペインはとても小さいままです。そこへの打ち込みは、誰かが入るまで待ちます（ovld attach）`,
  versionUnread: (program) => `${program} のバージョンが読めませんが、このまま続けます`,
  endedAgent: (role, pids, busy) =>
    `${role}: プロセス ${pids.join(', ')} を終了しました${busy ? '（応答の途中でした）' : ''}`,
  reseated: (role, pane, conversation) => {
    const how = {
      fresh: '新しいエージェントが座りました',
      resumed: '会話の続きから座りました',
      lost: '続けられる会話がないため、新しいエージェントが座りました',
    };
    return `${role}: ペイン ${pane} に${how[conversation]}`;
  },
  up: (session, ready, roles) =>
    `軍 ${session} を召喚しました: ${roles} 役のうち ${ready} 役が準備完了。ovld attach で入れます。`,
  watching: (session, inboxes) =>
    `${session} の受信箱 ${inboxes} 個を見張っています。Ctrl-C で終わります`,
  nudged: (role) => `${role} に合図しました`,
  noCount: (formation) => `--specialists: 陣形 ${formation} は人数を変えられません`,
  noDuty: (duty, formation) =>
    `toolsets: 掲示板には duty: ${duty} の役が要りますが、陣形 ${formation} にはいません`,
  workGoesOn: (roles) => `仕事の続きを ${roles.join('、')} に知らせました`,
  joining: (session) => `軍 ${session} はすでに召喚されています。そこに入ります。`,
  alreadyUp: (session) => `軍 ${session} はすでに召喚されています。ovld attach で入れます。`,
  switched: (session) => `この端末に ${session} を表示しました。ovld unsummon で送還できます。`,
  detached: (session) =>
    `軍 ${session} は動き続けています。ovld attach で戻り、ovld unsummon で送還できます。`,
  ended: (session) => `軍 ${session} は終了したので片付けました。`,
  confirm: (session, folder) => `${folder} の軍 ${session} を送還しますか? [y/N] `,
  which: (sessions) => `どの軍ですか? ${sessions.join('、')}: `,
  dismissed: (session) => `軍 ${session} を送還しました。`,
  nothing: '軍はありません。',
  dryFormation: ({ name, roles, mux, store, toolsets }) =>
    `陣形 ${name}: ${mux} に ${roles.length} 役、置き場所 ${store}、ツール ${toolsets.join('、')}`,
  dryFiles: '書くファイル:',
  dryCommands: '実行するコマンド:',
  columns: {
    role: '役',
    declared: '宣言',
    agent: 'エージェント',
    relay: '伝令',
    unread: '未読',
    wake: '最後の合図',
    pane: 'ペイン',
    ritual: '儀式',
  },
  standing: {
    live: '稼働中',
    exited: '終了済み: ovld summon で召喚し直すか、ovld unsummon で片付けられます',
    gone: 'セッションがありません: ovld summon --resume で再召喚、ovld unsummon で片付けができます',
    foreign:
      'セッションがなく、同じ名前の別のセッションがあります: ovld unsummon で残りを片付けられます',
  },
  orphans: (pids) => `セッションなしで動いているプロセス: ${pids.join('、')}`,
  agent: {
    idle: '待機',
    busy: '作業中',
    waiting: '許可待ち',
    unknown: '?',
    deaf: '音信不通',
    gone: '不在',
  },
  relay: { alive: '稼働', gone: '不在' },
  status: { idle: '待機', working: '作業中', blocked: '停滞', done: '完了' },
  doorbells: jaDoorbells,
  yourMail: (unread) => `あなた宛ての未読メッセージが ${unread} 件あります: ovld inbox`,
  ritual: { due: 'まだ', given: '済', skipped: '省略', none: '-' },
  mail: (role, unread, why) => `${role}: メッセージ ${unread} 件が待っています: ${why}`,
  ritualSkipped: (role, why) =>
    `${role}: 儀式を与えていません: ${why}。ovld inject ${role} で与えられます。`,
  asks: (role, question) =>
    `${role}: ${question}。ovld attach で入り、そのペインで答えてください。`,
  questions: {
    trust: 'このフォルダーを信頼するか尋ねています',
    api_key: '環境変数の API キーを使うか尋ねています',
    bypass: '許可なしで動くことを確認しています',
    settings: '設定ファイルの問題を知らせています',
    login: 'ログインしていません',
    permission: '許可を求めています',
    choice: '質問しています',
  },
  gone: (role) =>
    `${role}: エージェントがいません。ovld restart ${role} で新しいエージェントが席に着きます。`,
  noPane: (role, why) => `${role}: ${why}`,
  unreachable: (role) => `${role}: 10 分間応答がありません`,
  held: (role, other, by, since) => {
    const whom = by === 'guard' ? '見張り' : '人';
    const what =
      other === undefined ? `${role}: 合図を保留中` : `${role} と ${other}: やり取りを保留中`;
    return `${what}（${since} から、${whom}による）。ovld release ${role} で解けます。`;
  },
  holding: (role) =>
    `${role} への合図を止めました。メールは待ちます。ovld release ${role} で再開します。`,
  alreadyHeld: (role) => `${role} はすでに保留中です。`,
  released: (role, other) =>
    other === undefined
      ? `${role} への合図を再開しました。`
      : `${role} と ${other} のやり取りを再開しました。`,
  nothingHeld: '保留中のものはありません。',
};
