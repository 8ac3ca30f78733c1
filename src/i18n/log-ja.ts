import { jaDoorbells } from './doorbells.ts';
import type { LogTexts } from './texts.ts';

export const jaLog: LogTexts = {
  events: {
    stored: '保存',
    rung: '合図',
    ring_failed: '合図できず',
    fetched: '引き渡し',
    acknowledged: '受領確認',
    put_back: '差し戻し',
    resumed: '引き継ぎ',
    quarantined: '隔離',
    unreachable: '応答なし',
    confirmed: '合図確認',
    held: '保留',
    released: '保留解除',
    restarted: '再起動',
    reconnected: '再接続',
    alerted: '知らせ',
  },
  urgent: '至急',
  as: {
    own: '自分の伝令',
    sender: '送り手の伝令',
    deputy: '代理の伝令',
    hook: 'フック',
  },
  doorbells: jaDoorbells,
  why: {
    cancelled: '呼び出しが取り消された',
    died: '伝令が倒れた',
    left: '伝令が終了した',
  },
  by: { person: '人による', guard: '見張りによる' },
  alerts: {
    waits: '許可を待っている',
    died: '倒れた',
    unreachable: '応答がない',
    wrote: '人あてのメッセージ',
  },
  tookMs: (ms) => `${Math.round(ms)} ミリ秒`,
  sameConversation: '同じ会話',
  over: '軍は送還されました。',
};
