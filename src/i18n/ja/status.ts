import type { status as en } from '../en/status.ts';
import { doorbells } from './doorbells.ts';
import { agentStates, reportedStatuses } from './states.ts';

export const status: typeof en = {
  about: '役ごとの申告・観測された状態・待っているメールを表示する',
  inOverview: '',
  examples: { here: 'このフォルダーの軍', all: 'すべての軍を JSON で' },
  nothing: '軍はありません。',
  columns: {
    role: '役',
    declared: '申告',
    agent: 'エージェント',
    relay: '伝令',
    unread: '未読',
    wake: '最後の合図',
    pane: 'ペイン',
    ritual: '儀式',
  },
  standing: {
    live: '稼働中',
    exited: '終了済み: ovld summon で召喚し直すか、ovld unsummon で片付けられます',
    gone: 'セッションがありません: ovld summon --resume で再召喚、ovld unsummon で片付けができます',
    foreign:
      'セッションがなく、同じ名前の別のセッションがあります: ovld unsummon で残りを片付けられます',
  },
  orphans: (pids) => `セッションなしで動いているプロセス: ${pids.join('、')}`,
  agent: { ...agentStates, unknown: '?' },
  relay: { alive: '稼働', gone: '終了' },
  status: reportedStatuses,
  doorbells,
  yourMail: (unread) => `あなた宛ての未読メッセージが ${unread} 件あります: ovld inbox`,
  ritual: { due: 'まだ', given: '済', skipped: '省略', none: '-' },
  mail: (role, unread, why) => `${role}: メッセージ ${unread} 件が待っています: ${why}`,
  ritualSkipped: (role, why) =>
    `${role}: 役割の指示を送れていません: ${why}。ovld inject ${role} で送れます。`,
  ritualOverdue: (role) =>
    `${role}: 役割の指示がまだ送られていません。ovld inject ${role} で送れます。`,
  noPane: (role, why) => `${role}: ${why}`,
  asks: (role, question) =>
    `${role}: ${question}。ovld attach で入り、そのペインで答えてください。`,
  gone: (role) => `${role}: エージェントが終了しました。ovld restart ${role} で起動し直せます。`,
  unreachable: (role) => `${role}: 10 分間応答がありません`,
  held: (role, other, by, since) => {
    const whom = by === 'guard' ? '見張り' : '人';
    const what =
      other === undefined ? `${role}: 合図を保留中` : `${role} と ${other}: やり取りを保留中`;
    return `${what}（${since} から、${whom}による）。ovld release ${role} で解けます。`;
  },
  paused: (since) =>
    `軍は ${since} から一時停止中で、合図は送られません。ovld unpause で再開します。`,
  limited: (role, until) =>
    `${role}: アカウントが利用上限に達しています${until === undefined ? '' : `（${until} まで）`}。メッセージは待機し、解けてから合図が送られます。`,
  slowed: (role, other, until) =>
    `${role} と ${other}: メッセージが多すぎるため、見張りが ${until} までやり取りを減速させています。ovld release ${role} で終わります。`,
};
