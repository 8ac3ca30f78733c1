import type { doorbells as en } from '../en/doorbells.ts';

export const doorbells: typeof en = {
  typed: '打鍵',
  socket: 'ソケット',
  reconnect: '再接続',
  ritual: '儀式',
};
