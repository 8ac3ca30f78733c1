import { composeArmy } from '../../compose/army.ts';
import { openArmyLookout } from '../../compose/lookout.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import { dashboardTexts } from '../../i18n/dashboard.ts';
import { explain, textsFor } from '../../i18n/explain.ts';
import { findArmy } from '../../summon/find-army.ts';
import type { AppContext } from '../app-context.ts';
import { coloured } from '../colours.ts';
import { EXIT } from '../failure.ts';
import { ownFolder } from '../folder.ts';
import { ownTerminal } from '../terminal.ts';
import { whichArmy } from '../which-army.ts';
import { editText, keepText } from './edit-text.ts';

export interface DashboardFlags {
  session?: string;
}

/** Shows an army until its person leaves; the army goes on. */
export async function dashboardCommand(
  { env, language, loads }: AppContext,
  { session }: DashboardFlags,
): Promise<number> {
  if (ownTerminal() === undefined)
    throw new OvldError('no_terminal', { command: 'ovld dashboard' });
  // Loading takes longer than finding the army.
  const loading = loads.dashboard();
  loading.catch(() => undefined);
  const parts = await composeArmy(env);
  const { wake } = textsFor(language);
  const record = await whichArmy({ session, folder: ownFolder() }, armyTexts[language], (which) =>
    findArmy(parts.armies, which),
  );
  await using lookout = await openArmyLookout(env, record);
  const { showDashboard } = await loading;
  const how = await showDashboard({
    lookout,
    texts: dashboardTexts[language],
    wake,
    questions: armyTexts[language].questions,
    explain(error) {
      const { what, hint } = explain(error, language);
      return `${what} → ${hint}`;
    },
    edit: (text, ending) => editText(env, text, ending),
    keep: keepText,
    colour: coloured(env, process.stdout),
  });
  return how === 'left' ? EXIT.done : EXIT.interrupted;
}
