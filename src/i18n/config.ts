import type { Origin } from '../config/settings.ts';
import type { Language } from './texts.ts';

export interface ConfigTexts {
  about: string;
  key: string;
  json: string;
  examples: Record<'list' | 'one' | 'flag' | 'json', string>;
  origins: Record<Origin, string>;
  unset: string;
  none: string;
  unknownKey: (key: string, keys: readonly string[]) => string;
}

const en: ConfigTexts = {
  about: 'print every setting, its value and where that came from',
  key: 'only this one, as it is named in config.yaml (pauses.enter)',
  json: 'print JSON and nothing else',
  examples: {
    list: 'every setting: flag, variable, project, user or default',
    one: 'the value of one, and where it came from',
    flag: 'what ovld summon --mux tmux would have',
    json: 'the same for a script',
  },
  origins: { flag: 'flag', env: 'variable', project: 'project', user: 'user', default: 'default' },
  unset: '(decided at the summons)',
  none: '(none)',
  unknownKey: (key, keys) => `there is no setting ${key}; the settings are ${keys.join(', ')}`,
};

const ja: ConfigTexts = {
  about: 'すべての設定の値と、その出どころを表示する',
  key: '一つだけ表示する（config.yaml での名前。例: pauses.enter）',
  json: 'JSON だけを表示する',
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

export const configTexts: Record<Language, ConfigTexts> = { en, ja };
