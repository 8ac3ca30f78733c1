import type { unpause as en } from '../en/unpause.ts';

export const unpause: typeof en = {
  about: '一時停止した軍を再開する（待っているメールの合図を送り、中断した役に伝える）',
  inOverview: '一時停止した軍を再開する',
  examples: { here: 'このフォルダーの軍を再開する', json: 'プログラム向けに' },
  goesOn: '軍を再開しました。未読のある役に合図を送ります。',
  told: (role) => `${role} は中断していたため、続けるよう伝えました。`,
  notPaused: '軍は一時停止していません。',
  word: {
    subject: '再開',
    body: '軍の一時停止により作業が中断されました。一時停止は終わりました。続きを進めてください。',
  },
};
