import { sessionSchema } from '../../army/role.ts';
import type { Language } from '../../i18n/texts.ts';
import { valueTexts } from '../../i18n/values.ts';
import type { Option } from './define-command.ts';
import { flag, text } from './values.ts';

type SharedName = keyof (typeof valueTexts)['en']['options'];
type Shared<O> = O & { about(language: Language): string };

/** An option of several commands, whose words are the same in all of them. */
export const share = <O extends Option>(name: SharedName, option: O): Shared<O> => ({
  ...option,
  about: (language) => valueTexts[language].options[name],
});

export const sessionName: Option<string, false> = {
  ...text('name', 'session'),
  read: (given) => (sessionSchema.safeParse(given).success ? given : undefined),
  complaint: (language) => valueTexts[language].notSession,
};

export const shared = {
  session: share('session', sessionName),
  json: share('json', flag),
  all: share('all', flag),
  dryRun: share('dryRun', flag),
  formation: share('formation', text('name', 'formation')),
};
