import type { Env } from '../config/env.ts';
import type { Language } from '../i18n/texts.ts';

/** What is not in the program's own bundle. */
export interface Loads {
  dashboard: () => Promise<typeof import('../dashboard/terminal/run.tsx')>;
}

/** What every command is given, whichever file adds it to the program. */
export interface AppContext {
  env: Env;
  language: Language;
  session: (given: string) => string;
  oneOf: (values: readonly string[]) => (given: string) => string;
  done: (exitCode: number) => void;
  loads: Loads;
  /** What `--lang` said, where it was given. */
  asked: string | undefined;
}
