import { composeArmy } from '../../compose/army.ts';
import type { Env } from '../../config/env.ts';
import { OvldError } from '../../errors.ts';
import { armyTexts } from '../../i18n/army.ts';
import type { Language } from '../../i18n/texts.ts';
import { openArmy } from '../../summon/open-army.ts';
import { whichArmy } from '../which-army.ts';
import { enter } from '../enter.ts';
import { EXIT } from '../failure.ts';
import { placesOf } from '../orders.ts';
import { ownTerminal } from '../terminal.ts';

/** Joins the session of an army that is up. */
export async function attachCommand(
  env: Env,
  language: Language,
  { session }: { session?: string },
): Promise<number> {
  if (ownTerminal() === undefined) throw new OvldError('no_terminal', { command: 'ovld attach' });
  const parts = await composeArmy(env);
  const texts = armyTexts[language];
  const wanted = { session, folder: placesOf(env).folder };
  const army = await whichArmy(wanted, texts, (which) => openArmy(parts, which));
  if (army.standing !== 'live') {
    throw new OvldError('army_not_live', { session: army.record.session });
  }
  process.stdout.write(`${await enter({ parts, env, texts }, army)}\n`);
  return EXIT.done;
}
