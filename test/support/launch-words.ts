import type { LaunchWords } from '../../src/agent/agent.ts';
import { common as en } from '../../src/i18n/en/common.ts';

/** What summon tells an agent's hooks to say, in English. */
export const launchWords: LaunchWords = {
  mail: (mark) => en.nudge({ from: undefined, mark }),
  role: en.roleAgain,
  postponed: (role, asker) => `${role} waits for ${asker}`,
};

/** The rest of what every agent is told of its army. */
export const launchArmy = {
  language: 'en' as const,
  mux: 'tmux',
  place: { top: 'overlord', above: 'strategist', number: 3, below: [] },
};
