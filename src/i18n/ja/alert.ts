import type { alert as en } from '../en/alert.ts';

export const alert: typeof en = {
  waits: (role) => `${role} が許可を待っています。`,
  died: (role) => `${role} のエージェントが終了しました。`,
  unreachable: (role) => `${role} から応答がありません。メッセージが 10 分間読まれていません。`,
  wrote: (role) => `${role} からあなた宛てのメッセージです。ovld inbox で読めます。`,
  limited: (role) =>
    `${role} のアカウントが利用上限に達しました。メッセージは待機します。解ける時刻は ovld status で確認できます。`,
  set_aside: (role) =>
    `${role} の受信箱にメッセージでないものがあり、別の場所に移しました。場所は ovld doctor で分かります。`,
  loops: (role, other) =>
    `${role} と ${other} の間のメッセージが多すぎるため、減速しています。ovld status で確認できます。`,
};
