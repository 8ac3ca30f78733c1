import { OvldError } from '../errors.ts';
import type { ArmyTexts } from '../i18n/texts.ts';
import type { Wanted } from '../summon/find-army.ts';
import { ask, ownTerminal } from './terminal.ts';

/** Where several armies could be meant, the person at the terminal is asked which. */
export async function whichArmy<T>(
  wanted: Wanted,
  texts: ArmyTexts,
  open: (wanted: Wanted) => Promise<T>,
): Promise<T> {
  try {
    return await open(wanted);
  } catch (error) {
    const several = error instanceof OvldError && error.code === 'army_ambiguous';
    if (!several || ownTerminal() === undefined) throw error;
    const { sessions } = error.data as { sessions: readonly string[] };
    const session = await ask(texts.which(sessions));
    if (session === '') throw error;
    return open({ ...wanted, session });
  }
}
