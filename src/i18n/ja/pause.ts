import type { pause as en } from '../en/pause.ts';

export const pause: typeof en = {
  about: '軍を一時停止する（全員への合図を止め、実行中のターンを中断する）',
  inOverview: '合図を止め、実行中のターンを中断する',
  examples: { here: 'このフォルダーの軍を止める', json: 'プログラム向けに' },
  paused: '軍を一時停止しました。メールは受信箱に保存されます。ovld unpause で再開します。',
  already: '軍はすでに一時停止中です。ovld unpause で再開します。',
  interrupted: (role) => `${role}: ターンを中断しました。`,
  failed: (role, why) => `${role}: ターンを中断できませんでした: ${why}。`,
};
