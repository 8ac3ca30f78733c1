import type { relay as en } from '../en/relay.ts';

export const relay: typeof en = {
  about: '一つの役に MCP を stdin と stdout で提供する（エージェントが起動する）',
  inOverview: '一つの役に MCP を stdin と stdout で提供する',
  examples: { started: 'エージェントと同じように起動する', help: 'このヘルプ' },
};
