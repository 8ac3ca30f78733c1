import { HUMAN } from '../../army/human.ts';
import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { paints } from '../../demo/narrator.ts';
import { armyTexts } from '../../i18n/army.ts';
import { textsFor } from '../../i18n/explain.ts';
import { logTexts } from '../../i18n/log.ts';
import type { Language } from '../../i18n/texts.ts';
import { followJournal, readJournal } from '../../relay/read-journal.ts';
import { findArmy } from '../../summon/find-army.ts';
import { insistOn, openRoles } from '../../summon/holds.ts';
import { coloured } from '../colours.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { logLines, wanted, type Records } from '../log-lines.ts';
import { whichArmy } from '../which-army.ts';

export interface LogFlags {
  session?: string;
  follow?: boolean;
  role?: string;
  /** In milliseconds since 1970. */
  since?: number;
  json?: boolean;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Prints the journal of an army; whoever stops following it has seen enough, and that is no failure. */
export async function logCommand(env: Env, language: Language, flags: LogFlags): Promise<number> {
  const { stdout } = process;
  const log = logTexts[language];
  const { follow = false, json = false, role, since, session } = flags;
  const parts = await composeArmy(env);
  const record = await whichArmy({ session, folder: ownFolder() }, armyTexts[language], (which) =>
    findArmy(parts.armies, which),
  );
  const { store, roles } = await openRoles(parts, record);
  if (role !== undefined) insistOn([...roles, HUMAN], role);

  const ending = new AbortController();
  const end = (): void => ending.abort();
  // Whoever read us is gone (`| head`).
  stdout.on('error', end);
  const paint = paints(coloured(env, stdout, json));
  const line = json ? JSON.stringify : logLines({ log, ...textsFor(language) }, roles, paint);
  const shows = wanted(role, since);
  const tell = async (records: Records): Promise<void> => {
    const lines = records.filter(shows).map((one) => `${line(one)}\n`);
    if (ending.signal.aborted || lines.length === 0) return;
    await new Promise<void>((resolve) => stdout.write(lines.join(''), () => resolve()));
  };

  if (!follow) {
    await readJournal(store.journal, tell);
    return EXIT.done;
  }
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    const { clock } = parts;
    const how = await followJournal({ store, clock, signal: ending.signal, tell });
    if (how === 'dismissed') process.stderr.write(`${log.over}\n`);
    return EXIT.done;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
