import { overlordFormation } from '../../army/overlord.ts';
import { composeArmy } from '../../compose/army.ts';
import { composeWatch } from '../../compose/watch.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { findArmy } from '../../summon/find-army.ts';
import { openRoles } from '../../summon/holds.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { whichArmy } from '../which-army.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const BEAT_MS = 60_000;

/** Nudges agents that have no relay, until somebody stops it. */
export async function watchCommand(
  env: Env,
  language: Language,
  { session }: { session?: string },
): Promise<number> {
  const texts = textsFor(language);
  const parts = await composeArmy(env);
  const record = await whichArmy({ session, folder: ownFolder() }, texts.army, (which) =>
    findArmy(parts.armies, which),
  );
  const { store, roles } = await openRoles(parts, record);
  const formation = (await store.formation()) ?? overlordFormation;
  if (formation.store !== 'queue') throw new OvldError('usage', { message: texts.queue.noQueue });
  const log = (line: string): void => void process.stderr.write(`ovld: ${line}\n`);
  const watch = await composeWatch(env, record.session, store, formation, log);
  const ended = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
  // Neither a watch nor the clock's timers keep a process.
  const beat = setInterval(() => undefined, BEAT_MS);
  try {
    await watch.start();
    log(texts.queue.watching(record.session, roles));
    await ended;
    await watch.stop();
    return EXIT.done;
  } finally {
    clearInterval(beat);
  }
}
