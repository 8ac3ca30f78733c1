import type { LaunchWords } from '../agent/agent.ts';
import { openAgent } from '../agent/open.ts';
import type { Language } from '../army/formation.ts';
import { startingEnv, userConfigDir, userDirs, type Env } from '../config/env.ts';
import { findRitual } from '../config/rituals.ts';
import { armyTexts } from '../i18n/army.ts';
import { textsFor } from '../i18n/explain.ts';
import { systemClock } from '../kit/clock.ts';
import { openProcesses } from '../machine/processes.ts';
import { withSessionFolders } from '../machine/session-folders.ts';
import { openSummoningLock } from '../machine/summoning-lock.ts';
import { openMux } from '../mux/open.ts';
import { openArmies } from '../store/open.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { openStoreOf } from './store.ts';

/** Everything the summoning use cases need, wired to this machine and this user. */
export async function composeArmy(env: Env): Promise<ArmyParts> {
  const dirs = userDirs(env);
  const started = startingEnv(env);
  return {
    armies: withSessionFolders(await openArmies(dirs.armies()), dirs.relay),
    clock: systemClock,
    ...openSummoningLock(dirs.armies()),
    openStore: openStoreOf,
    openAgent,
    env: started,
    async readTrust(choice, folder) {
      const agent = await openAgent(choice);
      return (await agent.readTrust?.(folder, started)) ?? { state: 'trusted' };
    },
    readRitual: (seat, language, folder) =>
      findRitual(seat, language, { folder, user: userConfigDir(env) }).then(
        ({ text }) => text,
        () => undefined,
      ),
    words: launchWords,
    openMux: ({ session, mux: kind, muxAddress: at, relayDir: dir, targeting, tabs }) =>
      openMux({ kind, session, at, targeting, tabs, dir, env: started }),
    processes: openProcesses(started, openStoreOf),
    async workIn(folder) {
      const { countWork } = await import('./work.ts');
      return countWork(folder);
    },
    relayDir: dirs.relay,
    historyDir: dirs.history,
    async tidyHistory(folder) {
      const { tidyHistory } = await import('./history.ts');
      await tidyHistory(env, folder);
    },
  };
}

function launchWords(language: Language): LaunchWords {
  const { nudge, roleAgain } = textsFor(language);
  const { postponed } = armyTexts[language];
  return { mail: (mark) => nudge({ from: undefined, mark }), role: roleAgain, postponed };
}
