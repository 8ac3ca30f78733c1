import type { inject as en } from '../en/inject.ts';

export const inject: typeof en = {
  about: '役割の指示を（もう一度）送る。役を書かなければ全員',
  inOverview: '',
  args: { role: '指示を送る役' },
  examples: { one: '一つの役に指示を送り直す', several: '二つの役に順に送る' },
};
