import type { web as en } from '../en/web.ts';
import { plainReason } from '../foreign-words.ts';
import { ageWords } from './age.ts';
import { doorbells } from './doorbells.ts';
import { pause } from './pause.ts';
import { unpause } from './unpause.ts';
import { agentStates, reportedStatuses } from './states.ts';

export const web: typeof en = {
  noScript: 'このページはスクリプトで描かれます。許可してください。',
  denied: {
    host: () => ({
      what: 'このアドレスはダッシュボードのものではありません',
      hint: '表示されたとおり 127.0.0.1 で開いてください',
    }),
    path: () => ({
      what: 'この場所には何もありません',
      hint: '表示されたアドレスを開いてください',
    }),
    method: () => ({
      what: 'そのメソッドは使えません',
      hint: 'allow ヘッダーを見てください',
    }),
    origin: () => ({
      what: '別のページからの要求です',
      hint: '表示されたアドレスのページを使ってください',
    }),
    token: () => ({
      what: 'トークンがないか、違っています',
      hint: 'ovld dashboard --web が表示したアドレスを、トークンごと開いてください',
    }),
    ticket: () => ({
      what: 'このアドレスは一度使われたか、期限が切れています',
      hint: 'ovld dashboard --web が表示したアドレスを開くか、もう一度実行してください',
    }),
    type: () => ({
      what: '本文が JSON ではありません',
      hint: 'content-type: application/json で送ってください',
    }),
    size: () => ({
      what: '本文が長すぎます',
      hint: 'ファイルに書き、そのパスを送ってください',
    }),
    json: () => ({
      what: '本文を JSON として読めません',
      hint: 'UTF-8 の JSON の値を一つ送ってください',
    }),
    shape: (issues) => ({
      what: `内容が合いません: ${issues}`,
      hint: 'ページを再読み込みしてください',
    }),
  },
  done: {
    sent: (to) => `${to} 宛てに保存しました。`,
    sentAll: (delivered, of) => `${of} 役のうち ${delivered} 役宛てに保存しました。`,
    notWoken: (reason) => `合図は送れていません: ${reason}。あとで読まれます。`,
    taken: (count) => (count === 0 ? 'すでに既読です。' : `${count} 件を既読にしました。`),
    ring: (role, rang) =>
      rang ? `${role} に合図を送っています。` : `${role} に未読はありません。`,
    hold: (role, news) =>
      news
        ? `保留しました。解除するまで ${role} に合図は送られません。`
        : `${role} はすでに保留中です。`,
    release: (role, news) =>
      news ? `${role} の保留を解除しました。` : `${role} は保留されていません。`,
    pause: (news) =>
      news
        ? '軍を一時停止しました。メールは保存され、再開後に届きます。'
        : '軍はすでに一時停止中です。',
    notInterrupted: pause.failed,
    unpause: (news) => (news ? unpause.goesOn : unpause.notPaused),
    shown: (role) => `${role} のペインを前に出しました。`,
  },
  partly: {
    hint: '書いた内容は残っています。もう一度送ると、まだ届いていない役にだけ送られます',
  },
  page: {
    skip: '軍へ移動',
    you: 'あなた',
    sections: {
      army: '軍',
      messages: 'メッセージ',
      board: '掲示板',
      knowledge: '知見',
      figures: '配達',
    },
    sectionsLabel: '区画',
    standing: {
      live: '稼働中',
      paused: '一時停止中',
      gone: 'セッションなし',
      over: '送還済み',
    },
    link: {
      joining: '接続中',
      live: '接続済み',
      lost: '切断',
      stopped: '停止',
      over: '送還済み',
      refused: 'トークンなし',
    },
    linkHint: {
      lost: (port) =>
        `ダッシュボードの応答がありません。このページは自動でつなぎ直します。停止していた場合は ovld dashboard --web --port ${port} で始められます。`,
      stopped: (port) =>
        `ダッシュボードは停止しました。表示は停止した時点のものです。ovld dashboard --web --port ${port} でもう一度始めると、このページは自動で続きを表示します。`,
      over: () =>
        '軍は送還されました。表示は最後の時点のものです。メッセージは ovld history に残ります。',
      refused: () =>
        'ovld dashboard --web が表示したアドレスを開いてください。このページに必要なトークンが含まれています。コマンドをもう一度実行してもかまいません。',
    },
    theme: { auto: '自動', light: '明るい', dark: '暗い' },
    themeLabel: (now) => `配色: ${now}`,
    askPause: '軍を一時停止し、進行中のターンをすべて中断しますか?',
    languageLabel: 'Show in English',
    agent: agentStates,
    status: reportedStatuses,
    asks: {
      trust: 'このフォルダーを信頼するか尋ねています',
      elsewhere: '別のペインの質問に答えると起動',
      refused: '「No」で終了。ovld restart で再質問',
      api_key: 'API キーを使うか尋ねています',
      bypass: '許可なしで動かすか尋ねています',
      settings: '設定について尋ねています',
      login: 'ログインを求めています',
      permission: '許可を求めています',
      choice: '質問しています',
    },
    alerts: {
      waits: (role) => `${role} があなたを待っています`,
      died: (role) => `${role} のエージェントが終了しました`,
      unreachable: (role) => `${role} から応答がありません`,
      wrote: (role) => `${role} からメッセージが届きました`,
      set_aside: (role) => `${role} の受信箱にメッセージでないものがありました`,
      loops: (role, other) => `${role} と ${other} の間のメッセージが多すぎるため、減速しています`,
    },
    alertsLabel: 'あなたを待つもの',
    dismiss: '閉じる',
    yours: { unread: '未読', read: '既読' },
    stages: { stored: '保存', rung: '合図', fetched: '引き渡し', acknowledged: '受領確認' },
    bell: (by) => doorbells[by] ?? by,
    age: ageWords,
    took: (ms) =>
      ms < 1000
        ? `${Math.round(ms)} ms`
        : ms < 120_000
          ? `${Number((ms / 1000).toPrecision(3))} 秒`
          : `${Math.round(ms / 60_000)} 分`,
    card: {
      open: (role) => `${role} の詳細と操作`,
      noTask: '任務なし',
      unread: (count) => `未読 ${count}`,
      unreadWord: '未読',
      oldest: (age) => `最古 ${age}`,
      wake: (bell, took) => (took === undefined ? bell : `${bell} ${took}`),
      never: '合図はまだ',
      held: '保留中',
      paused: '一時停止中',
      heldWith: (role) => `${role} とのやり取りを保留中`,
      relayGone: '伝令なし',
      unreachable: '応答なし',
      notRung: (why) => `合図できず: ${why}`,
      commands: '命令する相手',
      says: '申告された状態',
      seen: 'エージェント',
      mail: '未読',
      lastWake: '最後の合図',
      relay: '伝令',
      relayAlive: '稼働',
      holds: '保留',
      asksTitle: '問い',
      since: (age) => (age === '今' ? 'たった今から' : `${age}前から`),
      byPerson: '人による',
      byGuard: '見張りによる',
      until: (time) => `${time} まで`,
      none: '–',
    },
    person: {
      unread: (count) => `未読 ${count}`,
      nothing: '未読なし',
      open: 'あなた宛てのメッセージを表示',
    },
    acts: {
      write: '書く',
      answer: '返信する',
      ring: 'もう一度合図する',
      hold: '保留する',
      release: '保留を解除',
      show: 'ペインを前に出す',
      pause: '一時停止',
      unpause: '再開',
      read: '既読にする',
      readAll: 'すべて既読にする',
      close: '閉じる',
      cancel: 'やめる',
      send: '送る',
      older: '古いものを表示',
      search: '探す',
      help: 'キー操作',
      onlyIts: 'この役のメッセージだけ',
    },
    feed: {
      filter: '誰のメッセージ',
      everyone: '全員',
      toYou: 'あなた宛て',
      empty: 'メッセージはまだありません。',
      noSubject: '（もう残っていません）',
      urgent: '至急',
      again: (times) => `渡し直し ×${times}`,
      path: (from, to) => `${from} から ${to} へ`,
      owed: (count) => `引き渡し待ち ${count} 件`,
      shown: (count, of) => `${of} 件中 ${count} 件`,
      readShown: (count) => `表示中の ${count} 件を既読にする`,
      noneUnread:
        '既読にしたものはありません。表示中のメッセージに未読はないので、古いものを表示してください。',
    },
    letter: {
      title: 'メッセージ',
      loading: '本文を取りに行っています…',
      gone: 'このメッセージの本文はもう残っていません。',
      ladder: 'どこまで届いたか',
      notYet: 'まだ',
      id: 'ID',
    },
    compose: {
      title: '軍に書き送る',
      to: '宛先',
      all: '全員',
      subject: '件名',
      body: '本文',
      urgent: '至急（ほかのメッセージより先に渡す）',
      hint: 'Ctrl + Enter で送信',
      sending: '送っています…',
      answering: (subject) => `返信: ${subject}`,
      reply: (subject) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`),
      needs: '本文を書いてください。',
      noSubject: '省略できます。その場合は本文の 1 行目が件名になります',
      rest: (roles) => `残り: ${roles.join('、')}`,
    },
    board: {
      none: 'この軍に掲示板はありません。',
      columns: { waits: '待ち', assigned: '割り当て済み', in_progress: '進行中', done: '完了' },
      empty: 'なし',
      commands: '指令',
      command: { pending: '未着手', in_progress: '進行中', done: '完了' },
      progress: (done, of) => `任務 ${of} 件中 ${done} 件完了`,
      waitsFor: '待つ任務',
      blocks: '後に続く任務',
      reason: '理由',
      queued: '別の任務の後',
      ended: '打ち切り',
      evaluated: '評価済み',
      unevaluated: '評価待ち',
      gaps: '不足',
      criteria: '完了条件',
      faults: '読めない文書',
      fault: (reason) => plainReason('ja', reason),
      task: (id) => `任務 ${id}`,
      deliverables: '成果物',
      context: '手がかり',
      persona: '専門',
      report: '報告',
      noReport: '報告はまだありません。',
      scores: '正しさ / 品質 / 効率',
      more: (count) => `ほか ${count} 件`,
    },
    knowledge: {
      label: '軍が学んだことを探す',
      placeholder: '言葉、タグ、ファイル',
      none: 'この軍は知見を残していません。',
      nothing: '見つかりません。',
      found: (count) => `${count} 件`,
      newest: '新しい順',
      types: { pattern: 'パターン', lesson: '教訓' },
      from: (task) => `${task} より`,
    },
    figures: {
      stored: '保存',
      fetched: '引き渡し',
      acknowledged: '受領確認',
      waiting: '引き渡し待ち',
      redelivered: '渡し直し',
      latency: '合図の手段ごとの配達時間',
      latencyHint: 'かかった時間ごとのメッセージ数',
      nobody: '合図の必要なし',
      rang: (count, failed) =>
        failed === 0 ? `合図 ${count} 回` : `合図 ${count} 回、うち失敗 ${failed} 回`,
      half: (took) => `半数は ${took} 以内`,
      most: (took) => `95 % は ${took} 以内`,
      empty: 'まだ何も引き渡されていません。',
      table: '表で見る',
      upTo: (edge) => `${edge} 以下`,
      over: (edge) => `${edge} 超`,
      messages: '件数',
      took: '時間',
      summary: (by, count, p50, p95) =>
        `${by}: ${count} 件、半数が ${p50} 以内、95 パーセントが ${p95} 以内`,
    },
    keys: {
      title: 'キー操作',
      write: 'メッセージを書く',
      search: '知見を探す',
      section: '区画へ移動',
      help: 'この一覧',
      always: [
        ['← ↑ → ↓', '役から役へ、メッセージからメッセージへ'],
        ['Enter', '選んだものを開く'],
        ['Esc', '閉じる'],
      ],
      enabled: '一文字のキー操作を使う',
    },
    failed: 'うまくいきませんでした。',
    slow: (seconds) =>
      `${seconds} 秒以内に応答がありませんでした。実行された可能性もあります。確かめてからやり直してください。`,
    unanswered: (port) =>
      `ダッシュボードの応答がないため、何も実行していません。ovld dashboard --web --port ${port} でもう一度始めると、このページは自動で続きを表示します。`,
    broken:
      'ダッシュボードとの接続が切れました。実行された可能性もあります。確かめてからやり直してください。',
    announced: { mail: (from) => `${from} から新しいメッセージ` },
  },
};
