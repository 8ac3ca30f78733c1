import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { reportArmy } from '../../summon/army-report.ts';
import { findArmy } from '../../summon/find-army.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { statusLines } from '../status-lines.ts';

export interface StatusFlags {
  session?: string;
  all?: boolean;
  json?: boolean;
}

/** This folder's army, or the only one, or all of them. */
export async function statusCommand(
  env: Env,
  language: Language,
  flags: StatusFlags,
): Promise<number> {
  const parts = await composeArmy(env);
  const { session, all = false, json = false } = flags;
  const folder = ownFolder();
  const records = all
    ? await parts.armies.list()
    : [await findArmy(parts.armies, { session, folder })];
  const reports = [];
  for (const record of records) reports.push(await reportArmy(parts, record));
  const { army, wake } = textsFor(language);
  const text = json
    ? JSON.stringify({ armies: reports }, null, 2)
    : reports.length === 0
      ? army.nothing
      : reports.flatMap((report) => statusLines(report, army, wake)).join('\n');
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}
