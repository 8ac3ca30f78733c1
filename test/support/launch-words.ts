import type { LaunchWords } from '../../src/agent/agent.ts';
import { en } from '../../src/i18n/en.ts';

/** What summon tells an agent's hooks to say, in English. */
export const launchWords: LaunchWords = {
  mail: (mark) => en.nudge({ from: undefined, mark }),
  role: en.roleAgain,
};
