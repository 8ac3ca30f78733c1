import type { LaunchOrder, LaunchWords } from '../../src/agent/agent.ts';
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

/** One seat to be filled. No file of it exists. */
export const launchOrder: LaunchOrder = {
  role: 'storm',
  session: 'overlord',
  relayDir: '/home/a b/relay',
  ovld: ['/usr/bin/node', '/opt/ovld.js'],
  paths: {
    mcp: '/r/mcp/storm.json',
    settings: '/r/settings/storm.json',
    hooks: '/r/hooks/storm.sh',
    ritual: '/r/rituals/storm.md',
    files: '/r/files/storm',
  },
  env: {},
  args: [],
  words: launchWords,
  army: launchArmy,
};
