import type { Texts } from './texts.ts';

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
const purposes = { relay: '伝令', history: '履歴', knowledge: '知見' };

export const ja: Texts = {
  errors: {
    env_missing: ({ variable }) => ({
      what: `環境変数 ${variable} が設定されていません`,
      hint: '伝令はエージェントが起動します。OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION は ovld が MCP 設定に書き込みます',
    }),
    env_invalid: ({ variable, value }) => ({
      what: `${variable} の値 ${JSON.stringify(value)} は使えません`,
      hint: '役とセッションは英小文字で始まる 32 文字以内の英小文字・数字・- ・_、伝令のディレクトリは絶対パスです',
    }),
    env_role_unknown: ({ variable, value, roles }) => ({
      what: `${variable} の値 ${JSON.stringify(value)} はこの軍の役ではありません`,
      hint: `役は ${roles.join('、')} です`,
    }),
    home_unset: ({ purpose }) => ({
      what: `HOME が設定されていないため、${purposes[purpose]}のディレクトリが決まりません`,
      hint: 'HOME を設定するか、ディレクトリを指定してください',
    }),
    usage: ({ message }) => ({ what: message, hint: 'ovld --help で一覧を表示します' }),
    store_unusable: ({ path, reason }) => ({
      what: `伝令のディレクトリ ${path} が使えません: ${reason}`,
      hint: '書き込めるディレクトリか確認してください',
    }),
    store_gone: ({ path }) => ({
      what: `伝令のディレクトリ ${path} がなくなりました`,
      hint: '軍は送還されました。何も送られていません。もう一度召喚してください',
    }),
    store_full: ({ path }) => ({
      what: `${path} の空き容量がありません`,
      hint: '何も送られていません。容量を空けてから送り直してください',
    }),
    store_busy: ({ path, reason }) => ({
      what: `${path} を今は読み書きできません: ${reason}`,
      hint: '失われたものはありません。少し待ってからもう一度試してください',
    }),
    store_symlink: ({ path }) => ({
      what: `${path} は実際のディレクトリではありません`,
      hint: '伝令のディレクトリ内のリンクは拒否されます。取り除いてください',
    }),
    formation_invalid: ({ path, reason }) => ({
      what: `${path} は陣形として読めません: ${reason}`,
      hint: 'もう一度召喚するか、ファイルを消して overlord の陣形を使ってください',
    }),
    unknown_role: ({ role, roles }) => ({
      what: `この軍に ${JSON.stringify(role)} という役はありません`,
      hint: `役は ${roles.join('、')} です`,
    }),
    body_too_long: ({ bytes, limit }) => ({
      what: `本文は ${kib(bytes)} で、上限の ${kib(limit)} を超えています`,
      hint: 'ファイルに書いて、そのパスを送ってください',
    }),
    body_encoded_too_long: ({ bytes, limit }) => ({
      what: `本文は引用符と制御文字のエスケープ後に ${kib(bytes)} となり、上限の ${kib(limit)} を超えています`,
      hint: 'ファイルに書いて、そのパスを送ってください',
    }),
    subject_too_long: ({ characters, limit }) => ({
      what: `件名は ${characters} 文字で、上限の ${limit} 文字を超えています`,
      hint: '残りは本文に書いてください',
    }),
    task_too_long: ({ characters, limit }) => ({
      what: `任務は ${characters} 文字で、上限の ${limit} 文字を超えています`,
      hint: '一行で十分です。詳細はメッセージで送ってください',
    }),
    arguments_invalid: ({ tool, issues }) => ({
      what: `${tool} の引数が正しくありません: ${issues}`,
      hint: 'スキーマにある引数で呼び直してください',
    }),
    unknown_tool: ({ tool, tools }) => ({
      what: `${JSON.stringify(tool)} というツールはありません`,
      hint: `ツールは ${tools.join('、')} です`,
    }),
    id_exhausted: ({ attempts }) => ({
      what: `${attempts} 回試しても空いたメッセージ ID がありません`,
      hint: '何も送られていません。不具合として報告してください',
    }),
    bug: ({ message }) => ({
      what: `予期しない誤り: ${message}`,
      hint: '不具合として報告してください',
    }),
  },
  wake: {
    no_mux: 'この軍には打ち込める端末がありません',
    no_pane: 'その役のペインが見つかりません',
    pane_dead: 'ペインのプログラムが終了しています',
    dialog_open: 'ペインでダイアログが開いています',
    draft_present: 'ペインで人が入力中です',
    copy_mode: 'ペインがコピーモードです',
    screen_unknown: 'ペインに入力欄が見えません',
    not_shown: '合図が入力欄に現れませんでした',
    ring_timeout: '合図に時間がかかりすぎました',
    ring_failed: '合図を送れませんでした',
    flag_failed: '合図待ちの印を立てられませんでした',
  },
  nudge: ({ from, mark }) =>
    `[MESSAGE from ${from ?? 'relay'}] メッセージが届いています。check_inbox を呼んでください。 (#${mark})`,
  instructions: (role) =>
    `あなたは ${role} です。[MESSAGE from …] が見えたら check_inbox を呼んでください。届けば知らされるので、定期的な確認は不要です。ファイルの中身ではなくパスを送ってください。`,
  sent: (id, to) => `${to} 宛てに保存しました (${id})。`,
  ringing: '合図を送っています。',
  coalesced: '先のメッセージの合図を送っているところです。',
  typed: '合図を送りました。',
  storedNotWoken: (reason, code) =>
    `保存しましたが、合図は届いていません: ${reason} (${code})。後で読まれます。送り直さないでください。`,
  notSent: (to, what) => `${to} には送れませんでした: ${what}。`,
  broadcast: (delivered, of) => `${of} 件中 ${delivered} 件を保存しました。`,
  inboxEmpty: '未読のメッセージはありません。',
  inbox: (count) => `${count} 件のメッセージ。`,
  more: (remaining) => `あと ${remaining} 件あります。もう一度 check_inbox を呼んでください。`,
  redelivered: (times) => `以前に ${times} 回渡されたもの`,
  statusSet: (status, task) => `状態: ${status}${task === '' ? '' : ` (${task})`}。`,
  cli: {
    description: 'コーディングエージェントの軍を召喚し、その間のメッセージを運びます。',
    relay: '一つの役に MCP を stdin と stdout で提供する（エージェントが起動します）',
    demo: '六つの伝令が短い作戦を運ぶ様子を見る',
    demoSeconds: '場面の間の秒数',
  },
};
