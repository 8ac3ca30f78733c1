import type { PlayTexts } from '../../mock-agent/play-texts.ts';

const LEAVE: Readonly<Record<string, string>> = {
  tmux: 'Ctrl-b d で、軍を動かしたまま離れる。Ctrl-b n で次のタブ、Ctrl-b o で次のペイン。',
  zellij: 'Ctrl-o d で、軍を動かしたまま離れる。Alt-→ で次のペインかタブ。',
};

export const play: PlayTexts = {
  about: (role) => `${role}: ovld の台本どおりに演じるエージェント`,
  placeholder: '例: ログイン画面を公開せよ',
  alone: {
    about: (role) => `${role}: ovld の台本どおりに動くエージェント`,
    placeholder: '例: 合図はどう届くのか',
  },
  footer: '? でヘルプ',
  exitAgain: 'もう一度 Ctrl-C で終了',
  interrupted: '中断しました',
  starting: '起動中…',
  working: (seconds) => `作業中… (${seconds} 秒 · esc で中断)`,
  queued: (count) => `順番待ち ${count} 件`,
  relayKilled: '伝令が強制終了されました',
  reconnected: (server) => `${server} に再接続しました`,
  notConnected: (server) => `${server} に接続できません`,
  help: ({ role, below, mux }) =>
    [
      `${role} を演じています。台本どおりに話すだけで、考えず、何も実行せず、ファイルも変えません。`,
      below.length > 0
        ? `一行入力して Enter を押すと、${below.join('、')} に伝え、答えがここに返ってきます。`
        : '一行入力して Enter を押すと、実行したことにして、ここで答えます。',
      `別の端末から: ovld send ${role} "…" で私に書き、答えは ovld inbox human で読めます。様子は ovld status、ovld log -f、ovld dashboard で分かります。`,
      [LEAVE[mux] ?? '', 'ovld unsummon で軍を送還します。'].join(''),
      '本当に働くエージェントは、ovld unsummon のあと ovld summon（Claude Code）で召喚できます。',
    ].join('\n  '),
  ritualTaken: '儀式を受け、役を覚えました。一行入力してください。? でヘルプ。',
  noMail: 'メッセージはありません。',
  begins: (below) => `承知しました。${below.join('、')} に伝えます。`,
  worksAlone: '承知しました。',
  plan: { order: (words) => `計画せよ: ${words}`, report: (words) => `完了: ${words}` },
  deeds: [
    {
      order: (words) => `作れ: ${words}`,
      report: (words) => `作成済み: ${words}`,
      did: (role) => `${role} が作成`,
    },
    {
      order: (words) => `試せ: ${words}`,
      report: (words) => `試験済み: ${words}`,
      did: (role) => `${role} が試験`,
    },
    {
      order: (words) => `調べよ: ${words}`,
      report: (words) => `調査済み: ${words}`,
      did: (role) => `${role} が調査`,
    },
    {
      order: (words) => `文書にせよ: ${words}`,
      report: (words) => `文書化済み: ${words}`,
      did: (role) => `${role} が文書化`,
    },
  ],
  orderedBy: (role) => `${role} の命令。終わったら報告せよ。`,
  joined: (parts) => parts.join('、'),
  carriedOut: (words, summary) =>
    `「${words}」: ${summary}。すべて芝居で、本物は何も作っていません。`,
  asked: (words, summary) =>
    `「${words}」は軍を一巡しました (${summary})。ただし台本どおりなので、答えは分かりません。`,
  unfinished: (words) => `「${words}」: できる者に届きませんでした。`,
  wish: {
    criterion: '終わったことが本人に伝わっている',
    issued: (command) =>
      `承知しました。${command} として発令します。進み具合は ovld board で分かります。`,
    elsewhere: (role) =>
      `この軍では、望みは ${role} から始まります。そのペインに入力するか、ovld send ${role} "…" で送ってください。`,
    steps: [
      { persona: '計画係', objective: '計画する' },
      { persona: '作り手', objective: '作る' },
      { persona: '試験係', objective: '試す' },
      { persona: '検査役', objective: '検分する' },
    ],
    summary: (command) => `${command} は計画、作成、試験、検分まで完了`,
  },
  campaign: {
    purpose: '砦が立ち、衛兵が鍛えられている',
    criteria: ['門と壁がある', '衛兵が鍛えられている', 'すべて検分済みである'],
    command: '砦を築け。測量、門、壁、堀、訓練、検分。本物は何も作らない。',
    steps: [
      { persona: '測量士', objective: '地勢を調べる' },
      { persona: '鍛冶', objective: '門を据える' },
      { persona: '石工', objective: '壁を築く' },
      { persona: '掘り手', objective: '堀を掘る' },
      { persona: '隊長', objective: '衛兵を鍛える' },
      { persona: '検査役', objective: '砦を検分する' },
    ],
    step: (number, of, objective) => `手順 ${number}/${of}: ${objective}`,
    deliverable: (objective) => `結果の一言 (${objective})`,
    generalist: '何でも屋',
    lesson: (task) => `${task} で分かったこと`,
    learnt: (objective, by) => `${objective}: ${by} が完了。`,
    canBeDone: (objective) => `${objective}: できる。`,
    summary: (objective) => `${objective}: 完了。`,
    noTests: 'なし。本物は何も作っていない',
    skill: { name: 'keep-building', description: '砦の築き方', reason: 'どの作戦でも砦を築く' },
    failed: { summary: '道具が壊れた。', gap: '終わっていない' },
    isDone: (command) => `${command} が完了しました。`,
  },
};
