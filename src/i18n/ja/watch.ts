import type { watch as en } from '../en/watch.ts';

export const watch: typeof en = {
  about: '伝令を持たないエージェントに、受信箱が変わるたびに合図する（止めるまで）',
  inOverview: '伝令を持たないエージェントに合図する（止めるまで）',
  examples: { plain: 'Ctrl-C で止めるまで', json: '1 行に 1 件の JSON で' },
  watching: (session, inboxes) =>
    `${session} の受信箱 ${inboxes} 個を見張っています。Ctrl-C で終わります`,
  nudged: (role) => `${role} に合図しました`,
  noQueue: 'この軍には見張る queue がありません（store は files です）',
  over: '軍は送還されました。',
};
