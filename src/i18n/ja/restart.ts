import type { restart as en } from '../en/restart.ts';

export const restart: typeof en = {
  about: '役のエージェントを起動し直す（役割の指示とメールも届く）',
  inOverview: '',
  args: { role: '再起動する役（順番に行う）' },
  options: { resume: 'その役の会話の続きから始める' },
  examples: { one: '新しいエージェントで起動し直す', planned: '何をするかだけを見る' },
  endedAgent: (role, pids, busy) =>
    `${role}: プロセス ${pids.join('、')} を終了しました${busy ? '（応答の途中でした）' : ''}`,
  reseated: (role, pane, conversation) => {
    const how = {
      fresh: '',
      resumed: '（会話を再開）',
      lost: '（再開できる会話はありませんでした）',
    };
    return `${role}: ペイン ${pane} でエージェントを起動しました${how[conversation]}`;
  },
  notRestarted: (roles) =>
    `まだ再起動していない役: ${roles.join('、')}。ovld restart ${roles.join(' ')} で再起動できます。`,
};
