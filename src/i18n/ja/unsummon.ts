import type { unsummon as en } from '../en/unsummon.ts';

export const unsummon: typeof en = {
  about: '軍を送還する（セッション、エージェント、伝令を片付け、メールは履歴に残す）',
  inOverview: '軍を送還する（メールは履歴に残す）',
  options: { force: '確認しない' },
  examples: { here: 'このフォルダーの軍を送還する', all: 'すべての軍を送還する' },
  confirm: (session, folder) => `${folder} の軍 ${session} を送還しますか? [y/N] `,
  dismissed: (session) => `軍 ${session} を送還しました。`,
  kept: (messages, path) => `メッセージ ${messages} 件を ${path} に残しました`,
};
