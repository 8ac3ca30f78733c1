import { composeArmy } from '../../compose/army.ts';
import { armyTexts } from '../../i18n/army.ts';
import { findArmy, findArmyToShow } from '../../summon/find-army.ts';
import { assertRole, openRoles } from '../../summon/holds.ts';
import type { CommandContext } from '../parse/define-command.ts';
import { ownWish } from './own-process.ts';

type Context = Pick<CommandContext, 'env' | 'language'>;

/** The army that is named, or that of this checkout: all that a command may change. */
export async function chooseArmy({ env }: Pick<Context, 'env'>, session: string | undefined) {
  const parts = await composeArmy(env);
  return { parts, record: findArmy(await parts.armies.list(), ownWish(session)) };
}

/** For a command that changes nothing; the only army of another folder is shown, and said to be that. */
export async function chooseArmyToShow({ env, language }: Context, session: string | undefined) {
  const parts = await composeArmy(env);
  const { record, isHere } = findArmyToShow(await parts.armies.list(), ownWish(session));
  if (!isHere) {
    process.stderr.write(`${armyTexts[language].ofAnotherFolder(record)}\n`);
  }
  return { parts, record };
}

export const ALL = 'all';

/** The army with its store, and the roles that are named; undefined where `all` is named, or none. */
export async function chooseRoles(
  context: Context,
  session: string | undefined,
  names: readonly string[],
) {
  const { parts, record } = await chooseArmy(context, session);
  const { store, roles } = await openRoles(parts, record);
  for (const name of names) if (name !== ALL) assertRole(roles, name);
  const named = names.length === 0 || names.includes(ALL) ? undefined : [...new Set(names)];
  return { parts, record, army: record.session, store, roles, named };
}
