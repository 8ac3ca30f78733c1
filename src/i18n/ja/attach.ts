import type { attach as en } from '../en/attach.ts';

export const attach: typeof en = {
  about: '軍のセッションに入る',
  examples: { here: 'このフォルダーの軍に入る', named: '名前を指定して入る' },
};
