import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { armyTexts } from '../../i18n/army.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
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

type Failed = { session: string } & ReturnType<typeof explain>;

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
  const failed: Failed[] = [];
  for (const record of records) {
    try {
      reports.push(await reportArmy(parts, record));
    } catch (error) {
      // Of all of them, one that cannot be asked must not hide the others.
      if (!all) throw error;
      failed.push({ session: record.session, ...explain(error, language) });
    }
  }
  const army = armyTexts[language];
  const { wake } = textsFor(language);
  const lines = [
    ...reports.flatMap((report) => statusLines(report, army, wake)),
    ...failed.map(({ session: name, what }) => `${name}  ! ${what}`),
  ];
  const text = json
    ? JSON.stringify({ armies: reports, ...(failed.length > 0 && { failed }) }, null, 2)
    : lines.join('\n') || army.nothing;
  process.stdout.write(`${text}\n`);
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}
