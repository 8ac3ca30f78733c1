import type { keep as en } from '../en/keep.ts';

export const keep: typeof en = {
  about: '異常終了した伝令を復旧する（その伝令が起動する）',
  inOverview: '異常終了した伝令を復旧する',
  args: { agent: 'どのエージェントの伝令か。席に記録されたプロセス ID と開始時刻' },
  examples: { started: '伝令と同じように起動する', help: 'このヘルプ' },
};
