import type * as en from '../en/states.ts';

export const agentStates: typeof en.agentStates = {
  idle: '待機',
  busy: '作業中',
  waiting: '回答待ち',
  limited: '利用上限',
  retrying: '再試行中',
  unknown: '不明',
  deaf: '伝令なし',
  gone: '終了',
};

export const reportedStatuses: typeof en.reportedStatuses = {
  idle: '待機',
  working: '作業中',
  blocked: '停滞',
  done: '完了',
};

export const workStatuses: typeof en.workStatuses = {
  pending: '未着手',
  assigned: '割り当て済み',
  in_progress: '進行中',
  done: '完了',
  blocked: '停滞',
  ended: '打ち切り',
};
