import type { history as en } from '../en/history.ts';

export const history: typeof en = {
  about: '送還した軍のメールの一覧（show、search、prune も使える）',
  examples: {
    list: '送還した軍を新しい順に表示する',
    show: 'そのセッションの最後の軍のメッセージ',
    search: '両方の語を含むメッセージ',
  },
  show: {
    about: '送還した軍のメッセージを一覧する',
    args: { army: 'セッション名（その最新の軍）、または ovld history が示す session/stamp' },
    options: { role: 'この役が送った、またはこの役に宛てたものだけ', full: '本文も表示する' },
    examples: {
      show: 'そのセッションの最後の軍のメッセージ',
      full: '一つの役のものを、本文も含めて',
    },
  },
  search: {
    about: '送還した軍のメッセージから、すべての語を含むものを新しい順に探す',
    args: { words: '件名と本文から探す語' },
    options: {
      session: 'このセッションの軍だけ',
      role: 'この役が送った、またはこの役に宛てたものだけ',
      since: 'この時点から（30d、2h、14:30、または RFC 3339 の日時）',
      limit: '表示する最大件数（20）',
    },
    lines: {
      words: 'ovld history search キャッシュ 期限',
      since: 'ovld history search キャッシュ --since 30d --json',
    },
    examples: { search: '両方の語を含むメッセージ', since: 'この一か月のもの（スクリプト用）' },
  },
  prune: {
    about: '保存期間や保存数を超えた軍を履歴から消す',
    options: {
      keepDays: '残す日数、または all（省略時は設定に従う）',
      keepArmies: 'フォルダーごとに残す軍の数（新しい順）、または all（省略時は設定に従う）',
      dryRun: '消さずに、消す対象だけを表示する',
    },
    examples: { dryRun: '設定に従えば何が消えるか', prune: '送還から 30 日を過ぎたものを消す' },
    notKeep: '1 以上の整数か all にしてください。',
    wouldRemove: (army) => `消す対象: ${army}`,
    removed: (army) => `消しました: ${army}`,
    pruned: (removed, kept) => `消す軍 ${removed}、残す軍 ${kept}。`,
  },
  columns: {
    dismissed: '送還日時',
    army: '軍',
    formation: '陣形',
    messages: 'メッセージ',
    unread: '未読',
    folder: 'フォルダー',
  },
  nothing:
    'メールを残して送還された軍はまだありません。ovld unsummon のあと、メールがここに残ります。',
  states: { unread: '未読', handed_over: '未確認', acknowledged: '既読' },
  unknown: '?',
  inQueue: (path) => `メールはプロジェクトに残っています: ${path}`,
  queueHere: (path) => `store が queue の軍のメールはプロジェクトに残っています: ${path}`,
  noMessages: 'メッセージは残っていません。',
  unreadable: (count) => `読めないファイルが ${count} 件あり、飛ばしました。`,
  conversations: (count) => `会話 ${count} 件を再開できます: ovld summon --resume`,
  found: (shown, count) =>
    shown === count
      ? `${count} 件。`
      : `${count} 件のうち ${shown} 件。--limit でさらに表示できます。`,
  foundNothing: '履歴に該当するメッセージはありません。',
};
