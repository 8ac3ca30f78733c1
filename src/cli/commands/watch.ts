import { overlordFormation } from '../../army/overlord.ts';
import { composeArmy } from '../../compose/army.ts';
import { composeWatch } from '../../compose/watch.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { logTexts } from '../../i18n/log.ts';
import { queueTexts } from '../../i18n/queue.ts';
import type { Language } from '../../i18n/texts.ts';
import { followJournal } from '../../relay/read-journal.ts';
import { findArmy } from '../../summon/find-army.ts';
import { openRoles } from '../../summon/holds.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export interface WatchFlags {
  session?: string;
  json?: boolean;
}

/** Nudges agents without a relay, until it is stopped or the army is gone. */
export async function watchCommand(
  env: Env,
  language: Language,
  { session, json = false }: WatchFlags,
): Promise<number> {
  const army = armyTexts[language];
  const parts = await composeArmy(env);
  const record = await whichArmy({ session, folder: ownFolder() }, army, (which) =>
    findArmy(parts.armies, which),
  );
  const { store, roles } = await openRoles(parts, record);
  const formation = (await store.formation()) ?? overlordFormation;
  if (formation.store !== 'queue')
    throw new OvldError('usage', { message: queueTexts[language].noQueue });
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.stdout.on('error', end);
  for (const signal of SIGNALS) process.on(signal, end);
  const { signal } = ending;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(
    json
      ? JSON.stringify({ watching: record.session, roles })
      : army.watching(record.session, roles.length),
  );
  const began = parts.clock.now();
  const told = followJournal({
    store,
    clock: parts.clock,
    signal,
    tell: async (records) => {
      for (const one of records) {
        if (one.event !== 'rung' || Date.parse(one.at) < began) continue;
        say(json ? JSON.stringify(one) : army.nudged(one.to));
      }
    },
  });
  try {
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    const how = await composeWatch({ env, session: record.session, store, formation, log, signal });
    end();
    await told;
    if (how === 'dismissed') process.stderr.write(`${logTexts[language].over}\n`);
    return EXIT.done;
  } finally {
    for (const one of SIGNALS) process.off(one, end);
  }
}
