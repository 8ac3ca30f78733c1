import type { config as en } from '../en/config.ts';

export const config: typeof en = {
  about: 'すべての設定の値と、その出どころを表示する',
  args: { key: '一つだけ表示する（config.yaml での名前。例: pauses.enter）' },
  examples: {
    list: 'すべての設定と出どころ（フラグ、環境変数、プロジェクト、ユーザー、既定値）',
    one: '一つの設定の値と出どころ',
    flag: 'ovld summon --mux tmux ならどうなるか',
    json: 'スクリプト用',
  },
  origins: {
    flag: 'フラグ',
    env: '環境変数',
    project: 'プロジェクト',
    user: 'ユーザー',
    default: '既定値',
  },
  unset: '（召喚時に決まる）',
  none: '（なし）',
  unknownKey: (key, keys) => `${key} という設定はありません。設定は ${keys.join('、')} です`,
};
