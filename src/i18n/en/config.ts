import type { Origin } from '../../config/settings.ts';

export const config = {
  about: 'print every setting, its value and where that came from',
  args: { key: 'only this one, as it is named in config.yaml (pauses.enter)' },
  examples: {
    list: 'every setting: flag, variable, project, user or default',
    one: 'the value of one, and where it came from',
    flag: 'what ovld summon --mux tmux would have',
    json: 'the same for a script',
  },
  origins: {
    flag: 'flag',
    env: 'variable',
    project: 'project',
    user: 'user',
    default: 'default',
  } satisfies Record<Origin, string>,
  unset: '(decided at the summons)',
  none: '(none)',
  unknownKey: (key: string, keys: readonly string[]) =>
    `there is no setting ${key}; the settings are ${keys.join(', ')}`,
};
