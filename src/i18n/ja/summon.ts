import type { summon as en } from '../en/summon.ts';

export const summon: typeof en = {
  about: 'エージェントの軍を Zellij か tmux のペインに召喚する',
  options: {
    model: 'すべての役のモデル。書かなければ陣形、なければエージェントの既定',
    permissionMode: 'すべての役の権限モード（acceptEdits、auto など）',
    session: 'セッションの名前',
    here: 'このフォルダーや、同じチェックアウトの上のフォルダーに軍があっても、もう一つ召喚する',
    rituals: '開始時にペインへ何も打ち込まない',
    detach: 'この端末を使わずに始める',
    resume: '前の軍の未読メールと会話を引き継ぐ',
    dashboard: '軍のセッションの最後のタブにダッシュボードも開く',
  },
  examples: {
    detached: '端末を使わずに召喚する',
    planned: '計画だけを見る',
    formation: '別の陣形で召喚する',
  },
  saved: (messages, path) => `前の軍のメッセージ ${messages} 件を ${path} に移しました`,
  resumed: (messages) => `未読メッセージ ${messages} 件を引き継ぎました`,
  goOn: (conversations) => `会話 ${conversations} 件を再開しました`,
  startFresh: (roles) => `${roles.join('、')}: 再開できる会話がないため、新しく始めます`,
  cramped: (panes) =>
    `端末がつながるまで、${panes} 個のペインはとても小さく、そこへの打ち込みは待ちます（ovld attach）`,
  waits: (roles, agent, question) =>
    `${roles} 役が待っています: ${agent} が${
      question === 'trust' ? 'このフォルダーを信頼するか尋ねて' : 'あなたに質問して'
    }います: ovld attach`,
  up: (session, ready, roles) =>
    `軍 ${session} を召喚しました: ${roles} 役のうち ${ready} 役が準備完了。ovld attach で入れます。`,
  someEnded: (roles) => `終了したエージェントは ovld restart ${roles.join(' ')} で起動し直せます。`,
  allEnded: (session) =>
    `軍 ${session} は立ち上がりませんでした。エージェントがすべて終了しています。ovld summon で召喚し直し、ovld unsummon で片付けられます。`,
  playsIn: (scratch) =>
    `台本どおりのエージェントです。掲示板は ${scratch} にあり、.ovld/ には何も残しません。`,
  workGoesOn: (roles) => `仕事の続きを ${roles.join('、')} に知らせました`,
  stopping: '中断されました。始めたものを終わらせています…',
  joinHere: (session) => `このフォルダーでは軍 ${session} が動いています。そこに入りますか? [Y/n] `,
  joinAbove: (session, folder) =>
    `同じチェックアウトの ${folder} で軍 ${session} が動いています。そこに入りますか? [Y/n] `,
  joining: (session) => `軍 ${session} はすでに召喚されています。そこに入ります。`,
};
